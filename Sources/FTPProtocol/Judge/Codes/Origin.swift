/// Where an entry of ``CommandReplies`` comes from: a section of a text, or practice.
package struct Origin: RawRepresentable, Hashable, Sendable {
  /// The source in words, such as `RFC 959, section 5.4`.
  package let rawValue: String

  /// Wraps a source in words.
  package init(rawValue: String) { self.rawValue = rawValue }

  /// In no text, but so common that a client has to live with it; not a departure.
  package static let practice: Origin = "practice"

  /// Seen in the field, and wrong.
  package static let wrong: Origin = "seen in the field, wrong"
}

extension Origin: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Wraps a literal.
  package init(stringLiteral value: String) { self.init(rawValue: value) }

  /// The source in words.
  package var description: String { rawValue }
}
