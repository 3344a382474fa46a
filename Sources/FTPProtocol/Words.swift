import EmbeddedTexts
import FTPText

/// What this library reads from texts that the program carries with it: the words for what has a name here, from
/// `EmbeddedTexts/words.txt`, and the lines of `verbs.txt`.
///
/// No other file imports these texts, or what reads them.
enum Words {
  /// A line of a text.
  typealias Line = EmbeddedLine

  /// A column of a row, of which the first is 0; nil if there is none.
  static func of(_ heading: String, _ name: String, _ column: Int) -> String? {
    guard let columns = rows[heading]?[name], columns.indices.contains(column) else { return nil }
    return columns[column]
  }

  /// The rows below a heading, in their order.
  static func rows(below heading: String) -> [EmbeddedTable.Row] {
    tables.first { $0.heading == heading }?.rows ?? []
  }

  /// The columns of each row, by its heading and its name.
  static let rows = tables.reduce(into: [String: [String: [String]]]()) { rows, table in
    for row in table.rows { rows[table.heading, default: [:]][row.name] = row.columns }
  }

  /// The lines of the table of verbs.
  static var verbs: [Line] { embedded_verbs().lines }

  private static let tables = embedded_words().tables
}
