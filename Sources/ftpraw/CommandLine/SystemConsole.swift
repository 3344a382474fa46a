import FTPConversation
import FTPSystem

/// The console of the process: its three standard streams and its environment.
final class SystemConsole: Console {
  private let firstFailure = Guarded<String?>(nil)

  func write(_ bytes: [UInt8], to stream: ConsoleStream) {
    guard stream == .error || failure == nil else { return }
    do throws(LocalFileError) {
      try stream.standardStream.write(bytes)
    } catch {
      // When standard error is gone there is nobody left to tell.
      if stream != .error { firstFailure.withLock { $0 = $0 ?? error.description } }
    }
  }

  func isTerminal(_ stream: ConsoleStream) -> Bool { stream.standardStream.isTerminal }

  var terminalWidth: Int? { StandardStream.output.terminalSize?.columns }

  func environment(_ name: String) -> String? { Environment.value(name) }

  var failure: String? { firstFailure.withLock { $0 } }
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
