import FTPConversation
import FTPProtocol

/// A campaign in progress: what was found so far.
final class CampaignSearch<Target: CampaignTarget>: Sendable {
  private typealias Shown = (fault: Target.Fault, trial: Target.Trial)

  private struct State {
    var next: UInt64
    var summary: Campaign<Target>.Summary
    var known: Set<Target.Fault.Kind> = []
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
    state = Guarded(
      State(next: campaign.bounds.firstRun, summary: .init(coverage: CampaignCoverage(target.possible))))
    tell(.began(target))
  }

  /// Looks for cases that break something until a bound is reached.
  func run() async -> Campaign<Target>.Summary {
    if let (tried, trial) = target.first { await note(trial, of: tried, run: nil) }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<max(1, campaign.jobs) { group.addTask { await self.work() } }
    }
    let leftovers = await target.end()
    return state.withLock { state in
      state.summary.leftovers = leftovers
      state.summary.duration = .now - start
      return state.summary
    }
  }

  /// Makes one run after the other, at the same time as other workers.
  private func work() async {
    var generator = target.makeGenerator(seed: campaign.bounds.seed)
    let slot = campaign.rate.map { Duration.seconds(1) / max(1, $0) } ?? .zero
    while !Task.isCancelled, let (run, coverage) = next() {
      let began = ContinuousClock.now
      let (tried, trial) = await target.attempt(run, &generator, coverage)
      guard !Task.isCancelled else { return }
      let summary = state.withLock { state in
        state.barren = state.summary.coverage.add(trial.ways) > 0 ? 0 : state.barren + 1
        state.summary.runs += 1
        state.summary.problem = state.summary.problem ?? trial.problem
        return state.summary
      }
      tell(.progress(runs: summary.runs, .now - start, summary.coverage))
      await note(trial, of: tried, run: run)
      let left = slot - (ContinuousClock.now - began)
      if left > .zero { try? await Task.sleep(for: left) }
    }
  }

  /// The number of the next run; nil if a bound is reached.
  private func next() -> (UInt64, CampaignCoverage<Target.Way>)? {
    if campaign.bounds.isOver(since: start) { return nil }
    return state.withLock { state in
      guard state.summary.problem == nil, campaign.sought == nil || state.summary.findings.isEmpty,
        state.barren < campaign.patienceForCoverage ?? .max, state.next < campaign.bounds.end
      else { return nil }
      defer { state.next += 1 }
      return (state.next, state.summary.coverage)
    }
  }

  /// Minimizes the new faults of a run.
  private func note(_ trial: Target.Trial, of tried: Target.Case, run: UInt64?) async {
    for fault in trial.faults where isNew(fault.kind) {
      tell(.broken(fault))
      let finding = await minimize(tried, (fault, trial), run: run)
      guard target.isAccident(finding) else {
        tell(.found(finding))
        state.withLock { $0.summary.findings.append(finding) }
        continue
      }
      // Another case may show a fault of this kind for certain.
      state.withLock { state in
        state.accidents += 1
        if state.accidents < Target.mostAccidents { state.known.remove(fault.kind) }
      }
    }
  }

  private func isNew(_ kind: Target.Fault.Kind) -> Bool {
    guard campaign.sought?(kind) ?? true else { return false }
    return state.withLock { state in
      state.known.count { $0.oracle == kind.oracle } < kind.oracle.mostKinds
        && state.known.insert(kind).inserted
    }
  }
}

// How findings are minimized.
extension CampaignSearch {
  private func minimize(_ tried: Target.Case, _ found: Shown, run: UInt64?) async -> Target.Finding {
    let kind = found.fault.kind
    var last = found
    var deadline = ContinuousClock.now + campaign.shorteningLimit
    if let time = campaign.bounds.time {
      deadline = min(deadline, max(start + time, .now) + campaign.graceLimit)
    }
    func shows(_ candidate: Target.Case) async -> Bool {
      let trial = await target.trial(candidate, minimizing: kind.oracle)
      guard let same = trial.faults.first(where: { $0.kind == kind }) else { return false }
      last = (same, trial)
      return true
    }
    // A fault that depends on timing need not show at the first attempt.
    var isRepeatable = false
    var attempts = 0
    while attempts < min(campaign.trials, campaign.shortenings), !isRepeatable, found.trial.problem == nil,
      ContinuousClock.now < deadline, !Task.isCancelled
    {
      attempts += 1
      isRepeatable = await shows(tried)
    }
    let budget = isRepeatable ? campaign.shortenings - attempts : 0
    var search = Minimizer(tried, budget: budget, Target.Case.passes)
    while ContinuousClock.now < deadline, !Task.isCancelled, let candidate = search.next() {
      search.answer(await shows(candidate))
    }
    var smallest = search.kept
    let trials = found.trial.problem == nil ? campaign.trials : 0
    var again = await repetitions(of: smallest, trials, kind)
    if again.isEmpty, smallest != tried, Target.retriesOriginal {
      smallest = tried
      last = found
      again = await repetitions(of: smallest, trials, kind)
    }
    last = again.last ?? last
    return Target.Finding(
      fault: last.fault, run: run, smallest: smallest, originalSize: tried.size, trials: trials,
      shown: again.count, transcript: last.trial.transcript, output: last.trial.output)
  }

  /// The repetitions of a case that showed the same fault.
  private func repetitions(of tried: Target.Case, _ count: Int, _ kind: Target.Fault.Kind) async -> [Shown] {
    await withTaskGroup(of: Target.Trial.self) { group in
      var started = 0
      func start() {
        guard started < count, !Task.isCancelled else { return }
        started += 1
        group.addTask { await self.target.trial(tried, minimizing: nil) }
      }
      for _ in 0..<min(count, target.mostAtOnce(tried)) { start() }
      var shown: [Shown] = []
      for await trial in group {
        if let fault = trial.faults.first(where: { $0.kind == kind }) { shown.append((fault, trial)) }
        start()
      }
      return shown
    }
  }
}
