import FTPProtocol
import FTPVectors

/// Runs the cases of a run, some at a time.
final class CaseWorkers: Sendable {
  private struct State {
    /// Indices of cases that are to be attempted once more, the next one last.
    var waiting: [Int]
    var attempts: [Int: [CaseAttempt]] = [:]
    /// How many attempts at a case are wanted in all, and have not ended.
    var outstanding: [Int: Int] = [:]
    var reports: [Int: CaseReport] = [:]
    var jobs: Int
    var scratch: ScratchFolder?
    /// Why nothing more is to be taken.
    var end: String?
    /// Why the server is of no use any more.
    var problem: String?
  }

  /// How often an attempt is made for which the server has no connection, the pauses growing.
  private static let mostTries = 12
  /// How often a case is run that does not pass.
  private static let attemptsAtFailure = 3

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
    let count = max(1, run.options.repetitions)
    state = Guarded(
      State(
        waiting: order.reversed().flatMap { Array(repeating: $0, count: count) },
        outstanding: Dictionary(uniqueKeysWithValues: order.map { ($0, count) }),
        jobs: max(1, run.options.jobs), scratch: facts.scratch.map { ScratchFolder(path: $0) }))
  }

  /// How many cases were run at the same time in the end.
  var jobs: Int { state.withLock { $0.jobs } }

  /// Why the server is of no use any more; nil where it is.
  var problem: String? { state.withLock { $0.problem } }

  /// What was written, and where.
  var scratch: ScratchFolder? { state.withLock { $0.scratch } }

  /// Runs all cases and returns the reports in the order of the cases.
  func run() async -> [CaseReport] {
    // A worker that goes because the server takes fewer leaves its case to the others, who may have gone; and what
    // fails last is to be run again when the others have nothing left to do.
    while state.withLock({ !$0.waiting.isEmpty && $0.end == nil }) {
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<jobs { group.addTask { await self.work(number) } }
      }
    }
    return state.withLock { state in
      run.cases.indices.map { index in
        if let report = state.reports[index] { return report }
        guard let attempts = state.attempts[index], !attempts.isEmpty else {
          return CaseReport(run.cases[index], skipped: state.end ?? "not run")
        }
        return CaseReport(run.cases[index], attempts)
      }
    }
  }

  private func work(_ worker: Int) async {
    while let index = take(worker) {
      let entry = run.cases[index]
      if let need = entry.needs.first(where: { facts.reasonAgainst($0) != nil }) {
        let reason = "\(need): \(facts.reasonAgainst(need) ?? "")"
        state.withLock { state in state.waiting.removeAll { $0 == index } }
        finish(index, CaseReport(entry, skipped: reason))
      } else if let attempt = await attempt(index, worker) {
        conclude(index, attempt)
      } else {
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

  /// Takes note of an attempt; a case that did not pass is run again, by whoever is free.
  private func conclude(_ index: Int, _ attempt: CaseAttempt) {
    let report = state.withLock { state -> CaseReport? in
      state.attempts[index, default: []].append(attempt)
      state.scratch?.note(attempt)
      var left = state.outstanding[index, default: 1] - 1
      let attempts = state.attempts[index] ?? []
      if left == 0, attempts.count < Self.attemptsAtFailure, attempts.contains(where: \.verdict.isProblem) {
        left = Self.attemptsAtFailure - attempts.count
        state.waiting += Array(repeating: index, count: left)
      }
      state.outstanding[index] = left
      return left == 0 ? CaseReport(run.cases[index], attempts) : nil
    }
    if let report { finish(index, report) }
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

  /// One attempt for which the server had a connection; nil where there are now fewer workers than this one.
  private func attempt(_ index: Int, _ worker: Int) async -> CaseAttempt? {
    var tries = 0
    while true {
      let attempt = await run.cases[index].attempt(
        at: run.target, knowing: facts, patience: patience, seed: (run.options.seed ?? 0) &+ UInt64(index),
        directory: state.withLock { $0.scratch?.nextDirectory() })
      guard attempt.verdict == .error, !Task.isCancelled else { return attempt }
      guard attempt.isCrowdedOut else {
        await checkServer()
        return attempt
      }
      tries += 1
      if tries == Self.mostTries {
        giveUp("the server takes no more connections: \(attempt.reason ?? "")")
        return attempt
      }
      let jobs = reduceJobs(worker)
      try? await Task.sleep(for: .milliseconds(20 << min(tries, 6)) * run.options.timeoutScale)
      if worker >= jobs { return nil }
    }
  }

  /// The server turned a connection away: from now on one less is tried at a time.
  private func reduceJobs(_ worker: Int) -> Int {
    state.withLock { state in
      // Several that are turned away at once are one sign, not several.
      guard state.jobs > 1, worker == state.jobs - 1 || worker == 0 else { return state.jobs }
      state.jobs -= 1
      run.observer(.reducedJobs(state.jobs))
      return state.jobs
    }
  }

  /// A case that could not begin may be the first after the server's end.
  private func checkServer() async {
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
