import FTPConformance
import FTPConversation

/// How a run goes, in one line of standard error that is written again and again; nothing where that is no terminal.
final class CheckProgress: Sendable {
  private struct State: Sendable {
    var total = 0
    var counts: [CaseVerdict: Int] = [:]
    var width = 0
  }

  private let console: any Console
  private let isShown: Bool
  private let state = Guarded(State())

  init(console: any Console) {
    self.console = console
    isShown = console.isTerminal(.error)
  }

  /// Takes note of an event.
  func show(_ event: RunEvent) {
    guard isShown else { return }
    state.withLock { state in
      switch event {
      case .began(let count): state.total = count
      case .finished(let report): state.counts[report.verdict, default: 0] += 1
      case .reducedJobs: return
      }
      let done = state.counts.values.reduce(0, +)
      let counts = CaseVerdict.allCases.compactMap { verdict in
        state.counts[verdict].map { "\($0) \(verdict)" }
      }
      write("\(done)/\(state.total) " + counts.joined(separator: ", "), &state)
    }
  }

  /// Takes the line away.
  func end() {
    guard isShown else { return }
    state.withLock { write("", &$0) }
  }

  private func write(_ line: String, _ state: inout State) {
    let line = String(line.prefix(max(20, (console.terminalWidth ?? 80) - 1)))
    let rest = String(repeating: " ", count: max(0, state.width - line.count))
    console.printError("\r\(line)\(rest)" + (line.isEmpty ? "\r" : ""), terminator: "")
    state.width = line.count
  }
}
