import FTPConversation
import FTPProtocol

/// When each case is attempted: several at a time, again if it did not pass, and later if the party had no room for it.
///
/// Cases that provoke come last, when all others have ended, because a party may refuse every connection after them.
/// They are run in stages of their own (``Stage``); in between, the run does what such a party would no longer allow.
struct CaseSchedule<Runner: CaseRunner> {
  /// How often a case that does not pass is run.
  private static var attemptsAtFailure: Int { 3 }
  /// How many attempts in a row may find no room; the pauses between them grow.
  private static var mostRefusals: Int { 12 }

  /// Cases that are run together; all of them end before the next stage begins.
  enum Stage: Hashable, CaseIterable {
    /// Cases that do not provoke.
    case fair
    /// Cases that provoke, and leave something that must be removed.
    case provokingWithTraces
    /// The other cases that provoke.
    case provoking
  }

  private let run: CaseRun<Runner>
  /// The order in which cases of the same stage are run.
  private let order: [Int]
  /// Indices of cases still to be attempted, the next one last.
  private var waiting: [Int] = []
  private var stage = Stage.fair
  private var attempts: [Int: [CaseAttempt]] = [:]
  /// The attempts of cases that are run again as sources of other cases' findings; nil while cases are run for
  /// themselves.
  private var further: [Int: [CaseAttempt]]?
  /// How many attempts at each case are wanted and have not ended.
  private var outstanding: [Int: Int]
  private var reports: [Int: CaseReport] = [:]
  /// How many attempts in a row found no room.
  private var refusals = 0
  /// Whether the party has refused every connection since it was provoked.
  private(set) var isTurnedAway = false
  /// Why no more attempts are started; nil while they are.
  private var end: String?
  /// How many cases are run at the same time.
  private var pace: Pace
  /// Why the party is no longer usable; nil if it is.
  private(set) var problem: String?

  init(_ run: CaseRun<Runner>) {
    self.run = run
    var order = Array(run.cases.indices)
    if let seed = run.options.seed {
      var generator = SeededGenerator(seed: seed)
      order.shuffle(using: &generator)
    }
    // Slow cases begin first, so that no stage ends with a single slow case running alone.
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
    // Provocations do not show how many cases the party has room for.
    if stage != .fair { pace.keep() }
    await runWaiting()
  }

  private func stage(of index: Int) -> Stage {
    if run.cases[index].entry.traffic != .provoking { return .fair }
    return run.runner.leavesTraces(run.cases[index]) ? .provokingWithTraces : .provoking
  }

  /// The reports in the order of the cases, including cases that were not run.
  var results: [CaseReport] {
    run.cases.indices.map { index in
      if isTurnedAway, let attempts = attempts[index], attempts.contains(where: { $0.verdict == .error }) {
        // An attempt that was refused has tried nothing.
        let tried = attempts.filter { $0.verdict != .error }
        let entry = run.cases[index].entry
        return tried.isEmpty ? CaseReport(entry, skipped: end ?? "not run") : CaseReport(entry, tried)
      }
      if let report = reports[index] { return report }
      guard let attempts = attempts[index] else {
        return CaseReport(run.cases[index].entry, skipped: end ?? "not run")
      }
      // A case that was running when the party became unusable has no verdict on it.
      if let problem, attempts.contains(where: \.verdict.isProblem) {
        return CaseReport(
          run.cases[index].entry, verdict: .error,
          reason: "the \(side) became unusable during this case: \(problem)",
          attempts: attempts)
      }
      return CaseReport(run.cases[index].entry, attempts)
    }
  }

  /// Runs cases again until each has been run as often as a failing case, and returns these attempts; the cases' own
  /// reports do not change.
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
    // The seed depends on the id, not on the position, so that a case that is run alone sends the same bytes.
    let seed = (run.options.seed ?? 0) &+ run.cases[index].id.seed
    run.observer(.started(run.cases[index].entry.id))
    return { [run] in await run.runner.attempt(run.cases[index], seed: seed) }
  }

  /// How long to wait before the next attempt; nil unless the last one found no room.
  private var pause: Duration? {
    refusals == 0 ? nil : .milliseconds(20 << min(refusals, 6)) * run.options.timeoutScale
  }

  private mutating func settle(_ index: Int, _ attempt: CaseAttempt, _ running: Int) async {
    // What did not come before an attempt was stopped says nothing about the party.
    if Task.isCancelled, attempt.verdict != .pass { return }
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
      // A server with room for one session, but not for all the sessions of this case, does not refuse the tester.
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
    // The attempts that are running now did find room.
    if pace.reduce(to: max(1, running)) { run.observer(.reducedJobs(jobs)) }
    waiting.append(index)
  }

  /// Records an attempt; a case that did not pass is run again.
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

  /// Checks the party after a case that could not run, which may be the first sign that the party is gone.
  private mutating func checkParty() async {
    guard end == nil else { return }
    let last = await run.runner.look()
    guard last.verdict != .pass, !last.isCrowdedOut else { return }
    let isAlive = last.conversations.contains { $0.transcript.events.contains(where: \.isReply) }
    giveUp(run.runner.problem(last), isAlive: isAlive)
  }

  /// Starts no more attempts; if the party refuses connections after it was provoked, that is not a failure.
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
  /// Whether the event is a reply.
  fileprivate var isReply: Bool { if case .reply = content { true } else { false } }
}
