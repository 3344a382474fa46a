import LibC
import Synchronization

/// A signal of the operating system.
package struct Signal: RawRepresentable, Hashable, Sendable {
  /// The system's number for it.
  package let rawValue: Int32

  /// Wraps the system's number.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// ^C at the terminal.
  package static let interrupt = Signal(rawValue: SIGINT)
  /// A polite request to end.
  package static let terminate = Signal(rawValue: SIGTERM)
  /// The terminal went away.
  package static let hangUp = Signal(rawValue: SIGHUP)
  /// The terminal has another size.
  package static let windowChange = Signal(rawValue: SIGWINCH)
}

/// Signals, delivered on an ordinary thread.
package enum Signals {
  /// Makes writing to a pipe whose reader has gone an error and not the end of the process.
  ///
  /// Sockets of this module do not need it.
  package static func ignoreBrokenPipe() { _ = signal(SIGPIPE, SIG_IGN) }

  /// Calls `handler`, on its own thread, each time one of the signals arrives; a second call for the same
  /// signal replaces the first.
  ///
  /// - Throws: The system's error if it cannot create a thread or a pipe.
  ///
  /// ```swift
  /// try Signals.handle(.interrupt, .terminate) { _ in wakeUp.signal() }
  /// ```
  package static func handle(
    _ signals: Signal..., calling handler: @escaping @Sendable (Signal) -> Void
  ) throws(SystemError) {
    try SignalRelay.start()
    for one in signals {
      SignalRelay.handlers.withLock { $0.functions[one] = handler }
      _ = signal(one.rawValue) { SignalRelay.pass($0) }
    }
  }

  /// Whether the process was told to ignore a signal, as by nohup.
  package static func isIgnored(_ one: Signal) -> Bool {
    let before = signal(one.rawValue, SIG_IGN)
    _ = signal(one.rawValue, before)
    return unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Gives a signal back to the system, which ends the process or ignores the signal.
  package static func restoreDefault(_ signals: Signal...) {
    for one in signals {
      _ = signal(one.rawValue, SIG_DFL)
      SignalRelay.handlers.withLock { $0.functions[one] = nil }
    }
  }
}

/// Passes signals from the handler, where almost nothing is allowed, through a pipe to a thread.
private enum SignalRelay {
  struct State {
    var functions: [Signal: @Sendable (Signal) -> Void] = [:]
    var isStarted = false
  }

  static let handlers = Monitor(State())
  /// The writing end of the pipe.
  ///
  /// It is set before the first handler is, so its own first use, which a signal handler must not do, is over by
  /// then.
  static let writingEnd = Atomic<Int32>(-1)

  static func start() throws(SystemError) {
    let code = handlers.withLock { state -> Int32 in
      guard !state.isStarted else { return 0 }
      guard let pipe = Platform.makePipe() else { return errno }
      writingEnd.store(pipe.writing, ordering: .sequentiallyConsistent)
      let code = Platform.startDetachedThread(stackSize: 512 * 1024) {
        run(pipe.reading)
      }
      state.isStarted = code == 0
      return code
    }
    guard code == 0 else { throw SystemError(code: code) }
  }

  /// Lets signals reach this thread: a parent that blocks them, as the threads of some thread pools do, has its
  /// children begin with that, and a signal that every thread blocks has no effect.
  private static func unblock() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for one in [Signal.interrupt, .terminate, .hangUp, .windowChange] { sigaddset(&signals, one.rawValue) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Runs in the signal handler.
  static func pass(_ number: Int32) {
    let code = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(writingEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
    errno = code
  }

  private static func run(_ readingEnd: Int32) {
    unblock()
    var byte: UInt8 = 0
    while true {
      Platform.wait(readingEnd, POLLIN)
      guard read(readingEnd, &byte, 1) == 1 else { continue }
      let signal = Signal(rawValue: Int32(byte))
      handlers.withLock { $0.functions[signal] }?(signal)
    }
  }
}
