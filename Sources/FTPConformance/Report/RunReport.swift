import FTPSystem

/// Everything that a run found out; every form of report is written from it.
public struct RunReport: Sendable {
  /// A need of at least one case.
  package struct NeedReport: Hashable, Sendable {
    package let need: Need
    /// Why it is not met; nil if it is.
    package let reason: String?
  }

  package internal(set) var party: TestedParty
  /// The options of the run.
  public var options: RunOptions
  /// When it began.
  package let started: LocalClock.WallTime
  /// How long it took.
  public internal(set) var duration = Duration.zero
  /// How long its parts took; empty in a report that was read.
  package internal(set) var timings: [RunTiming] = []
  /// How many cases ran at the same time at the end of the run.
  public internal(set) var jobs: Int
  /// The needs of all cases, and whether they are met.
  package internal(set) var needs: [NeedReport] = []
  /// The checks of the party before the first case and after the last: a server is connected to, logged in to and
  /// listed.
  public internal(set) var sanity: [CaseAttempt] = []
  /// Why the party is not usable; nil if it is.
  public internal(set) var problem: String?
  /// Whether the run was stopped by the user or the caller.
  public internal(set) var wasInterrupted = false
  /// The cases in the order of the catalogue.
  public package(set) var cases: [CaseReport] = []
  /// What could not be removed after the run.
  public internal(set) var leftovers: [String] = []

  /// Makes a report without cases.
  package init(
    _ party: TestedParty, _ options: RunOptions, started: LocalClock.WallTime = LocalClock.now()
  ) {
    self.party = party
    self.options = options
    self.started = started
    jobs = options.jobs ?? 1
  }

  /// How many cases have this verdict.
  public func count(_ verdict: CaseVerdict) -> Int { cases.count { $0.verdict == verdict } }

  /// The baseline; nil if the run has none.
  public var baseline: BaselineComparison? { options.baseline }

  /// The standing of a case relative to the baseline, or, without one, whether it failed.
  package func standing(of report: CaseReport) -> BaselineComparison.Standing? {
    options.standing(of: report)
  }

  /// The cases with this standing: `.unexpectedFailure` selects those that fail the run, at its level.
  package func cases(_ standing: BaselineComparison.Standing) -> [CaseReport] {
    cases.filter { self.standing(of: $0) == standing }
  }
}
