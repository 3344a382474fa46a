import FTPSystem
import FTPTransport
import Synchronization

/// Runs a task that ^C, SIGTERM and SIGHUP cancel, and sees to it that the process then ends.
///
/// Cancelling ends every wait that is known. What is not known, such as a disk that does not answer or a reader of
/// standard output that has stopped, must not hold the process either: when the process has stood
/// still for a while, or at a second ^C, it ends at once.
enum Interruption {
  /// How often to look at the process after a signal.
  private static let look = Duration.milliseconds(200)
  /// For how many checks in a row it may make no progress, and for how many it may continue.
  private static let (stillness, patience) = (4, 300)

  /// Runs `body` and returns its result; an interrupt cancels it, which ends any wait at once.
  ///
  /// `isHandled` is called first: an interrupt that it has handled cancels nothing. The others always cancel.
  /// The task runs on `executor`, if one is given. With `invocation`, a line says at once that the signal has arrived,
  /// because what is in progress may take a moment to end in order.
  static func cancels<Value: Sendable>(
    _ invocation: Invocation? = nil, on executor: (any TaskExecutor)? = nil,
    unless isHandled: @escaping @Sendable () -> Bool = { false },
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    // The first timer takes descriptors, and ends the process where connections have left none. (A task on an executor
    // of its own does without timers, for the sake of its speed.)
    if executor == nil { try? await Task.sleep(for: .nanoseconds(1)) }
    let task = Task(executorPreference: executor) { try await body() }
    let isCancelled = Mutex(false)
    let react: @Sendable (Signal) -> Void = { signal in
      if signal == .interrupt, isHandled() { return }
      let isFirst = isCancelled.withLock { isCancelled in
        defer { isCancelled = true }
        return !isCancelled
      }
      guard isFirst else {
        // A second ^C is deliberate. A second of the others is not: a shell or a supervisor that ends sends several.
        if signal == .interrupt { endNow() }
        return
      }
      // Cancelling comes first: nothing may hold it up.
      task.cancel()
      if let name = invocation?.subcommand.name {
        say("ftpraw \(name): interrupted; finishing (a second ^C ends it at once)")
      }
      try? BlockingThread.start { endWhenStill() }
    }
    // Without the handler an interrupt ends the process the system's way, which is no reason not to run.
    try? Signals.handle(.interrupt, .terminate, calling: react)
    // A process under nohup continues without its terminal.
    if !Signals.isIgnored(.hangUp) { try? Signals.handle(.hangUp, calling: react) }
    return try await task.value
  }

  /// Ends the process when it has done nothing for a while, or does not end.
  private static func endWhenStill() {
    let never = WakeUp()
    var (still, last) = (0, ProcessActivity.now)
    for _ in 0..<patience where still < stillness {
      never.wait(.after(look))
      let now = ProcessActivity.now
      still = now.isStill(since: last) ? still + 1 : 0
      last = now
    }
    endNow()
  }

  private static func endNow() {
    say("ftpraw: interrupted; ended at once, leaving its work unfinished")
    ProcessExit.exitAtOnce(ExitStatus.interrupted.code)
  }

  /// Writes a line to standard error, unless its reader does not keep up.
  private static func say(_ text: String) {
    guard StandardStream.error.ready(for: .writable) != [] else { return }
    let line = StandardStream.error.isTerminal ? "\r\u{1B}[K" : ""
    try? StandardStream.error.write("\(line)\(text)\n")
  }
}
