/// What a role brings to a run: how its party is looked at, what is there, and how a case is attempted.
///
/// Everything else is the same for every role and stands in ``CaseRun``: which case is attempted when and how often,
/// what its attempts come to, what the traffic of others shows, and the report.
protocol CaseRunner: Sendable {
  associatedtype Case: RunnableCase

  /// The party under test, with all that is known by now and nothing that no report may have.
  var party: TestedParty { get }

  /// Looks for the first time whether the party can be used, and learns what there is to know of it.
  func meet() async -> CaseAttempt

  /// Finds out which needs are met; what no case needs is not tried.
  func survey(_ needs: Set<Need>) async

  /// Why a need is not met; nil if it is.
  func reasonAgainst(_ need: Need) -> String?

  /// Runs a case once.
  func attempt(_ entry: Case, seed: UInt64) async -> CaseAttempt

  /// Whether a case may leave something that ``tidyUp()`` has to remove.
  func leavesTraces(_ entry: Case) -> Bool

  /// Looks whether the party can still be used.
  func look() async -> CaseAttempt

  /// Removes what the cases have left.
  ///
  /// - Parameter jobs: at how many places at a time that may be done.
  /// - Returns: what could not be removed.
  func tidyUp(jobs: Int) async -> [String]

  /// How many cases are run at a time where the options do not say.
  var suitableJobs: Int { get }

  /// How many cases are run at a time where that makes the run faster, and the options do not say.
  var mostJobs: Int { get }
}

extension CaseRunner {
  var suitableJobs: Int { 8 }
  var mostJobs: Int { suitableJobs }

  /// Each may, unless the role knows better.
  func leavesTraces(_ entry: Case) -> Bool { true }

  /// Why no case can be run where a look at the party came to this.
  func problem(_ attempt: CaseAttempt) -> String {
    let finding = attempt.findings.first.map { "expected \($0.expected), received \($0.received)" }
    return attempt.reason ?? finding ?? "the \(party.side) is not usable"
  }
}
