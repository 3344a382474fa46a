/// The one piece of markup that the table's prose has: code between backticks.
enum Markup {
  /// The prose with its backticks left out.
  static func plain(_ prose: String) -> String {
    prose.filter { $0 != "`" }
  }

  /// The prose for a manual page, code in bold.
  static func roff(_ prose: String) -> String {
    let parts = prose.split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
      index.isMultiple(of: 2) ? Roff.escaped(part) : "\\fB\(Roff.escaped(part))\\fR"
    }.joined()
  }
}

/// Text for roff.
enum Roff {
  /// Text with everything that roff would take as its own made literal; a hyphen becomes one that can be
  /// copied.
  static func escaped(_ text: some StringProtocol) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "\"": escaped += "\\(dq"
      case "\u{2026}": escaped += "\\&..."
      default: escaped.append(character)
      }
    }
    return escaped
  }

  /// Escaped text in lines of moderate length, none of which can be taken for a request, ending with a line
  /// feed.
  static func lines(_ escaped: String) -> String {
    TextLayout(width: 79).lines(escaped).map(protected).joined()
  }

  /// One line of escaped text, kept whole, that cannot be taken for a request.
  static func protected(_ line: String) -> String {
    (line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : "") + line + "\n"
  }
}
