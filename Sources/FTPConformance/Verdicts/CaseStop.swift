/// Why the steps of a case ended before the last one.
enum CaseStop: Error, Codable {
  /// Something is wrong that makes the rest pointless.
  case found(Finding)
  /// The party under test does not have what the case is about.
  case unsupported(String)
  /// The party advertises what the case is about, but refuses it.
  case broken(Finding)
  /// A need turned out not to be met.
  case skipped(String)
  /// The party has no room at the moment: a server that accepts no more connections.
  case crowdedOut(String)
  /// The party refuses the tester in the middle of a case.
  case turnedAway(String)
  /// The tester cannot continue.
  case impossible(String)
}
