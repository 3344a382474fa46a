import FTPConversation
import FTPProtocol

/// When each case is attempted: several at a time, and again, with few others, if it did not pass or relied on pauses.
///
/// It comes later if the party had no room for it. It is alone where results differ, or where it got no answer in time and
/// others may be the reason.
///
/// Cases that provoke come last, when all others have ended, because a party may refuse every connection after them.
/// They are run in stages of their own (``Stage``); in between, the run does what such a party would no longer allow.
struct CaseSchedule<Runner: CaseRunner> {
  /// How often a case that does not pass is run.
  private static var attemptsAtFailure: Int { 3 }
  /// How many attempts in a row may find no room; the pauses between them grow.
  private static var mostRefusals: Int { 12 }
  /// How often to look at a party that does not answer; the pauses between the looks grow.
  private static var mostLooks: Int { 4 }

  /// Cases that are run together; all of them end before the next stage begins.
  enum Stage: Hashable, CaseIterable {
    /// Cases that do not provoke.
    case fair
    /// Cases that provoke, and leave something that must be removed.
    case provokingWithTraces
    /// The other cases that provoke.
    case provoking
  }

  /// Beside how many others a case runs.
  private enum Company { case many, few, none }

  private let run: CaseRun<Runner>
  /// The order in which cases of the same stage are run.
  private let order: [Int]
  /// Indices of cases still to be attempted, the next one last.
  private var waiting: [Int] = []
  /// Indices of cases to be attempted again in less company.
  private var suspects: [Int] = []
  /// Beside how many others cases run now.
  private var company = Company.many
  private var course = Course()
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
  /// How long the parts of the run have taken so far.
  var timings: [RunTiming] = []

  init(_ run: CaseRun<Runner>) {
    self.run = run
    var order = Array(run.cases.indices)
    if let seed = run.options.seed {
      var generator = SeededGenerator(seed: seed)
      order.shuffle(using: &generator)
    }
    self.order = (0..<4).flatMap { rank in order.filter { run.cases[$0].entry.rank == rank } }
    let count = max(1, run.options.repetitions)
    outstanding = Dictionary(uniqueKeysWithValues: order.map { ($0, count) })
    let jobs = max(1, run.options.jobs ?? run.runner.suitableJobs)
    pace = Pace(jobs: jobs, atMost: run.options.jobs ?? max(jobs, run.runner.mostJobs))
  }

  /// How many cases are run at the same time.
  var jobs: Int { pace.jobs }

  mutating func run(_ stage: Stage) async {
    self.stage = stage
    let count = max(1, run.options.repetitions)
    waiting = order.reversed().filter { self.stage(of: $0) == stage }
      .flatMap { Array(repeating: $0, count: count) }
    // Provocations do not show how many cases the party has room for.
    if stage != .fair { pace.keep() }
    repeat {
      await runWaiting()
      let rest = waiting
      recallSuspects()
      await runCalmly()
      waiting = rest
    } while !waiting.isEmpty && end == nil
    tellOfBystanders()
  }

  /// Runs the waiting cases so that they do not disturb each other: beside few others and then, where that shows too
  /// little, alone.
  private mutating func runCalmly() async {
    defer { company = .many }
    for company in [Company.few, .none] where !waiting.isEmpty {
      self.company = company
      // A party that was stalled may still be.
      if waiting.contains(where: { attempts[$0, default: []].contains(where: \.isStalled) }) {
        await checkParty()
      }
      await runWaiting()
      recallSuspects()
    }
  }

  /// Makes suspects the waiting cases, the longest first, so that the others run beside them.
  private mutating func recallSuspects() {
    waiting = suspects.sorted { left, right in
      let (left, right) = (attempts[left]?.last?.duration, attempts[right]?.last?.duration)
      return (left ?? .zero) < (right ?? .zero)
    }
    suspects = []
  }

