import LibC

/// A program that runs under observation: whether it still runs, how it ended, and its last output.
///
/// It is in its own process group. ``stop()`` ends it with its child processes, and so does releasing the last
/// reference.
package final class WatchedProcess: Sendable {
  package enum Ending: Hashable, Sendable {
    /// By itself, with a status.
    case exited(Int32)
    case signalled(Int32)
  }

  private struct State {
    var ending: Ending?
    /// The end of the output, and its total number of bytes.
    var tail: [UInt8] = []
    var total = 0
    var isStopping = false
    /// Whether there will be no more output.
    var isReadToEnd = false
    /// Its highest known memory use, in bytes.
    var peakMemory = 0
    var reportedMemory = 0
  }

  /// The way to start a program in another folder: `posix_spawn` can do it by itself if the headers do not hide that.
  private static let changingFolder = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#]

  /// How much of the output is kept: 64 KiB.
  private static let tailSize = 64 << 10

  /// The number of the process.
  package let identifier: Int32
  private let state: Monitor<State>

  /// Starts a program, which is looked for in `PATH` unless its name has a slash.
  ///
  /// - Parameters:
  ///   - words: The program and its arguments; at least one.
  ///   - folder: Its working folder; nil for that of this process. A program that cannot be started then ends with
  ///     status 126 or 127 and a line that says why.
  ///   - environment: Its environment, as `NAME=VALUE`; nil for that of this process.
  /// - Returns: the process, which runs.
  /// - Throws: the system's error if it cannot be started.
  package static func start(
    _ words: [String], in folder: String? = nil, environment: [String]? = nil
  ) throws(SystemError) -> WatchedProcess {
    guard let pipe = Platform.makePipe() else { throw .last }
    let reading = Descriptor(owning: pipe.reading)
    let writing = Descriptor(owning: pipe.writing)
    _ = fcntl(writing.rawValue, F_SETFL, 0)
    let identifier = try ProcessStart.spawn(
      folder.map { Self.changingFolder + [$0] + words } ?? words, input: nil, output: writing.rawValue,
      error: writing.rawValue, environment: environment)
    let process = WatchedProcess(identifier)
    let end = reading.release()
    let state = process.state
    if Platform.startDetachedThread(stackSize: 256 << 10, { Self.read(end, into: state) }) != 0 {
      _ = systemClose(end)
    }
    return process
  }

  private init(_ identifier: Int32) {
    self.identifier = identifier
    state = Monitor(State())
  }

  deinit { stop() }

  /// How it ended; nil while it runs.
  package var ending: Ending? {
    let identifier = identifier
    return state.withLock { state in
      if state.ending == nil {
        var status: Int32 = 0
        var usage = rusage()
        let number = wait4(identifier, &status, WNOHANG, &usage)
        // If other code has already waited for it, nothing more is known.
        if number != 0, number == identifier || errno == ECHILD {
          state.ending = Ending(status: status)
          ProcessStart.forget(identifier)
        }
        if number == identifier {
          // On Linux what this process had before the other was started counts as the other's, too, and neither number is exact:
          // each processor counts some pages separately.
          let peak = PeakMemory.bytes(of: usage)
          let own = PeakMemory.ofThisProcess
          state.reportedMemory = peak
          if peak > own + own / 8 { state.peakMemory = max(state.peakMemory, peak) }
        }
      }
      return state.ending
    }
  }

  /// Its highest known memory use, in bytes: as seen by ``observeMemory()``, and as the system
  /// reports at the end if that is more than this process has used.
  package var peakMemory: Int { state.withLock { $0.peakMemory } }

  /// The most memory that it may have used, in bytes; more than ``peakMemory`` if the system's number is not exact.
  package var memoryCeiling: Int { state.withLock { max($0.peakMemory, $0.reportedMemory) } }

  /// How long it and its child processes have been ready to run while others had the processor.
  package var waitedForProcessor: Duration {
    ([identifier] + ProcessTable.descendants(of: identifier).map(\.identifier)).reduce(.zero) {
      sum, identifier in
      sum + ProcessTable.waitedForProcessor(identifier)
    }
  }

  /// Looks at how much memory it has had so far.
  package func observeMemory() {
    guard let peak = ProcessTable.peakMemory(of: identifier) else { return }
    state.withLock { $0.peakMemory = max($0.peakMemory, peak) }
  }

  /// The present resources of it and its child processes; nil if the system does not report them.
  package var use: ProcessUse? { ProcessUse.of(identifier) }

  /// Waits until all that it has written is here, or the time is up.
  ///
  /// Blocks; for one that was stopped.
  package func waitForOutput(within limit: Duration) {
    let deadline = ContinuousClock.now + limit
    while !state.withLock({ $0.isReadToEnd }), ContinuousClock.now < deadline { usleep(500) }
  }

  /// How many bytes it has written so far, to both streams.
  package var outputCount: Int { state.withLock { $0.total } }

  /// Its output after this many bytes, as far as it is kept.
  package func output(after count: Int) -> [UInt8] {
    state.withLock { Array($0.tail.suffix(max(0, $0.total - count))) }
  }

  /// Sends what ^C sends to the process and to all that it has started in its group.
  package func interrupt() {
    if ending == nil { _ = kill(-identifier, SIGINT) }
  }

  /// Ends the process and all that it has started: politely, and after half a second by force.
  ///
  /// Blocks until that is done. Does nothing once it is, because the number may then belong to another process.
  package func stop() {
    let wasStopped = state.withLock { state in
      defer { state.isStopping = true }
      return state.isStopping && state.ending != nil
    }
    guard !wasStopped else { return }
    // Those that have left the group are found while their parent is still there.
    let others = ProcessTable.descendants(of: identifier)
    if ending == nil {
      _ = kill(-identifier, SIGTERM)
      let deadline = ContinuousClock.now + .milliseconds(500)
      while ending == nil, ContinuousClock.now < deadline { usleep(5_000) }
    }
    _ = kill(-identifier, SIGKILL)
    for other in others where ProcessTable.isSame(other) { _ = kill(other.identifier, SIGKILL) }
    while ending == nil { usleep(1_000) }
  }

  private static func read(_ descriptor: Int32, into state: Monitor<State>) {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = buffer.withUnsafeMutableBytes { Platform.read(descriptor, $0) }
      if count > 0 {
        state.withLock { state in
          state.total += count
          state.tail += buffer[..<count]
          if state.tail.count > 2 * tailSize { state.tail.removeFirst(state.tail.count - tailSize) }
        }
        continue
      }
      if count == 0 || errno != EAGAIN && errno != EINTR { break }
      // A process that has left the group may hold the other end forever.
      if state.withLock({ $0.isStopping }) { break }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&entry, 1, 100)
    }
    _ = systemClose(descriptor)
    state.withLock { $0.isReadToEnd = true }
  }
}

