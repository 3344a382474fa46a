import FTPConversation

/// The line on a terminal that shows the progress of a search, written a few times a second.
final class FuzzProgress: Sendable {
  private let line: StatusLine
  private let last = Guarded(Duration.zero)

  /// Shows nothing if standard error is no terminal.
  init(console: any Console) {
    line = StatusLine(console)
  }

  /// Shows the number of runs and the time taken, followed by `more`.
  func show(_ runs: UInt64, _ time: Duration, _ more: String? = nil) {
    guard line.isShown else { return }
    let isDue = last.withLock { last in
      guard time - last > .milliseconds(200) else { return false }
      last = time
      return true
    }
    guard isDue else { return }
    let rate = Int(Double(runs) / max(0.001, time / .seconds(1)))
    show(
      "\(Int(time / .seconds(1))) s, \(runs) runs, \(rate) a second" + (more.map { ", \($0)" } ?? ""))
  }

  /// Shows some words.
  func show(_ words: String) { line.show(words) }

  /// Takes the line away.
  func end() { line.end() }
}
