/// The name of a command, such as `RETR`: open to any verb, compared without regard to case.
///
/// The verbs of the RFCs are static members. A verb is kept as it was given; equality and hashing use
/// the upper-case form (RFC 959, section 5.3: command codes have no case).
public struct Verb: Sendable {
  /// The verb in upper case, which is how it is compared.
  public let name: String

  /// Makes a verb from text; ASCII letters are folded to upper case.
  public init(_ name: String) {
    self.name = name.utf8.contains { $0 >= 0x61 && $0 <= 0x7A } ? name.uppercased() : name
  }
}

extension Verb: Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// Makes a verb from a literal.
  public init(stringLiteral value: String) { self.init(value) }

  /// The verb in upper case.
  public var description: String { name }
}
