/// Why a row, and those after it, cannot be played.
struct ReplayFailure: Error {
  /// What the row asks for; nil for the row itself.
  var expected: String?
  /// What was found there.
  var actual: String
  /// The row, where it is not the one that is being played.
  var line: Int?

  init(expected: String? = nil, actual: String, line: Int? = nil) {
    self.expected = expected
    self.actual = actual
    self.line = line
  }

  /// What any error means for a row.
  init(_ error: any Error, line: Int) {
    self = error as? ReplayFailure ?? ReplayFailure(actual: "\(error)")
    self.line = self.line ?? line
  }
}
