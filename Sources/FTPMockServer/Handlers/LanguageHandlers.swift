import FTPProtocol

/// LANG (RFC 2640, section 4).
///
/// The replies are in English; every variant of English is accepted.
enum LanguageHandlers {
  static let all = [
    CommandHandler(
      .lang,
      feature: { _ in "LANG EN*" }
    ) { _, argument in
      let tag = String(decoding: argument.trimmed, as: UTF8.self).lowercased()
      guard tag.isEmpty || isTag(tag) else { return .reply(501, "That is not a language tag.") }
      guard tag.isEmpty || tag == "en" || tag.hasPrefix("en-") else {
        return .reply(504, "That language is not available, English stays.")
      }
      return .reply(200, "Replies are in English.")
    }
  ]

  /// One to eight letters, and more of them after hyphens (RFC 1766, section 2).
  private static func isTag(_ tag: String) -> Bool {
    tag.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { part in
      (1...8).contains(part.utf8.count) && part.utf8.allSatisfy { (0x61...0x7A).contains($0) }
    }
  }
}
