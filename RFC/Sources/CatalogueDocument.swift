/// One Markdown file of the catalogue, parsed.
struct CatalogueDocument: Sendable {
  /// The part of an id before its first colon, which all ids of the file share.
  let rfc: String
  /// The requirements in the order of the file.
  let requirements: [Requirement]
  /// The lines that could not be parsed.
  let problems: [CatalogueProblem]

  private let places: [String: Int]

  /// Parses one file.
  ///
  /// - Parameters:
  ///   - rfc: the first part of its ids, from which the file's name follows.
  ///   - bytes: the file's contents.
  init(rfc: String, bytes: [UInt8]) {
    var parser = CatalogueParser(rfc: rfc, file: Self.fileName(rfc: rfc))
    parser.parse(bytes)
    self.rfc = rfc
    requirements = parser.requirements
    problems = parser.problems
    places = parser.places
  }

  /// The requirement with this id, if the file has it.
  func requirement(id: String) -> Requirement? {
    places[id].map { requirements[$0] }
  }

  /// `rfc959.md` for a number, `draft-mfxx.md` for the short name of a draft, `practice.md`.
  static func fileName(rfc: String) -> String {
    if rfc == Requirement.practice { return "\(rfc).md" }
    return (rfc.utf8.first.map { $0 < UInt8(ascii: "a") } ?? false ? "rfc" : "draft-") + rfc + ".md"
  }
}
