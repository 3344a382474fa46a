import Synchronization

@testable import ftpraw

/// A console that keeps what is written to it, with a configurable environment.
final class RecordingConsole: Console {
  private struct State {
    var output: [UInt8] = []
    var error: [UInt8] = []
  }

  let terminalWidth: Int?
  let failure: String?
  private let terminals: Set<ConsoleStream>
  private let variables: [String: String]
  private let state: Mutex<State>
  private let watch: @Sendable (String) -> Void

  /// Makes a console; `watch` is given standard error after each change.
  init(
    environment: [String: String] = [:], terminals: Set<ConsoleStream> = [],
    width: Int? = nil, failure: String? = nil, watch: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.watch = watch
    variables = environment
    self.terminals = terminals
    terminalWidth = width
    self.failure = failure
    state = Mutex(State())
  }

  /// What went to standard output, as text.
  var output: String { state.withLock { String(decoding: $0.output, as: UTF8.self) } }

  /// What went to standard error, as text.
  var error: String { state.withLock { String(decoding: $0.error, as: UTF8.self) } }

  func write(_ bytes: [UInt8], to stream: ConsoleStream) {
    state.withLock { state in
      if stream == .error { state.error += bytes } else { state.output += bytes }
    }
    if stream == .error { watch(error) }
  }

  func isTerminal(_ stream: ConsoleStream) -> Bool { terminals.contains(stream) }

  func environment(_ name: String) -> String? { variables[name] }
}
