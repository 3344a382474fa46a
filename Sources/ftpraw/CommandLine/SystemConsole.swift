import FTPConversation
import FTPSystem

/// The console of the process: its three standard streams and its environment.
final class SystemConsole: Console {
  /// The state of standard output.
  private enum Output {
    case open
    /// Its reader has seen enough, as `head` has after some lines.
    case unread
    case failed(String)
  }

  private let output = Guarded(Output.open)

  func write(_ bytes: [UInt8], to stream: ConsoleStream) {
    guard stream == .error || isOpen else { return }
    do throws(LocalFileError) {
      try stream.standardStream.write(bytes)
    } catch {
      // If standard error is gone, nothing can be reported.
      guard stream != .error else { return }
      output.withLock { output in
        if case .open = output { output = error.isBrokenPipe ? .unread : .failed(error.description) }
      }
    }
  }

  private var isOpen: Bool {
    output.withLock { if case .open = $0 { true } else { false } }
  }

  func isTerminal(_ stream: ConsoleStream) -> Bool { stream.standardStream.isTerminal }

  var terminalWidth: Int? { StandardStream.output.terminalSize?.columns }

  func environment(_ name: String) -> String? { Environment.value(name) }

  var failure: String? {
    output.withLock { if case .failed(let reason) = $0 { reason } else { nil } }
  }
}

extension ConsoleStream {
  /// The stream of the process.
  fileprivate var standardStream: StandardStream {
    switch self {
    case .input: .input
    case .output: .output
    case .error: .error
    }
  }
}
