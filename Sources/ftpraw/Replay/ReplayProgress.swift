import FTPConversation
import FTPText
import FTPVectors

/// The line on a terminal that shows the progress of a replay.
final class ReplayProgress: Sendable {
  private struct State {
    var done = 0
    var differences = 0
  }

  private let line: StatusLine
  private let count: Int
  private let state = Guarded(State())

  /// Shows nothing if standard error is not a terminal.
  init(console: any Console, count: Int) {
    line = StatusLine(console)
    self.count = count
  }

  /// One more vector is done.
  func advance(_ results: [ReplayResult]) {
    guard line.isShown else { return }
    let (done, differences) = state.withLock { state in
      state.done += 1
      state.differences += results.reduce(0) { $0 + $1.differences.count }
      return (state.done, state.differences)
    }
    let tail = differences == 0 ? "" : ", \(differences.counted("difference"))"
    line.show("\(done) of \(count.counted("vector"))\(tail)")
  }

  /// Removes the line.
  func end() { line.end() }
}
