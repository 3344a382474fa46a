import FTPConversation
import FTPText

/// A console whose output a runner of GitHub reads, and on which nothing, whatever its source, is a command to the runner.
final class WorkflowConsole: Console {
  private let console: any Console
  private let texts = Guarded<[ConsoleStream: WorkflowText]>([:])

  private init(_ console: any Console) { self.console = console }

  /// The console itself, or such a one over it if `GITHUB_ACTIONS` is set.
  static func over(_ console: any Console) -> any Console {
    let variable = console.environment(EnvironmentVariable.workflow.name) ?? ""
    return variable.isEmpty ? console : WorkflowConsole(console)
  }

  func write(_ bytes: [UInt8], to stream: ConsoleStream) {
    // Within the lock, so that pieces from several threads are written in the order in which they were looked at.
    texts.withLock { console.write($0[stream, default: WorkflowText()].harmless(bytes), to: stream) }
  }

  func writeFile(_ bytes: [UInt8]) { console.writeFile(bytes) }
  func isTerminal(_ stream: ConsoleStream) -> Bool { console.isTerminal(stream) }
  var terminalWidth: Int? { console.terminalWidth }
  func environment(_ name: String) -> String? { console.environment(name) }
  var failure: String? { console.failure }
}
