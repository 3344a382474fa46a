/// Finds out whether any word of the command line names a server.
///
/// A URL instead of a command or a file is a mistake, and may contain a password: it is neither sent nor
/// opened.
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

  /// The message about such a word if `subcommand` does not accept it.
  static func error(_ text: String, in subcommand: Subcommand) -> UsageError {
    let shown = SecretWords([Argument(text)]).redacted(text)
    if let option = subcommand.options.first(where: { $0.value?.kind.takesServer == true }) {
      let spelling = option.short.map { "-\($0)" } ?? option.name
      return UsageError("'\(shown)' is a server: write '\(spelling) \(shown)'")
    }
    return UsageError("'\(shown)' is a server, but '\(subcommand.name)' needs none")
  }
}
