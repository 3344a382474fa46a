import FTPConversation

/// The line on a terminal that shows the progress of a search, written a few times a second.
final class FuzzProgress: Sendable {
  private let console: any Console
  private let isShown: Bool
  private let last = Guarded(Duration.zero)

  /// Shows nothing if standard error is no terminal.
  init(console: any Console) {
    self.console = console
    isShown = console.isTerminal(.error)
  }

  /// Shows the number of runs and the time taken, followed by `more`.
  func show(_ runs: UInt64, _ time: Duration, _ more: String? = nil) {
    guard isShown else { return }
    let isDue = last.withLock { last in
      guard time - last > .milliseconds(200) else { return false }
      last = time
      return true
    }
    guard isDue else { return }
    let milliseconds = time.components.seconds * 1_000 + time.components.attoseconds / 1_000_000_000_000_000
    let rate = runs.multipliedReportingOverflow(by: 1_000).partialValue / UInt64(max(1, milliseconds))
    show("\(milliseconds / 1_000) s, \(runs) runs, \(rate) a second" + (more.map { ", \($0)" } ?? ""))
  }

  /// Shows some words.
  func show(_ words: String) {
    if isShown { console.printError("\r\u{1B}[K\(words)", terminator: "") }
  }

  /// Takes the line away.
  func end() {
    if isShown { console.printError("\r\u{1B}[K", terminator: "") }
  }
}
