/// How a run goes about its cases.
public struct RunOptions: Hashable, Sendable {
  /// Whether active data connections are tried.
  public enum ActiveMode: String, Hashable, Sendable, CaseIterable {
    /// Once, before the first case; where that does not work, the cases that need them are skipped.
    case auto
    /// The cases are run whether it works or not.
    case yes
    /// The cases are skipped.
    case no
  }

  /// How many cases run at the same time, each on a connection of its own; fewer where the server turns connections
  /// away.
  public var jobs = 8
  /// How often each case is run; where the results differ, it is flaky.
  public var repetitions = 1
  /// Shuffles the order in which cases are run, and what random bytes they send; nil keeps the order of the catalogue.
  public var seed: UInt64?
  /// The directory in which the scratch folder is made; nil for the one that the login begins in.
  public var scratch: String?
  /// Whether to leave out all that writes.
  public var isReadOnly = false
  /// Whether active data connections are tried.
  public var active = ActiveMode.auto
  /// Whether to stop at the first failure; what the baseline knows of is none.
  public var failsFast = false
  /// The level at which a problem is a failure.
  public var level = CaseLevel.must
  /// What was known before; nil where nothing is compared.
  public var baseline: BaselineComparison?
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
