/// A line of the catalogue that breaks the catalogue's own format.
///
/// The format is described in `RFC/README.md`. The tests make sure that a released catalogue has none.
public struct CatalogueProblem: Sendable, Hashable, CustomStringConvertible {
  /// The Markdown file, for example `rfc959.md`.
  public let file: String
  /// The line in that file, counted from 1.
  public let line: Int
  /// What is wrong with it.
  public let message: String

  /// The problem as compilers print theirs: `rfc959.md:12: no such level`.
  public var description: String { "\(file):\(line): \(message)" }
}
