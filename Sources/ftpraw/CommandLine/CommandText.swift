import EmbeddedTexts
import FTPText

/// The words of the command line for its users, from `EmbeddedTexts/commands.txt`.
///
/// Only help, the manual, completions and `explain` need them.
enum CommandText {
  /// The rows below each heading.
  private static let rows = Dictionary(
    embedded_commands().tables.map { ($0.heading, $0.rows) }, uniquingKeysWith: +)

  /// What each option does, and its default if there is one, by the name of its row.
  static let options: [String: [[String]]] = rows.values.joined().reduce(into: [:]) { options, row in
    if row.name.hasPrefix("--") { options[row.name, default: []].append(row.columns) }
  }

  /// What a subcommand does or the program is, in one line.
  static func summary(of name: String) -> String { rows(name, "summary").first?.text ?? "" }

  /// What an exit status or a reply code means, or what an environment variable does.
  static func meaning(of name: String, in heading: String) -> String? { rows(heading, name).first?.text }

  /// What a digit of a reply code says, after it.
  static func explanation(of digits: String) -> String {
    "\(digits): \(meaning(of: digits, in: "reply codes") ?? "")"
  }

  /// The paragraphs about a subcommand or the program.
  static func details(of name: String) -> [String] { rows(name, "detail").map(\.text) }

  /// The examples of a subcommand, or the entries of a glossary: what is typed, and what it means.
  static func pairs(_ name: String, _ heading: String) -> [(typed: String, meaning: String)] {
    rows(heading, name).map { ($0.columns.dropLast().joined(separator: " | "), $0.columns.last ?? "") }
  }

  private static func rows(_ heading: String, _ name: String) -> [EmbeddedTable.Row] {
    rows[heading, default: []].filter { $0.name == name }
  }
}
