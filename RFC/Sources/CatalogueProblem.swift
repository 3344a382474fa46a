/// A line of the catalogue that breaks the catalogue's own format.
///
/// The format is described in `RFC/README.md`. The tests make sure that a released catalogue has none.
package struct CatalogueProblem: Sendable, Hashable, CustomStringConvertible {
  /// The Markdown file, for example `rfc959.md`.
  package let file: String
  /// The line in that file, counted from 1.
  package let line: Int
  /// What is wrong with it.
  package let message: String

  /// The problem as compilers print theirs: `rfc959.md:12: no such level`.
  package var description: String { "\(file):\(line): \(message)" }
}
