/// Sets prose in lines of a given width.
struct TextLayout: Sendable {
  /// The width of a line in columns.
  let width: Int

  /// Prose broken at spaces, every line indented; a word longer than a line stays whole.
  func paragraph(_ text: String, indent: Int = 0) -> String {
    TextLayout(width: width - indent).lines(text).map { Self.spaces(indent) + $0 + "\n" }.joined()
  }

  /// A term and its explanation: the explanation has its own column, and begins on the next line
  /// if the term reaches into that column.
  func entry(_ term: String, _ explanation: String, indent: Int = 2, column: Int) -> String {
    let explained = TextLayout(width: width - column).lines(explanation)
    let start = Self.spaces(indent) + term
    guard let first = explained.first else { return start + "\n" }
    let fits = start.count + 2 <= column
    var text = fits ? start + Self.spaces(column - start.count) + first + "\n" : start + "\n"
    for line in fits ? explained.dropFirst() : explained[...] {
      text += Self.spaces(column) + line + "\n"
    }
    return text
  }

  /// Terms with their explanations in a common column that is as narrow as the terms allow, but no wider than
  /// a third of the line.
  func entries(_ entries: [(term: String, explanation: String)], indent: Int = 2) -> String {
    let widest = entries.map(\.term.count).max() ?? 0
    let column = min(indent + widest + 2, max(width / 3, indent + 8))
    return entries.map { entry($0.term, $0.explanation, indent: indent, column: column) }.joined()
  }

  /// Prose broken at spaces, without indentation and line feeds.
  func lines(_ text: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if line.isEmpty {
        line = String(word)
      } else if line.count + 1 + word.count <= width {
        line += " " + word
      } else {
        lines.append(line)
        line = String(word)
      }
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }

  private static func spaces(_ count: Int) -> String {
    String(repeating: " ", count: max(0, count))
  }
}
