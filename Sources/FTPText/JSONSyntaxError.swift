/// Why bytes are not a JSON value.
package struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, as a phrase.
  package let problem: String
  /// The number of bytes before the place.
  package let offset: Int
  /// The line of the place, from 1.
  package let line: Int

  /// What is wrong, and on which line.
  package var description: String { "line \(line): \(problem)" }
}
