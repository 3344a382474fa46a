import FTPProtocol
import FTPSystem

/// Everything that a run found out, from which every form of report is written.
public struct RunReport: Sendable {
  /// A need of at least one case.
  public struct NeedReport: Hashable, Sendable {
    /// The need.
    public let need: Need
    /// Why it is not met; nil if it is.
    public let reason: String?
  }

  /// The tested party.
  public internal(set) var party: TestedParty
  /// The options of the run.
  public var options: RunOptions
  /// When it began.
  public let started: LocalClock.WallTime
  /// How long it took.
  public internal(set) var duration = Duration.zero
  /// How many cases ran at the same time in the end.
  public internal(set) var jobs: Int
  /// The needs of all cases, and whether they are met.
  public internal(set) var needs: [NeedReport] = []
  /// Looks at the party before the first case and after the last: a server is reached, logged in to and listed.
  public internal(set) var sanity: [CaseAttempt] = []
  /// Why the party is not usable; nil if it is.
  public internal(set) var problem: String?
  /// Whether the run was stopped from outside.
  public internal(set) var wasInterrupted = false
  /// The cases in the order of the catalogue.
  public internal(set) var cases: [CaseReport] = []
  /// What could not be removed after the cases.
  public internal(set) var leftovers: [String] = []

  /// Makes an empty report.
  package init(
    _ party: TestedParty, _ options: RunOptions, started: LocalClock.WallTime = LocalClock.now()
  ) {
    self.party = party
    self.options = options
    self.started = started
    jobs = options.jobs ?? 1
  }

  /// How many cases have a verdict.
  public func count(_ verdict: CaseVerdict) -> Int { cases.count { $0.verdict == verdict } }

  /// The baseline; nil if the run has none.
  public var baseline: BaselineComparison? { options.baseline }

  /// The standing of a case relative to the baseline, or, without one, whether it failed.
  public func standing(of report: CaseReport) -> BaselineComparison.Standing? { options.standing(of: report) }

  /// The cases with a standing: for `.unexpectedFailure` those that fail the run, at its level.
  public func cases(_ standing: BaselineComparison.Standing) -> [CaseReport] {
    cases.filter { self.standing(of: $0) == standing }
  }

  /// The cases whose problem matters at a level, known or not.
  public func failures(at level: CaseLevel) -> [CaseReport] {
    cases.filter { $0.severity.map { $0 >= level } ?? false }
  }
}