  /// Tells cases that stall the party, as they also do alone, which others got no answer in time meanwhile.
  private mutating func tellOfBystanders() {
    let places = Dictionary(uniqueKeysWithValues: run.cases.indices.map { (run.cases[$0].id, $0) })
    var bystanders: [Int: [CaseID]] = [:]
    for index in run.cases.indices where stage(of: index) == stage {
      guard let waiting = reports[index]?.disturbedAttempt, waiting.isStalled else { continue }
      for id in waiting.beside {
        guard let place = places[id] else { continue }
        let isCulprit = attempts[place, default: []].contains {
          $0.isAlone && $0.isStalled && $0.beside.isEmpty
        }
        if isCulprit { bystanders[place, default: []].append(run.cases[index].id) }
      }
    }
    for (place, ids) in bystanders { reports[place]?.tell(bystanders: ids) }
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
      // Nothing is certain of a case that was running when the first failure ended the run.
      if run.options.failsFast, isUncertain(CaseReport(run.cases[index].entry, attempts)) {
        return CaseReport(run.cases[index].entry, skipped: end ?? "not run")
      }
      // A case that was running when the party became unusable has no verdict on it, nor has one whose result could not
      // be confirmed.
      if let problem, attempts.contains(where: \.verdict.isProblem) {
        let isLost = attempts.contains { $0.verdict == .error || $0.isCutOff }
        let seen = attempts.lazy.flatMap(\.findings).first.map { ": \($0.line)" } ?? ""
        return CaseReport(
          run.cases[index].entry, verdict: isLost ? .error : .skipped,
          reason: isLost
            ? "the \(side) became unusable during this case: \(problem)"
            : "the \(side) became unusable before this could be tried again\(seen)",
          attempts: attempts)
      }
      return CaseReport(run.cases[index].entry, attempts)
    }
  }

  /// Runs cases again, alone, until each has been run as often as a failing case, and returns these attempts; the cases'
  /// own reports do not change.
  mutating func runAgain(_ indices: [Int]) async -> [Int: [CaseAttempt]] {
    further = [:]
    waiting = indices.reversed().flatMap { index in
      Array(repeating: index, count: max(0, Self.attemptsAtFailure - (attempts[index]?.count ?? 0)))
    }
    await runCalmly()
    defer { further = nil }
    return further ?? [:]
  }

  private mutating func runWaiting() async {
    guard !waiting.isEmpty else { return }
    let start = ContinuousClock.now
    var timing = RunTiming("")
    defer { timings.note(RunTiming(part, start.duration(to: .now), of: timing)) }
    await withTaskGroup(of: (Course.Run, CaseAttempt).self) { group in
      while true {
        while course.running.count < places, let index = next() {
          let pause = self.pause
          let attempt = attempting(index)
          let started = course.start(index)
          group.addTask {
            if let pause { try? await Task.sleep(for: pause) }
            return (started, await attempt())
          }
        }
        if needsLook {
          let (runner, started) = (run.runner, course.start(nil))
          let pause = Self.pauseBetweenLooks * run.options.timeoutScale
          group.addTask {
            try? await Task.sleep(for: pause)
            return (started, await runner.look())
          }
        }
        guard let (ended, result) = await group.next() else { return }
        var attempt = result
        let (others, wasServed) = course.end(ended, isServed: !attempt.saysNothing)
        guard let index = ended.index else { continue }
        attempt.isAlone = isAlone || company == .few && (!attempt.saysNothing || wasServed)
        if attempt.isStalled || attempt.verdict == .error {
          attempt.beside = others.sorted().map { run.cases[$0].id }
        }
        if company == .many { pace.noteEnd(at: .now) }
        timing.add(attempt, at: run.cases[index].id)
        await settle(index, attempt, course.runningCases)
      }
    }
  }

  /// What is run now, in words for users.
  private var part: String {
    if further != nil { return "to see again what broke a rule in the traffic of others" }
    let cases = "for the cases" + (stage == .fair ? "" : " that provoke")
    return company == .many
      ? cases : cases + " that were run again " + (company == .few ? "beside few others" : "alone")
  }

  private static var pauseBetweenLooks: Duration { .milliseconds(300) }

  /// How many attempts may run at the same time.
  private var places: Int {
    switch company {
    case .many: jobs
    case .few: min(jobs, run.runner.calmJobs)
    case .none: run.runner.mayStall ? 1 : min(jobs, run.runner.calmJobs)
    }
  }

  /// Whether nothing else will show if the party still serves others, while a case waits again for what did not come.
  private var needsLook: Bool {
    company == .few && run.runner.mayStall && !course.isLooking && end == nil && course.running.count < jobs
      && course.running.contains { run in
        run.index.map { attempts[$0, default: []].contains(where: \.isStalled) } ?? false
      }
  }

  /// Whether no case that runs now is disturbed by another.
  private var isAlone: Bool { jobs == 1 || company == .none || company == .few && !run.runner.mayStall }

  /// Takes the next case whose needs are met.
  private mutating func next() -> Int? {
    if Task.isCancelled, end == nil { end = "the run was interrupted" }
    // Whether the first failure is one must be known before anything else is run.
    if run.options.failsFast, company == .many, !suspects.isEmpty { return nil }
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
    let isCalm = company != .many || jobs == 1
    return { [run] in await run.runner.attempt(run.cases[index], seed: seed, isCalm: isCalm) }
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
      if company == .none, attempt.isStalled { await checkParty() }
      return
    }
    guard attempt.isCrowdedOut else {
      conclude(index, attempt)
      await checkParty()
      return
    }
    // Beside attempts that found room, a refusal says only that there is no room for more.
    if running == 0 { refusals += 1 }
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
    if pace.reduce(to: max(1, running)) { run.observer(.reducedJobs(jobs)) }
    waiting.append(index)
  }

  /// Records an attempt; a case whose result is not certain is run again in less company.
  private mutating func conclude(_ index: Int, _ attempt: CaseAttempt) {
    if further != nil {
      further?[index, default: []].append(attempt)
      return
    }
    let all = attempts[index, default: []] + [attempt]
    attempts[index] = all
    let left = outstanding[index, default: 1] - 1
    let report = CaseReport(run.cases[index].entry, all)
    let isUncertain = isUncertain(report)
    outstanding[index] = max(left, isUncertain ? 1 : 0)
    guard left == 0 else { return }
    if !isUncertain {
      finish(index, report)
    } else if attempt.isAlone, company != .few || Set(all.map(\.verdict)).count == 1 {
      waiting.append(index)
    } else {
      suspects.append(index)
    }
  }

  /// Whether a case needs another attempt, alone.
  private func isUncertain(_ report: CaseReport) -> Bool {
    let all = report.attempts
    let alone = all.filter(\.isAlone)
    guard all.contains(where: \.verdict.isProblem) else {
      if run.options.standing(of: report) == .unexpectedPass { return all.count < Self.attemptsAtFailure }
      // What was skipped says nothing that a pause could make wrong.
      return alone.isEmpty && all.contains { $0.reliesOnPause && $0.verdict != .skipped }
    }
    // An answer that does not come alone either takes long each time, and a third time shows no more.
    if all.count > 1, !alone.isEmpty, all.allSatisfy(\.isStalled) { return false }
    return alone.isEmpty || all.count < Self.attemptsAtFailure
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
    var last = await run.runner.look()
    for look in 1..<Self.mostLooks where last.verdict != .pass && !last.isCrowdedOut {
      let pause = Duration.milliseconds(100 << (2 * look)) * run.options.timeoutScale
      guard (try? await Task.sleep(for: pause)) != nil else { return }
      last = await run.runner.look()
    }
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
    // One of the cases whose connections were lost may have brought it down.
    let lost = attempts.keys.sorted().compactMap { LastSeen(run.cases[$0].id, attempts[$0]?.last) }
    self.problem = self.problem ?? problem + LastSeen.words(of: lost)
    end = end ?? "the \(side) is no longer usable"
  }

  private var side: String { run.runner.party.side.rawValue }
}

extension ConversationEvent {
  fileprivate var isReply: Bool { if case .reply = content { true } else { false } }
}
