/// Foreign text in Markdown, so that it cannot become markup, a link, or a mention of a user.
package enum MarkdownText {
  /// Text as code in a line.
  ///
  /// In a cell of a table a bar is escaped as well, which is so even in code.
  package static func code(_ text: String, inTable: Bool = false) -> String {
    let text = oneLine(text)
    guard !text.isEmpty else { return "" }
    let fence = String(repeating: "`", count: longestRun(in: text) + 1)
    // Markdown removes a space at both ends if there is one at both; text that begins or ends with a backtick needs it.
    let needsSpace =
      text.hasPrefix("`") || text.hasSuffix("`") || (text.hasPrefix(" ") && text.hasSuffix(" "))
    let padding = needsSpace ? " " : ""
    let code = fence + padding + text + padding + fence
    return inTable
      ? code.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|") : code
  }

  /// Lines as a block of code.
  package static func block(_ lines: [String]) -> String {
    let fence = String(repeating: "`", count: max(3, (lines.map(longestRun).max() ?? 0) + 1))
    return ([fence + "text"] + lines.map(oneLine) + [fence]).map { $0 + "\n" }.joined()
  }

  /// Prose in which everything that could be markup is escaped, except code between backticks.
  package static func prose(_ text: String, inTable: Bool = false) -> String {
    let text = oneLine(text)
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    // An unpaired backtick is not code.
    guard !parts.count.isMultiple(of: 2) else { return escaped(text[...]) }
    return parts.enumerated().map { index, part in
      index.isMultiple(of: 2) ? escaped(part) : code(String(part), inTable: inTable)
    }.joined()
  }

  private static func escaped(_ text: Substring) -> String {
    var escaped = ""
    for character in text {
      if "\\`*_{}[]<>#|~@&!".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
    return escaped
  }

  private static func longestRun(in text: String) -> Int {
    var longest = 0
    var run = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }

  private static func oneLine(_ text: String) -> String {
    PrintableText.line(String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 }))
  }
}
