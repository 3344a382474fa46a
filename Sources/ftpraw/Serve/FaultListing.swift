import FTPMockServer

/// What `serve --fault list` prints: every fault, family by family.
struct FaultListing: Sendable {
  /// The word that requests this list where a fault's name would be.
  static let word = "list"

  /// The width of a line in columns; nil keeps each fault on one line, for tools such as grep.
  let width: Int?

  /// The list; it ends with a line feed.
  var text: String {
    let layout = TextLayout(width: width ?? .max)
    let longest = FaultCatalogue.all.map(\.description.count).max() ?? 0
    // On a narrow terminal, a long name gets a line of its own.
    let column = min(longest + 4, layout.width / 3)
    let families = FaultCatalogue.families.map { family in
      let entries = family.kinds.map { kind in
        layout.entry(kind.description, Self.explanation(of: kind), column: column)
      }
      return layout.paragraph(family.title + ":") + entries.joined()
    }
    return families.joined(separator: "\n")
  }

  static func explanation(of kind: FaultKind) -> String {
    let standard = kind.parameter.map { " Default: \($0.defaultValue)." } ?? ""
    return "\(Markup.plain(kind.summary))\(standard) [\(kind.source)]"
  }
}
