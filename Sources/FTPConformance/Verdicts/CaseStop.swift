/// What ends the steps of a case before their last one.
enum CaseStop: Error {
  /// Something was found that makes the rest pointless.
  case found(Finding)
  /// The party under test does not have what the case is about.
  case unsupported(String)
  /// It advertises what the case is about, and refuses it.
  case broken(Finding)
  /// A need turned out not to be met.
  case skipped(String)
  /// It has no room at the moment: a server that takes no more connections.
  case crowdedOut(String)
  /// It does not want to see the tester any more, in the middle of a case.
  case turnedAway(String)
  /// The tester cannot go on.
  case impossible(String)
}
