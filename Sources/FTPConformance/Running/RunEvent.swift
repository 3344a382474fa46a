/// Something that happened in a run, for showing its progress.
public enum RunEvent: Sendable {
  /// The party under test was found usable; so many cases will be run.
  case began(caseCount: Int)
  /// A case has begun, perhaps once more.
  case started(CaseID)
  /// A case is over; a case about all traffic may still change.
  case finished(CaseReport)
  /// There is room for fewer cases at a time than were tried.
  case reducedJobs(Int)
}
