import FTPProtocol

/// How a run goes about its cases, for either role.
public struct RunOptions: Hashable, Sendable {
  /// How many cases run at the same time; fewer where the party under test has no room for them.
  ///
  /// Nil for what suits it: 8, and up to 32 where its replies take long.
  public var jobs: Int?
  /// How often each case is run; where the results differ, it is flaky.
  public var repetitions = 1
  /// Shuffles the order in which cases are run, and what random bytes they send; nil keeps the order of the catalogue.
  public var seed: UInt64?
  /// Whether to stop at the first failure that is not in the baseline.
  public var failsFast = false
  /// The level at which a problem is a failure.
  public var level = CaseLevel.must
  /// What was known before; nil if nothing is compared.
  public var baseline: BaselineComparison?
  /// Where there are any, the run is about these requirements: what it reports are the cases about all traffic that cite
  /// them, and what the traffic of the cases that are run shows of them.
  public var judged: [RequirementID] = []
  /// The part of a run that this is; nil for the whole of one.
  public var shard: CaseSelection.Shard?
  /// A factor for every time-out.
  public var timeoutScale = 1.0

  /// Makes the default options.
  public init() {}

  /// How a case stands to the baseline, or, without one, whether it has failed.
  func standing(of report: CaseReport) -> BaselineComparison.Standing? {
    if let baseline { return baseline.standing(of: report, at: level) }
    return report.severity.map { $0 >= level } ?? false ? .unexpectedFailure : nil
  }
}
