import FTPConformance
import FTPConversation
import FTPText

/// The progress of a run, in one line of standard error that is rewritten; nothing if that is not a terminal.
///
/// On request, each case gets a line of standard output as it ends.
final class CheckProgress: Sendable {
  private struct State: Sendable {
    var total = 0
    var running: [String] = []
    var counts: [CaseVerdict: Int] = [:]
    var start: ContinuousClock.Instant?
  }

  private let console: any Console
  private let status: StatusLine
  private let party: String
  private let isVerbose: Bool
  private let state = Guarded(State())

  init(console: any Console, party: String, isVerbose: Bool) {
    self.console = console
    self.party = PrintableText.line(party)
    self.isVerbose = isVerbose
    status = StatusLine(console)
  }

  /// Takes note of an event.
  func show(_ event: RunEvent) {
    guard status.isShown || isVerbose else { return }
    state.withLock { state in
      switch event {
      case .began(let count):
        state.total = count
        state.start = .now
      case .started(let id): state.running.insert(id.rawValue, at: 0)
      case .finished(let report):
        let id = report.entry.id.rawValue
        state.running.removeAll { $0 == id }
        state.counts[report.verdict, default: 0] += 1
        if isVerbose {
          status.end()
          console.print("\(report.verdict) \(id)")
        }
      case .reducedJobs: return
      }
      status.show(line(state))
    }
  }

  /// Removes the line.
  func end() { status.end() }

  private func line(_ state: State) -> String {
    let done = state.counts.values.reduce(0, +)
    let elapsed = state.start.map { $0.duration(to: .now) / .seconds(1) } ?? 0
    let counts = CaseVerdict.allCases.compactMap { verdict in
      verdict.isProblem ? state.counts[verdict].map { "\($0) \(verdict)" } : nil
    }
    return ProgressLine(
      party: party, done: done, total: state.total, elapsed: elapsed, problems: counts,
      running: state.running.first
    ).text(width: status.width)
  }
}

/// The progress line of a run: the server, the progress, the speed, the remaining time, the findings
/// and the running case.
struct ProgressLine: Hashable, Sendable {
  let party: String
  let done: Int
  let total: Int
  /// Seconds since the first case.
  let elapsed: Double
  /// The problems so far: `2 fail`.
  let problems: [String]
  let running: String?

  /// As much as fits in a line, without cut words: the least important parts are omitted.
  func text(width: Int) -> String {
    let count = "\(done)/\(total)"
    let found = problems.isEmpty ? nil : problems.joined(separator: ", ")
    let forms: [[String?]] = [
      [party, bar(20), count, speed, rest, found, running], [party, bar(10), count, rest, found, running],
      [bar(10), count, rest, found, running], [count, rest, found, running], [count, rest, found],
      [count, found], [count],
    ]
    return StatusLine.text(forms, width: width)
  }

  private func bar(_ width: Int) -> String {
    StatusLine.bar(total == 0 ? 0 : width * min(done, total) / total, of: width)
  }

  private var speed: String? { elapsed > 0 && done > 0 ? "\(Int(Double(done) / elapsed))/s" : nil }

  private var rest: String? {
    guard elapsed > 0, done > 0, done < total else { return nil }
    return "\(Int((elapsed * Double(total - done) / Double(done)).rounded(.up))) s left"
  }
}
