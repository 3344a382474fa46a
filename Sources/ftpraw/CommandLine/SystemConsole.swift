import Synchronization

/// The console of the process: its three standard streams and its environment.
final class SystemConsole: Console {
  private let firstFailure = Mutex<String?>(nil)

  func write(_ bytes: [UInt8], to stream: ConsoleStream) {
    guard stream == .error || failure == nil else { return }
    if let reason = SystemShim.write(bytes, descriptor: stream.descriptor), stream != .error {
      note("cannot write to \(stream.name): \(reason)")
    }
  }

  func readInput(atMost count: Int) -> [UInt8] {
    let (bytes, reason) = SystemShim.read(atMost: count, descriptor: ConsoleStream.input.descriptor)
    if let reason { note("cannot read \(ConsoleStream.input.name): \(reason)") }
    return bytes
  }

  func isTerminal(_ stream: ConsoleStream) -> Bool {
    SystemShim.isTerminal(stream.descriptor)
  }

  var terminalWidth: Int? { SystemShim.terminalWidth }

  func environment(_ name: String) -> String? {
    SystemShim.environment(name)
  }

  var failure: String? {
    firstFailure.withLock { $0 }
  }

  private func note(_ reason: String) {
    firstFailure.withLock { $0 = $0 ?? reason }
  }
}

extension ConsoleStream {
  /// The stream's descriptor, by POSIX.
  fileprivate var descriptor: Int32 {
    switch self {
    case .input: 0
    case .output: 1
    case .error: 2
    }
  }

  /// The stream's name in messages.
  fileprivate var name: String {
    switch self {
    case .input: "standard input"
    case .output: "standard output"
    case .error: "standard error"
    }
  }
}
