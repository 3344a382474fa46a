import FTPConversation

/// A campaign in progress: what was found so far.
final class CampaignSearch<Target: CampaignTarget>: Sendable {
  private typealias Shown = (fault: Target.Fault, trial: Target.Trial)
  /// A fault, and the case of the run that broke it; the run is nil if the case was given.
  private typealias Broken = (tried: Target.Case, shown: Shown, run: UInt64?)

  private struct State {
    var next: UInt64
    /// The run after the last that is made.
    var end: UInt64
    var summary: Campaign<Target>.Summary
    var known: Set<Target.Fault.Kind> = []
    /// Of faults the first of which ends the campaign, that of the earliest run.
    var earliest: Broken?
    /// How many runs in a row have met nothing new.
    var barren = 0
    var accidents = 0
  }

  private let campaign: Campaign<Target>
  private let target: Target
  private let tell: @Sendable (Campaign<Target>.Event) -> Void
  private let start: ContinuousClock.Instant
  private let state: Guarded<State>

  init(
    _ campaign: Campaign<Target>, _ target: Target, since start: ContinuousClock.Instant,
    _ tell: @escaping @Sendable (Campaign<Target>.Event) -> Void
  ) {
    self.campaign = campaign
    self.target = target
    self.tell = tell
    self.start = start
    let bounds = campaign.bounds
    state = Guarded(
      State(
        next: bounds.firstRun, end: bounds.end,
        summary: Campaign.Summary(coverage: CampaignCoverage(target.possible))))
    tell(.began(target))
  }

  /// Looks for cases that break something until a bound is reached.
  func run() async -> Campaign<Target>.Summary {
    if let (tried, trial) = target.first { await note(trial, of: tried, run: nil) }
    await tryGiven()
    repeat {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<max(1, campaign.jobs) { group.addTask { await self.work() } }
      }
    } while await settle()
    let leftovers = await target.end()
    return state.withLock { state in
      state.summary.leftovers = leftovers
      state.summary.duration = .now - start
      return state.summary
    }
  }

  /// Tries the cases that were given.
  private func tryGiven() async {
    guard !campaign.given.isEmpty else { return }
    var worker = target.makeWorker(seed: campaign.bounds.seed)
    for given in campaign.given where !Task.isCancelled && state.withLock({ $0.earliest == nil }) {
      let (tried, trial) = await target.attempt(given: given, &worker)
      state.withLock { $0.summary.count(trial) }
      await note(trial, of: tried, run: nil)
    }
  }

  /// Makes some runs after others, at the same time as other workers.
  private func work() async {
    var worker = target.makeWorker(seed: campaign.bounds.seed)
    let slot = campaign.rate.map { Duration.seconds(1) / max(1, $0) } ?? .zero
    // As many runs at once as take a moment, because what all workers share takes longer than a run of a parser.
    var count = min(32, Target.mostRuns)
    while !Task.isCancelled, let (runs, coverage) = next(count) {
      let began = ContinuousClock.now
      let attempts = await target.attempt(runs, &worker, coverage)
      guard !Task.isCancelled, let last = attempts.last else { return }
      count = .now - began < .milliseconds(50) ? min(2 * count, Target.mostRuns) : max(1, count / 2)
      let summary = state.withLock { state in
        for attempt in attempts {
          state.barren = state.summary.coverage.add(attempt.trial.ways) > 0 ? 0 : state.barren + 1
          state.summary.count(attempt.trial)
        }
        state.summary.runs += Int(last.run - runs.lowerBound) + 1
        return state.summary
      }
      tell(.progress(runs: summary.runs, .now - start, summary.coverage))
      for (run, tried, trial) in attempts { await note(trial, of: tried, run: run) }
      let left = slot - (ContinuousClock.now - began)
      if left > .zero { try? await Task.sleep(for: left) }
    }
  }

  /// The numbers of the next runs, at most so many; nil if a bound is reached.
  private func next(_ count: UInt64) -> (Range<UInt64>, CampaignCoverage<Target.Way>)? {
    let isOver = campaign.bounds.time.map { .now - start >= $0 } ?? false
    return state.withLock { state in
      // Something is tried even if the machine is so busy that the time is up before.
      guard !isOver || state.next == campaign.bounds.firstRun, state.summary.problem == nil,
        state.barren < campaign.patienceForCoverage ?? .max, state.next < state.end
      else { return nil }
      let first = state.next
      state.next += min(count, state.end - first)
      return (first..<state.next, state.summary.coverage)
    }
  }

  /// Minimizes the new faults of a run, or keeps the first for the end of the campaign if that is all that is sought.
  private func note(_ trial: Target.Trial, of tried: Target.Case, run: UInt64?) async {
    guard let sought = campaign.sought else {
      for fault in trial.faults where isNew(fault.kind) { await find((tried, (fault, trial), run)) }
      return
    }
    guard let fault = trial.faults.first(where: { sought($0.kind) }) else { return }
    state.withLock { state in
      // Earlier runs are still made, so that what is found does not depend on the number of workers.
      guard state.earliest == nil || run ?? 0 < state.end else { return }
      state.earliest = (tried, (fault, trial), run)
      state.end = run ?? 0
    }
  }

  /// Minimizes the fault that ends the campaign; whether the campaign goes on, because it was an accident.
  private func settle() async -> Bool {
    guard let earliest = state.withLock({ $0.earliest.take() }) else { return false }
    state.withLock { $0.end = campaign.bounds.end }
    return await !find(earliest) && state.withLock { $0.accidents < Target.mostAccidents }
  }

  /// Minimizes a fault and reports it; false if it was an accident.
  @discardableResult
  private func find(_ broken: Broken) async -> Bool {
    let fault = broken.shown.fault
    tell(.broken(fault))
    let finding = await minimize(broken)
    guard target.isAccident(finding) else {
      tell(.found(finding))
      state.withLock { $0.summary.findings.append(finding) }
      return true
    }
    // Another case may show a fault of this kind for certain.
    state.withLock { state in
      state.accidents += 1
      if state.accidents < Target.mostAccidents { state.known.remove(fault.kind) }
    }
    return false
  }

  private func isNew(_ kind: Target.Fault.Kind) -> Bool {
    state.withLock { state in
      state.known.count { $0.oracle == kind.oracle } < kind.oracle.mostKinds
        && state.known.insert(kind).inserted
    }
  }
}

