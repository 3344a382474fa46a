/// Every requirement that the project knows, read from the Markdown files of this folder.
///
/// The files are embedded in the binary and parsed on first use. A lookup whose RFC is known parses only that RFC's
/// file.
///
/// ```swift
/// let rule = RequirementCatalogue.requirement(id: "959:4.2:multiline-end")
/// let section = RequirementCatalogue.matching(prefix: "959:4.2:")
/// ```
public enum RequirementCatalogue {
  /// All requirements: RFCs by number, then drafts by name, each in the order of its file.
  public static var all: [Requirement] { CatalogueDocument.all.flatMap(\.requirements) }

  /// Lines of the embedded files that do not follow the format; empty unless a file was edited badly.
  package static var problems: [CatalogueProblem] { CatalogueDocument.all.flatMap(\.problems) }

  /// The requirement with this id, or `nil` when there is none.
  ///
  /// - Parameter id: a whole id, for example `959:4.2:multiline-end`; compared exactly.
  /// - Returns: the requirement.
  public static func requirement(id: String) -> Requirement? {
    guard let colon = id.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    return CatalogueDocument.document(rfc: id[..<colon])?.requirement(id: id)
  }

  /// The requirements whose id begins with `prefix`, in the order of ``all``.
  ///
  /// Characters are compared: `959:4.1` also matches `959:4.1.1` and `959:4.1.3`, while `959:4.2:` with its colon
  /// matches only section 4.2.
  ///
  /// - Parameter prefix: the beginning of an id; an empty one matches everything.
  /// - Returns: the requirements.
  public static func matching(prefix: String) -> [Requirement] {
    guard let colon = prefix.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      return all.filter { $0.id.hasPrefix(prefix) }
    }
    let requirements = CatalogueDocument.document(rfc: prefix[..<colon])?.requirements ?? []
    return requirements.filter { $0.id.hasPrefix(prefix) }
  }
}
