import FTPConversation
import FTPProtocol

/// Which case is attempted when: some at a time, again what does not pass, later what there is no room for at the moment.
///
/// Cases that provoke come last, when all others have ended: a party may refuse every connection after them. They are
/// run in steps of their own (``Stage``), between which the run does what such a party would not allow.
struct CaseSchedule<Runner: CaseRunner> {
  /// How often a case is run that does not pass.
  private static var attemptsAtFailure: Int { 3 }
  /// How often an attempt is made for which there is no room, the pauses growing.
  private static var mostRefusals: Int { 12 }

  /// Cases that are run together, and ended before the next ones begin.
  enum Stage: Hashable, CaseIterable {
    /// Those that do not provoke.
    case fair
    /// Those that provoke, and leave something that has to be removed.
    case provokingWithTraces
    /// The others that provoke.
    case provoking
  }

  private let run: CaseRun<Runner>
  /// The order in which the cases are run, as far as they are of the same stage.
  private let order: [Int]
  /// Indices of cases that are to be attempted once more, the next one last.
  private var waiting: [Int] = []
  private var stage = Stage.fair
  private var attempts: [Int: [CaseAttempt]] = [:]
  /// What came of running cases again for the sake of others; nil while cases are run for their own.
  private var further: [Int: [CaseAttempt]]?
  /// How many attempts at a case are wanted and have not ended.
  private var outstanding: [Int: Int]
  private var reports: [Int: CaseReport] = [:]
  /// Attempts for which there was no room since the last for which there was.
  private var refusals = 0
  /// Whether the party refuses every connection after it was provoked.
  private(set) var isTurnedAway = false
  /// Why nothing more is to be begun.
  private var end: String?
  /// How many cases are run at the same time.
  private var pace: Pace
  /// Why the party is of no use any more; nil if it is.
  private(set) var problem: String?

  init(_ run: CaseRun<Runner>) {
    self.run = run
    var order = Array(run.cases.indices)
    if let seed = run.options.seed {
      var generator = SeededGenerator(seed: seed)
      order.shuffle(using: &generator)
    }
    // What waits the longest is begun first, so that no stage ends with one case waiting by itself.
    self.order = order.filter { run.cases[$0].entry.isSlow } + order.filter { !run.cases[$0].entry.isSlow }
    let count = max(1, run.options.repetitions)
    outstanding = Dictionary(uniqueKeysWithValues: order.map { ($0, count) })
    let jobs = max(1, run.options.jobs ?? run.runner.suitableJobs)
    pace = Pace(jobs: jobs, atMost: run.options.jobs ?? max(jobs, run.runner.mostJobs))
  }

  /// How many cases are run at the same time.
  var jobs: Int { pace.jobs }

  /// Runs the cases of a stage.
  mutating func run(_ stage: Stage) async {
    self.stage = stage
    let count = max(1, run.options.repetitions)
    waiting = order.reversed().filter { self.stage(of: $0) == stage }
      .flatMap { Array(repeating: $0, count: count) }
    // What provokes would be no measure of what there is room for.
    if stage != .fair { pace.keep() }
    await runWaiting()
  }

  private func stage(of index: Int) -> Stage {
    if run.cases[index].entry.traffic != .provoking { return .fair }
    return run.runner.leavesTraces(run.cases[index]) ? .provokingWithTraces : .provoking
  }

  /// The reports in the order of the cases, of those that were not run, too.
  var results: [CaseReport] {
    run.cases.indices.map { index in
      if isTurnedAway, let attempts = attempts[index], attempts.contains(where: { $0.verdict == .error }) {
        // An attempt that was turned away has tried nothing.
        let tried = attempts.filter { $0.verdict != .error }
        let entry = run.cases[index].entry
        return tried.isEmpty ? CaseReport(entry, skipped: end ?? "not run") : CaseReport(entry, tried)
      }
      if let report = reports[index] { return report }
      guard let attempts = attempts[index] else {
        return CaseReport(run.cases[index].entry, skipped: end ?? "not run")
      }
      // What was in progress when the party went is not its verdict.
      if let problem, attempts.contains(where: \.verdict.isProblem) {
        return CaseReport(
          run.cases[index].entry, verdict: .error,
          reason: "the \(side) became unusable during this case: \(problem)",
          attempts: attempts)
      }
      return CaseReport(run.cases[index].entry, attempts)
    }
  }

  /// Runs cases again until each has been run as often as one that fails, and returns what came of that; what was
  /// reported of the cases themselves stays as it is.
  mutating func runAgain(_ indices: [Int]) async -> [Int: [CaseAttempt]] {
    further = [:]
    waiting = indices.reversed().flatMap { index in
      Array(repeating: index, count: max(0, Self.attemptsAtFailure - (attempts[index]?.count ?? 0)))
    }
    await runWaiting()
    defer { further = nil }
    return further ?? [:]
  }

