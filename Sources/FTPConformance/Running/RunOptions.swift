import FTPProtocol

/// How cases are run, for either role.
public struct RunOptions: Hashable, Sendable {
  /// How many cases run at the same time; fewer if the party under test has no room for them.
  ///
  /// Nil chooses a suitable number: for a server 8, and up to 32 if that makes the run faster; for a client 4 for each
  /// processor, up to 16.
  public var jobs: Int?
  /// How often each case is run; if the results differ, it is flaky.
  public var repetitions = 1
  /// Shuffles the order of cases, and changes the random bytes that they send; nil keeps the order of the catalogue.
  public var seed: UInt64?
  /// Whether to stop at the first failure that is not in the baseline.
  public var failsFast = false
  /// The level at which a problem is a failure.
  public var level = CaseLevel.must
  /// The known problems; nil if nothing is compared.
  public var baseline: BaselineComparison?
  /// How a flaky case counts; nil for the default: a warning next to a baseline, which would otherwise fail now and then,
  /// and a failure without one.
  public var flaky: FlakyPolicy?
  /// The only requirements that the run is about; empty for all.
  ///
  /// If there are any, the report has the cases about all traffic that cite them, and what the traffic of the cases
  /// that are run shows about them.
  public var judged: [RequirementID] = []
  /// Which shard of a run this is; nil for a whole run.
  public var shard: CaseSelection.Shard?
  /// The factor for every time-out.
  public var timeoutScale = 1.0
  /// How long, after the run, to look for the smallest conversation that shows each new finding; not at all by default.
  public var minimizing = Duration.zero
  /// Whether the report has what is needed to judge each attempt again; see ``RecordedRun``.
  package var isRecorded = false
  /// How long a run that was stopped may tidy up, even if the server is silent.
  package var farewell = Self.usualFarewell
  /// Less than the second in which a run has to end.
  static let usualFarewell = Duration.milliseconds(900)

  /// Makes the default options.
  public init() {}

  /// The standing of a case relative to the baseline or, without one, whether it failed.
  func standing(of report: CaseReport) -> BaselineComparison.Standing? {
    let fails = fails(report)
    if let baseline { return baseline.standing(of: report, failing: fails) }
    return fails ? .unexpectedFailure : nil
  }

  /// Whether a problem that is not known fails the run.
  private func fails(_ report: CaseReport) -> Bool {
    guard let severity = report.severity else { return false }
    guard report.verdict == .flaky else { return severity >= level }
    switch flaky ?? (baseline == nil ? .fail : .warn) {
    case .fail: return severity >= level
    case .warn: return min(severity, .should) >= level
    case .ignore: return false
    }
  }
}
