import EmbeddedTexts

/// A place where the RFCs contradict each other or are silent: an entry of `conflicts.md`.
///
/// A rule whose line names it is graded: breaking it is at most a warning.
public struct Conflict: Sendable, Hashable, Identifiable {
  /// The slug: `cdup-success`.
  public let id: String
  /// What the RFCs say, as Markdown.
  public let text: String

  /// Every conflict, in the order of the file.
  public static var all: [Conflict] { ConflictFile.parsed }

  /// The conflict with this slug; nil if there is none.
  public static func conflict(id: String) -> Conflict? { all.first { $0.id == id } }
}

/// The one file of conflicts, parsed once.
private enum ConflictFile {
  static let parsed = Conflict.parse(embedded_conflicts().bytes)
}

extension Conflict {
  /// Reads the entries of a file: ``- `slug` **Subject** sentence`` and the lines below that are indented by two.
  static func parse(_ bytes: [UInt8]) -> [Conflict] {
    var conflicts: [Conflict] = []
    var slug: String?
    var words: [Substring] = []
    func end() {
      if let slug { conflicts.append(Conflict(id: slug, text: words.joined(separator: " "))) }
      slug = nil
      words = []
    }
    for line in String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix("- `") {
        end()
        let parts = line.dropFirst(3).split(separator: "`", maxSplits: 1)
        guard parts.count == 2 else { continue }
        slug = String(parts[0])
        words = [parts[1].drop { $0 == " " }]
      } else if line.hasPrefix("  "), slug != nil {
        words.append(line.dropFirst(2))
      } else {
        end()
      }
    }
    end()
    return conflicts
  }
}
