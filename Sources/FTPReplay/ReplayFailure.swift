/// Why a row, and those after it, cannot be played.
struct ReplayFailure: Error {
  /// What the row requires; nil for the row itself.
  var expected: String?
  /// What was found there.
  var actual: String
  /// The row, if it is not the current one.
  var line: Int?
}

extension ReplayFailure {
  /// The meaning of any error for a row.
  init(_ error: any Error, line: Int) {
    self = error as? ReplayFailure ?? ReplayFailure(actual: "\(error)")
    self.line = self.line ?? line
  }
}
