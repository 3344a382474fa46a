/// A line of the catalogue, or of a text with scenarios, that breaks the format of its file.
///
/// `RFC/README.md` describes the format of the catalogue. The tests make sure that a released catalogue has none.
package struct CatalogueProblem: Error, Hashable, CustomStringConvertible {
  /// The Markdown file, for example `rfc959.md`.
  package let file: String
  /// The line in that file, counted from 1.
  package let line: Int
  /// What is wrong with it.
  package let message: String

  package init(file: String, line: Int, message: String) {
    self.file = file
    self.line = line
    self.message = message
  }

  /// The problem as compilers print theirs: `rfc959.md:12: no such level`.
  package var description: String { "\(file):\(line): \(message)" }
}
