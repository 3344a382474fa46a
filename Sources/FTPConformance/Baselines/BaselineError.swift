/// A malformed line of a baseline.
public struct BaselineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of the line, from 1.
  public let line: Int
  /// The position in the line where the problem begins, in characters from 1.
  public let column: Int
  /// What is wrong, in printable ASCII and without a full stop.
  public let message: String

  init(line: Int, column: Int, _ message: String) {
    self.line = line
    self.column = column
    self.message = message
  }

  /// `3:14: 'fial' is not a verdict`.
  public var description: String { "\(line):\(column): \(message)" }
}
