/// A line of a rule file that is not in its form.
public struct ScriptError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public let line: Int
  /// The character of the line where the error begins, from 1.
  public let column: Int
  /// What is wrong, in printable ASCII and without a full stop.
  public let message: String

  /// `3:14: 'obay' is not an action`.
  public var description: String { "\(line):\(column): \(message)" }
}
