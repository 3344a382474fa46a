/// What ends the steps of a case before their last one.
enum CaseStop: Error {
  /// Something was found that makes the rest pointless.
  case found(Finding)
  /// The server does not have what the case is about.
  case unsupported(String)
  /// The server advertises what the case is about, and refuses it.
  case broken(Finding)
  /// A need turned out not to be met.
  case skipped(String)
  /// The server takes no more connections at the moment.
  case crowdedOut(String)
  /// The tester cannot go on.
  case impossible(String)
}
