/// The results of a run's cases, compared with a baseline.
///
/// A run is worse than its baseline if a case has a problem that is not listed, or a problem other than the listed one.
/// It is better if a listed case no longer has a problem, or only a warning. Three results are neither:
///
/// - A case that was skipped or not run keeps its line.
/// - A case that is listed as flaky may have any verdict.
/// - A listed warning about the traffic of all cases is as listed even if no case provoked it this time.
/// - A listed case that has a problem beside other cases, but not alone, is as listed.
/// - A listed case that is flaky this time has failed at least once, as listed.
///
/// A case that the tester could not finish says nothing about the party under test, and is a failure unless listed as
/// an error.
public struct BaselineComparison: Hashable, Sendable {
  /// The standing of a case relative to the baseline.
  package enum Standing: String, Hashable, Sendable, Codable, CaseIterable {
    /// It has the listed problem.
    case known
    /// Its problem is not listed, or differs from the listed one, and matters at the level of the run.
    case unexpectedFailure = "unexpected-failure"
    /// It is listed, but has no problem or a lesser one.
    case unexpectedPass = "unexpected-pass"
    /// It is listed, but was skipped.
    case untested
  }

  /// The baseline's name: its file.
  public let name: String
  /// The day of the comparison, in UTC.
  public let today: CalendarDate
  /// The entries whose last day is in the past: they are ignored.
  public let expired: [Baseline.Entry]
  /// The entries that name no existing case.
  public let unknown: [Baseline.Entry]
  /// How many of them are reported one by one: a whole file of them is another mistake.
  public static let mostUnknownShown = 20
  /// The entries without a reason.
  public let unexplained: [Baseline.Entry]
  private let listed: [CaseID: Baseline.Entry]

  /// Prepares a comparison; `cases` are the existing ones.
  public init(
    _ baseline: Baseline, name: String, on today: CalendarDate, cases: [ConformanceCase] = CaseCatalogue.all
  ) {
    let ids = Set(cases.map(\.id))
    self.name = name
    self.today = today
    expired = baseline.entries.filter { $0.isExpired(on: today) }
    unknown = baseline.entries.filter { !ids.contains($0.id) }
    unexplained = baseline.entries.filter(\.reason.isEmpty)
    listed = Dictionary(baseline.entries.map { ($0.id, $0) }) { first, _ in first }
  }

  /// The entry of a case, expired or not.
  public func entry(_ id: CaseID) -> Baseline.Entry? { listed[id] }

  /// The standing of a case; nil if it is not listed and has no problem that fails a run.
  ///
  /// `isFailure` says whether its problem, if it is not listed, fails the run.
  func standing(of report: CaseReport, failing isFailure: Bool) -> Standing? {
    guard let entry = listed[report.entry.id], !entry.isExpired(on: today) else {
      return isFailure ? .unexpectedFailure : nil
    }
    if report.verdict == .skipped { return .untested }
    if entry.verdict == .flaky || entry.verdict == report.verdict || report.verdict == .flaky {
      return .known
    }
    // A case that has its problem only beside others is not better for certain.
    if report.disturbedAttempt != nil { return .known }
    // Nor is one that warns of the traffic of others, which differs from run to run.
    if !report.verdict.isProblem, entry.verdict == .warn, report.entry.scope == .everything { return .known }
    if !report.verdict.isProblem || report.verdict == .warn { return .unexpectedPass }
    return isFailure ? .unexpectedFailure : .known
  }
}
