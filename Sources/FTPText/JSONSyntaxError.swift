/// Why bytes are no JSON value.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, as a phrase.
  public let problem: String
  /// The number of bytes in front of the place.
  public let offset: Int
  /// The line of the place, from 1.
  public let line: Int

  /// Makes an error.
  public init(problem: String, offset: Int, line: Int) {
    self.problem = problem
    self.offset = offset
    self.line = line
  }

  /// What is wrong, and on which line.
  public var description: String { "line \(line): \(problem)" }
}
