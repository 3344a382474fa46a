/// Finds out whether a word of the command line names a server, wherever it stands.
///
/// A URL where a command or a file is expected is a slip, and one that may hold a password: it is neither sent nor
/// looked for.
enum ServerWord {
  /// Whether a word is a URL, or `user:password@host` without its scheme.
  static func names(_ text: String) -> Bool {
    if let mark = text.schemeMark {
      let scheme = text[..<mark.lowerBound]
      return scheme.first?.isLetter == true
        && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }
    guard let at = text.lastIndex(of: "@"), let colon = text[..<at].firstIndex(of: ":") else { return false }
    return colon > text.startIndex && !text.contains { $0 == " " || $0 == "/" }
      && text.index(after: at) < text.endIndex
  }

  /// What to say of such a word where `subcommand` has no place for it.
  static func error(_ text: String, in subcommand: Subcommand) -> UsageError {
    let shown = SecretWords([Argument(text)]).redacted(text)
    if let option = subcommand.options.first(where: { $0.value?.kind.takesServer == true }) {
      let spelling = option.short.map { "-\($0)" } ?? option.name
      return UsageError("'\(shown)' is a server: write '\(spelling) \(shown)'")
    }
    return UsageError("'\(shown)' is a server, and '\(subcommand.name)' talks to none")
  }
}
