/// The part of a run that depends on the role: how to look at the party, which needs are met, and how to attempt a
/// case.
///
/// Everything else is the same for every role and is in ``CaseRun``: which case is attempted when and how often, the
/// result of its attempts, what the traffic of other cases shows, and the report.
protocol CaseRunner: Sendable {
  associatedtype Case: RunnableCase

  /// The party under test with all that is known so far, and without secrets that no report may contain.
  var party: TestedParty { get }

  /// Looks for the first time whether the party is usable, and learns what it says about itself.
  func meet() async -> CaseAttempt

  /// Finds out which of these needs are met; others are not tried.
  func survey(_ needs: Set<Need>) async

  /// Why a need is not met; nil if it is.
  func reasonAgainst(_ need: Need) -> String?

  /// Runs a case once; `isCalm` if few other cases run at the same time, so that a pause can be as long as it should.
  func attempt(_ entry: Case, seed: UInt64, isCalm: Bool) async -> CaseAttempt

  /// Whether a case may leave something that ``tidyUp(jobs:)`` must remove.
  func leavesTraces(_ entry: Case) -> Bool

  /// Looks whether the party is still usable.
  func look() async -> CaseAttempt

  /// Removes what the cases left.
  ///
  /// - Parameter jobs: How many things may be removed at the same time.
  /// - Returns: What could not be removed.
  func tidyUp(jobs: Int) async -> [String]

  /// How many cases to run at a time if the options do not say.
  var suitableJobs: Int { get }

  /// The most cases to run at a time, where more make the run faster and the options do not say.
  var mostJobs: Int { get }

  /// How many cases to run at a time where they must not disturb each other.
  var calmJobs: Int { get }

  /// Whether one case can make the party slow for another: a server that serves one session at a time.
  var mayStall: Bool { get }
}

extension CaseRunner {
  var suitableJobs: Int { 8 }
  var mostJobs: Int { suitableJobs }
  var calmJobs: Int { 1 }
  var mayStall: Bool { false }

  /// Every case may, unless the role knows better.
  func leavesTraces(_ entry: Case) -> Bool { true }

  /// Why no case can be run after this look at the party.
  func problem(_ attempt: CaseAttempt) -> String { attempt.obstacle ?? "the \(party.side) is not usable" }
}
