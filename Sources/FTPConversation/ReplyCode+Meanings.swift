import EmbeddedTexts
import FTPProtocol
import FTPText

extension ReplyCode {
  /// The meaning of a code in one document.
  package struct Meaning: Hashable, Sendable {
    /// A short phrase, such as `need password`.
    package let name: String
    /// One sentence.
    package let text: String
    /// The document and section that define the code for this use.
    package let source: String
    /// The requirement that names the code, if there is one.
    package let requirement: RequirementID?
  }

  /// The meanings of this code in the documents: none for a code that no document defines, several if documents use one code
  /// for different things.
  ///
  /// The answered command decides which of them is meant.
  package var meanings: [Meaning] { ReplyCode.table[self] ?? [] }

  /// True if documents use the code for unrelated failures: 521 and 522.
  public var isAmbiguous: Bool { self == 521 || self == 522 }

  /// Every code that a document defines, in order.
  public static let known: [ReplyCode] = table.keys.sorted()

  /// The rows of `EmbeddedTexts/codes.txt`, whose headings are the sources.
  private static let table: [ReplyCode: [Meaning]] = embedded_codes().tables.reduce(into: [:]) {
    table, source in
    for row in source.rows {
      guard let code = UInt16(row.name).flatMap(ReplyCode.init), row.columns.count > 1 else { continue }
      table[code, default: []].append(
        Meaning(
          name: row.columns[0], text: row.columns[1], source: source.heading,
          requirement: row.columns.dropFirst(2).first.map { RequirementID(rawValue: $0) }))
    }
  }
}
