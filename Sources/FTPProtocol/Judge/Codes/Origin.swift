/// Where an entry of ``CommandReplies`` comes from: a section of a text, or practice.
public struct Origin: RawRepresentable, Hashable, Sendable {
  /// The source in words, such as `RFC 959, section 5.4`.
  public let rawValue: String

  /// Wraps a source in words.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// In no text, but so common that a client has to live with it; not a departure.
  public static let practice: Origin = "practice"

  /// Seen in the field, and wrong.
  public static let wrong: Origin = "seen in the field, wrong"
}

extension Origin: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Wraps a literal.
  public init(stringLiteral value: String) { self.init(rawValue: value) }

  /// The source in words.
  public var description: String { rawValue }
}