  private mutating func runWaiting() async {
    await withTaskGroup(of: (Int, CaseAttempt).self) { group in
      var running = 0
      while true {
        while running < jobs, let index = next() {
          running += 1
          let pause = self.pause
          let attempt = attempting(index)
          group.addTask {
            if let pause { try? await Task.sleep(for: pause) }
            return (index, await attempt())
          }
        }
        guard let (index, attempt) = await group.next() else { return }
        running -= 1
        pace.noteEnd(at: .now)
        await settle(index, attempt, running)
      }
    }
  }

  /// Takes the next case whose needs are met.
  private mutating func next() -> Int? {
    if Task.isCancelled, end == nil { end = "the run was interrupted" }
    while end == nil, let index = waiting.popLast() {
      let entry = run.cases[index].entry
      guard let need = entry.needs.first(where: { run.runner.reasonAgainst($0) != nil }) else {
        return index
      }
      guard reports[index] == nil else { continue }
      let reason = "\(need): \(run.runner.reasonAgainst(need) ?? "")"
      finish(index, CaseReport(entry, skipped: reason))
    }
    return nil
  }

  private func attempting(_ index: Int) -> @Sendable () async -> CaseAttempt {
    // Of the id and not of the place, so that a case that is run alone sends the same bytes.
    let seed = (run.options.seed ?? 0) &+ run.cases[index].id.seed
    run.observer(.started(run.cases[index].entry.id))
    return { [run] in await run.runner.attempt(run.cases[index], seed: seed) }
  }

  /// How long to wait before the next attempt: not at all unless there was no room for somebody.
  private var pause: Duration? {
    refusals == 0 ? nil : .milliseconds(20 << min(refusals, 6)) * run.options.timeoutScale
  }

  private mutating func settle(_ index: Int, _ attempt: CaseAttempt, _ running: Int) async {
    // An attempt that was stopped says nothing about the party.
    if Task.isCancelled, attempt.verdict == .error { return }
    guard attempt.verdict == .error else {
      refusals = 0
      conclude(index, attempt)
      return
    }
    guard attempt.isCrowdedOut else {
      conclude(index, attempt)
      await checkParty()
      return
    }
    refusals += 1
    if refusals == Self.mostRefusals {
      // A server with room for one session, but not for what this case needs, has not turned the tester away.
      if await run.runner.look().verdict == .pass {
        refusals = 0
        conclude(index, attempt)
        return
      }
      giveUp("the \(side) accepts no more connections: \(attempt.reason ?? "")", isAlive: true)
    }
    guard end == nil else {
      conclude(index, attempt)
      return
    }
    // As many as are running now found room.
    if pace.reduce(to: max(1, running)) { run.observer(.reducedJobs(jobs)) }
    waiting.append(index)
  }

  /// Takes note of an attempt; a case that did not pass is run again.
  private mutating func conclude(_ index: Int, _ attempt: CaseAttempt) {
    if further != nil {
      further?[index, default: []].append(attempt)
      return
    }
    let all = attempts[index, default: []] + [attempt]
    attempts[index] = all
    var left = outstanding[index, default: 1] - 1
    if left == 0, all.count < Self.attemptsAtFailure, all.contains(where: \.verdict.isProblem) {
      left = Self.attemptsAtFailure - all.count
      waiting += Array(repeating: index, count: left)
    }
    outstanding[index] = left
    if left == 0 { finish(index, CaseReport(run.cases[index].entry, all)) }
  }

  private mutating func finish(_ index: Int, _ report: CaseReport) {
    reports[index] = report
    if run.options.failsFast, run.options.standing(of: report) == .unexpectedFailure {
      end = end ?? "an earlier case failed (--fail-fast)"
    }
    run.observer(.finished(report))
  }

  /// A case that could not begin may be the first after the party's end.
  private mutating func checkParty() async {
    guard end == nil else { return }
    let last = await run.runner.look()
    guard last.verdict != .pass, !last.isCrowdedOut else { return }
    let isAlive = last.conversations.contains { $0.transcript.events.contains(where: \.isReply) }
    giveUp(run.runner.problem(last), isAlive: isAlive)
  }

  /// Begins nothing more; a party that refuses every connection after it was provoked has not failed by that.
  private mutating func giveUp(_ problem: String, isAlive: Bool) {
    if isAlive, stage != .fair {
      isTurnedAway = true
      end = end ?? "the \(side) has refused every client since: \(problem)"
      return
    }
    self.problem = self.problem ?? problem
    end = end ?? "the \(side) is no longer usable"
  }

  private var side: String { run.runner.party.side.rawValue }
}

extension ConversationEvent {
  /// Whether it is a reply.
  fileprivate var isReply: Bool { if case .reply = content { true } else { false } }
}
