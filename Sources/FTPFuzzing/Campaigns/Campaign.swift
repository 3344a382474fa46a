/// A search for cases that break a parser, a server or a client.
package struct Campaign<Target: CampaignTarget>: Sendable {
  /// What a campaign reports while it runs.
  package enum Event: Sendable {
    /// The target was examined.
    case began(Target)
    /// The number of runs so far, the time they took, and how much has been tried.
    case progress(runs: Int, Duration, CampaignCoverage<Target.Way>)
    /// A fault was found and will be minimized.
    case broken(Target.Fault)
    /// A fault was found and minimized.
    case found(Target.Finding)
  }

  /// The result of a campaign.
  package struct Summary: Sendable {
    /// How many runs there were.
    package var runs = 0
    /// How long they took.
    package var duration = Duration.zero
    /// How much was tried.
    package var coverage: CampaignCoverage<Target.Way>
    /// The findings, in the order in which they were found.
    package var findings: [Target.Finding] = []
    /// How many cases broke each oracle.
    package var counts: [Target.Oracle: Int] = [:]
    /// What could not be removed.
    package var leftovers: [String] = []
    /// Why the campaign ended early; nil if it did not.
    package var problem: String?

    /// Runs per second.
    package var rate: Double { duration.rate(of: UInt64(runs)) }

    /// Adds the outcome of a case.
    mutating func count(_ trial: Target.Trial) {
      for oracle in Set(trial.faults.map(\.kind.oracle)) { counts[oracle, default: 0] += 1 }
      problem = problem ?? trial.problem
    }
  }

  /// What is tried.
  package var subject: Target.Subject
  /// Cases that are tried before the first run.
  package var given: [Target.Case] = []
  /// Which runs are made.
  package var bounds: CampaignBounds
  /// How many cases are tried side by side.
  package var jobs = Target.usualJobs
  /// The most runs per second of a job; nil for no bound.
  package var rate: Int?
  /// The campaign ends after this many runs that meet nothing new; nil for no bound.
  package var patienceForCoverage: Int?
  /// The only faults that are looked for, the first of which ends the campaign, whatever the number of jobs; nil for all,
  /// none of which ends it.
  package var sought: (@Sendable (Target.Fault.Kind) -> Bool)?
  /// How often a case that was found is repeated.
  package var trials = 3
  /// How many runs are made to minimize a finding.
  package var shortenings = 200
  /// How long minimizing a finding may take, and how long it may go on after the end of the campaign.
  package var shorteningLimit = Duration.seconds(60)
  package var graceLimit = Duration.seconds(10)

  package init(_ subject: Target.Subject, _ bounds: CampaignBounds) {
    self.subject = subject
    self.bounds = bounds
  }

  /// Runs the campaign.
  ///
  /// If its task is cancelled, it ends and removes all that it made.
  ///
  /// - Throws: if the campaign cannot begin.
  package func run(
    _ tell: @escaping @Sendable (Event) -> Void = { _ in }
  ) async throws(Target.Problem) -> Summary {
    let target = try await Target.start(subject)
    return await CampaignSearch(self, target, since: .now, tell).run()
  }

  /// Tries a case a few times, and returns what it breaks at least once.
  package func replay(_ tried: Target.Case) async throws(Target.Problem) -> Summary {
    let start = ContinuousClock.now
    let target = try await Target.start(subject)
    var summary = Summary(coverage: CampaignCoverage(target.possible))
    var seen: [Target.Fault.Kind: [(fault: Target.Fault, trial: Target.Trial)]] = [:]
    var order: [Target.Fault.Kind] = []
    var worker = target.makeWorker(seed: bounds.seed)
    while summary.runs < trials, summary.problem == nil, !Task.isCancelled {
      let trial = await target.trial(tried, minimizing: nil, &worker)
      summary.runs += 1
      summary.coverage.add(trial.ways)
      summary.count(trial)
      var kinds: Set<Target.Fault.Kind> = []
      for fault in trial.faults where kinds.insert(fault.kind).inserted {
        if seen[fault.kind] == nil { order.append(fault.kind) }
        seen[fault.kind, default: []].append((fault, trial))
      }
    }
    summary.findings = order.compactMap { kind in
      seen[kind]?.last.map { last in
        Target.Finding(
          fault: last.fault, run: nil, smallest: tried, originalSize: tried.size, trials: summary.runs,
          shown: seen[kind]?.count ?? 0, transcript: last.trial.transcript, output: last.trial.output)
      }
    }
    summary.leftovers = await target.end()
    summary.duration = .now - start
    return summary
  }
}
