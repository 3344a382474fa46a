/// Something that happened in a run, for whoever shows its progress.
public enum RunEvent: Sendable {
  /// The server was found usable; so many cases will be run.
  case began(ServerFacts, caseCount: Int)
  /// A case is over; a case about all traffic may still change.
  case finished(CaseReport)
  /// The server takes fewer connections at a time than were tried.
  case reducedJobs(Int)
}
