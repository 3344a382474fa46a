/// The only markup in the table's prose: code in backticks.
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
  /// Text with everything special to roff made literal; a hyphen becomes one that can be
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

  /// Escaped text in lines of moderate length, none of which looks like a request, ending with a line
  /// feed.
  static func lines(_ escaped: String) -> String {
    TextLayout(width: 79).lines(escaped).map(protected).joined()
  }

  /// One unbroken line of escaped text that does not look like a request.
  static func protected(_ line: String) -> String {
    (line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : "") + line + "\n"
  }
}
