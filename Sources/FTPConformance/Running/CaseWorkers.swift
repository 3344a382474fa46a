import FTPProtocol
import FTPVectors

/// Runs the cases of a run, some at a time.
final class CaseWorkers: Sendable {
  private struct State {
    /// Indices of cases that nobody has taken.
    var waiting: [Int]
    var reports: [Int: CaseReport] = [:]
    var jobs: Int
    var directories = 0
    /// Why nothing more is to be taken.
    var end: String?
    /// Why the server is of no use any more.
    var problem: String?
  }

  /// How often a case is tried that the server has no connection for, the pauses growing.
  private static let mostTries = 12

  private let run: ConformanceRun
  private let facts: ServerFacts
  private let patience: Patience
  private let state: Guarded<State>

  init(_ run: ConformanceRun, facts: ServerFacts, patience: Patience) {
    self.run = run
    self.facts = facts
    self.patience = patience
    var order = Array(run.cases.indices)
    if let seed = run.options.seed {
      var generator = SeededGenerator(seed: seed)
      order.shuffle(using: &generator)
    }
    state = Guarded(State(waiting: order.reversed(), jobs: max(1, run.options.jobs)))
  }

  /// How many cases were run at the same time in the end.
  var jobs: Int { state.withLock { $0.jobs } }

  /// Why the server is of no use any more; nil where it is.
  var problem: String? { state.withLock { $0.problem } }

  /// Runs all cases and returns the reports in the order of the cases.
  func run() async -> [CaseReport] {
    // A worker that goes because the server takes fewer may leave its case to nobody, so there is a second round.
    while state.withLock({ !$0.waiting.isEmpty && $0.end == nil }) {
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<jobs { group.addTask { await self.work(number) } }
      }
    }
    return state.withLock { state in
      run.cases.indices.map { index in
        state.reports[index] ?? CaseReport(run.cases[index], skipped: state.end ?? "not run")
      }
    }
  }

  private func work(_ number: Int) async {
    while let index = take(number) {
      let entry = run.cases[index]
      if let reason = entry.needs.lazy.compactMap({ need in
        self.facts.reasonAgainst(need).map { "\(need): \($0)" }
      }).first {
        finish(index, CaseReport(entry, skipped: reason))
      } else if let attempts = await attempts(index, worker: number) {
        finish(index, CaseReport(entry, attempts))
      } else {
        // Another worker, or the next round, takes it.
        state.withLock { $0.waiting.append(index) }
      }
    }
  }

  private func take(_ worker: Int) -> Int? {
    state.withLock { state in
      if Task.isCancelled, state.end == nil { state.end = "the run was interrupted" }
      guard state.end == nil, worker < state.jobs else { return nil }
      return state.waiting.popLast()
    }
  }

  private func finish(_ index: Int, _ report: CaseReport) {
    state.withLock { state in
      state.reports[index] = report
      if run.options.failsFast, let severity = report.severity, severity >= run.options.level {
        state.end = state.end ?? "an earlier case failed (--fail-fast)"
      }
      run.observer(.finished(report))
    }
  }

  /// Runs a case as often as it takes; nil where it is to be taken up again.
  private func attempts(_ index: Int, worker: Int) async -> [CaseAttempt]? {
    var attempts: [CaseAttempt] = []
    let wanted = max(1, run.options.repetitions)
    while attempts.count < wanted || (attempts.count < 3 && attempts.contains { $0.verdict.isProblem }) {
      guard let attempt = await settledAttempt(index, worker: worker) else { return nil }
      attempts.append(attempt)
      if Task.isCancelled || state.withLock({ $0.problem != nil }) { break }
    }
    return attempts
  }

  /// One attempt for which the server had a connection; nil where there are now fewer workers than this one.
  private func settledAttempt(_ index: Int, worker: Int) async -> CaseAttempt? {
    var tries = 0
    while true {
      let attempt = await run.cases[index].attempt(
        at: run.target, knowing: facts, patience: patience, seed: (run.options.seed ?? 0) &+ UInt64(index),
        directory: facts.scratch.map { ScratchFolder(path: $0).directory(nextDirectory()) })
      guard attempt.verdict == .error, !Task.isCancelled else { return attempt }
      guard attempt.isCrowdedOut else {
        await checkServer(after: attempt)
        return attempt
      }
      tries += 1
      if tries == Self.mostTries {
        giveUp("the server takes no more connections: \(attempt.reason ?? "")")
        return attempt
      }
      let jobs = reduceJobs(below: worker)
      try? await Task.sleep(for: .milliseconds(20 << min(tries, 6)) * run.options.timeoutScale)
      if worker >= jobs { return nil }
    }
  }

  private func nextDirectory() -> Int {
    state.withLock { state in
      state.directories += 1
      return state.directories
    }
  }

  /// The server turned a connection away: from now on one less is tried at a time.
  private func reduceJobs(below worker: Int) -> Int {
    state.withLock { state in
      // Several that are turned away at once are one sign, not several.
      guard state.jobs > 1, worker == state.jobs - 1 || worker == 0 else { return state.jobs }
      state.jobs -= 1
      run.observer(.reducedJobs(state.jobs))
      return state.jobs
    }
  }

  /// A case that could not begin may be the first after the server's end.
  private func checkServer(after attempt: CaseAttempt) async {
    guard state.withLock({ $0.end == nil }) else { return }
    let sanity = await Sanity().entry.attempt(at: run.target, knowing: facts, patience: patience)
    if sanity.verdict != .pass, !sanity.isCrowdedOut { giveUp(ConformanceRun.problem(sanity)) }
  }

  private func giveUp(_ problem: String) {
    state.withLock { state in
      state.problem = state.problem ?? problem
      state.end = state.end ?? "the server was of no use any more"
    }
  }
}
