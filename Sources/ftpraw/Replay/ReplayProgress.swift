import FTPConversation
import FTPVectors

/// The line on a terminal that shows the progress of a replay.
final class ReplayProgress: Sendable {
  private struct State {
    var done = 0
    var differences = 0
  }

  private let console: any Console
  private let count: Int
  private let isShown: Bool
  private let state = Guarded(State())

  /// Shows nothing if standard error is no terminal.
  init(console: any Console, count: Int) {
    self.console = console
    self.count = count
    isShown = console.isTerminal(.error)
  }

  /// One more vector is done.
  func advance(_ results: [ReplayResult]) {
    guard isShown else { return }
    let (done, differences) = state.withLock { state in
      state.done += 1
      state.differences += results.reduce(0) { $0 + $1.differences.count }
      return (state.done, state.differences)
    }
    let tail = differences == 0 ? "" : ", \(differences.counted("difference"))"
    console.printError("\r\u{1B}[K\(done) of \(count.counted("vector"))\(tail)", terminator: "")
  }

  /// Takes the line away.
  func end() {
    if isShown { console.printError("\r\u{1B}[K", terminator: "") }
  }
}

extension Int {
  /// The number with a noun: `1 vector`, `2 vectors`.
  func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