// How findings are minimized.
extension CampaignSearch {
  private func minimize(_ broken: Broken) async -> Target.Finding {
    let (tried, found, run) = broken
    var last = found
    var worker = target.makeWorker(seed: campaign.bounds.seed)
    var deadline = ContinuousClock.now + campaign.shorteningLimit
    if let time = campaign.bounds.time {
      deadline = min(deadline, max(start + time, .now) + campaign.graceLimit)
    }
    func shows(_ candidate: Target.Case) async -> Bool {
      let trial = await target.trial(candidate, minimizing: found.fault.kind.oracle, &worker)
      guard let same = trial.faults.first(where: { Target.isSame(found.fault, $0) }) else { return false }
      last = (same, trial)
      return true
    }
    // A fault that depends on timing need not show at the first attempt.
    var isRepeatable = false
    var attempts = 0
    let shortenings = min(campaign.shortenings, found.fault.kind.oracle.mostShortenings)
    while attempts < min(campaign.trials, shortenings), !isRepeatable, found.trial.problem == nil,
      ContinuousClock.now < deadline, !Task.isCancelled
    {
      attempts += 1
      isRepeatable = await shows(tried)
    }
    let budget = isRepeatable ? shortenings - attempts : 0
    var search = Minimizer(tried, budget: budget, Target.Case.passes)
    while ContinuousClock.now < deadline, !Task.isCancelled, let candidate = search.next() {
      search.answer(await shows(candidate))
    }
    var smallest = search.kept
    let trials = found.trial.problem == nil ? campaign.trials : 0
    var again = await repetitions(of: smallest, trials, found.fault)
    if again.isEmpty, smallest != tried, Target.retriesOriginal {
      smallest = tried
      last = found
      again = await repetitions(of: smallest, trials, found.fault)
    }
    last = again.last ?? last
    return Target.Finding(
      fault: last.fault, run: run, smallest: smallest, originalSize: tried.size, trials: trials,
      shown: again.count, transcript: last.trial.transcript, output: last.trial.output)
  }

  /// The repetitions of a case that showed the same fault.
  private func repetitions(of tried: Target.Case, _ count: Int, _ fault: Target.Fault) async -> [Shown] {
    await withTaskGroup(of: Target.Trial.self) { group in
      var started = 0
      func start() {
        guard started < count, !Task.isCancelled else { return }
        started += 1
        group.addTask { [self] in
          var worker = target.makeWorker(seed: campaign.bounds.seed)
          return await target.trial(tried, minimizing: nil, &worker)
        }
      }
      for _ in 0..<min(count, target.mostAtOnce(tried)) { start() }
      var shown: [Shown] = []
      for await trial in group {
        if let same = trial.faults.first(where: { Target.isSame(fault, $0) }) { shown.append((same, trial)) }
        start()
      }
      return shown
    }
  }
}
