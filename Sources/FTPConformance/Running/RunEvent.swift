/// Something that happened in a run, to show its progress.
public enum RunEvent: Sendable {
  /// The party under test is usable; this many cases will be run.
  case began(caseCount: Int)
  /// An attempt at a case has begun, which may not be the first.
  case started(CaseID)
  /// A case is finished; the result of a case about all traffic may still change.
  case finished(CaseReport)
  /// The party has room for fewer cases at a time: the new number.
  case reducedJobs(Int)
}
