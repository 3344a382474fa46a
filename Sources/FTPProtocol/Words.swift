import EmbeddedTexts
import FTPText

/// The words for what has a name here, from `EmbeddedTexts/words.txt`.
enum Words {
  /// A column of a row, of which the first is 0; nil if there is none.
  static func of(_ heading: String, _ name: String, _ column: Int) -> String? {
    guard let columns = rows[heading]?[name], columns.indices.contains(column) else { return nil }
    return columns[column]
  }

  /// The columns of each row, by its heading and its name.
  static let rows = embedded_words().lines.reduce(into: [String: [String: [String]]]()) { rows, line in
    rows[line.heading, default: [:]][line.name] = line.value?.split(separator: " | ").map(String.init) ?? []
  }
}