extension WatchedProcess.Ending: CustomStringConvertible {
  /// Reads the result of `waitpid`.
  fileprivate init(status: Int32) {
    self = status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .signalled(status & 0x7F)
  }

  /// Whether it was ended by a signal that only others send, not by its own fault: SIGHUP, SIGINT, SIGQUIT, SIGKILL,
  /// SIGTERM.
  package var isByOthers: Bool {
    guard case .signalled(let number) = self else { return false }
    return [SIGHUP, SIGINT, SIGQUIT, SIGKILL, SIGTERM].contains(number)
  }

  /// By what ``WatchedProcess/interrupt()`` sends.
  package static var interrupted: Self { .signalled(SIGINT) }

  /// As a clause: `exited with status 1`, `was ended by SIGSEGV`.
  package var description: String {
    switch self {
    case .exited(let status): "exited with status \(status)"
    case .signalled(let number): "was ended by \(Self.names[number] ?? "signal \(number)")"
    }
  }

  private static let names: [Int32: String] = [
    SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGILL: "SIGILL", SIGKILL: "SIGKILL",
    SIGPIPE: "SIGPIPE", SIGSEGV: "SIGSEGV", SIGTERM: "SIGTERM", SIGTRAP: "SIGTRAP", SIGSYS: "SIGSYS",
    SIGALRM: "SIGALRM", SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGXCPU: "SIGXCPU",
  ]
}
