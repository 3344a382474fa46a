/// Why a text is not a vector, and where.
public struct VectorSyntaxError: Error, Hashable, Sendable {
  /// The line of the text, counted from 1.
  public let line: Int
  /// The column, counted in bytes from 1.
  public let column: Int
  /// What is wrong and what to write instead, as a sentence without its full stop.
  public let message: String
  /// The line itself in printable ASCII, shortened.
  public let excerpt: String

  /// Makes an error at a position.
  package init(line: Int, column: Int, _ message: String, excerpt: String = "") {
    self.line = line
    self.column = column
    self.message = message
    self.excerpt = excerpt
  }
}

extension VectorSyntaxError: CustomStringConvertible {
  /// One line: `line 3, column 7: …`.
  public var description: String { "line \(line), column \(column): \(message)" }

  /// The form that editors jump to: `path:3:7: error: …`, then the line of the file.
  public func report(path: String) -> String {
    "\(path):\(line):\(column): error: \(message)" + (excerpt.isEmpty ? "" : "\n    \(excerpt)")
  }
}
