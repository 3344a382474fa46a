/// The source of an entry of ``CommandReplies``: a section of a document, or practice.
package struct Origin: RawRepresentable, Hashable, Sendable {
  /// The source in words, such as `RFC 959, section 5.4`.
  package let rawValue: String

  /// Wraps a source in words.
  package init(rawValue: String) { self.rawValue = rawValue }

  /// In no document, but so common that clients must cope with it; not a deviation.
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
