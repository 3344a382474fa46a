/// A command as values: a verb and, where there is one, its argument.
///
/// This is the typed form. What a client really sent may be any bytes: ``CommandParser`` reads those
/// into a command, ``CommandEncoder`` writes a command as bytes and refuses what would smuggle in another.
public struct Command: Hashable, Sendable {
  /// The verb.
  public let verb: Verb
  /// The argument after the first space, as bytes without the line end; nil where there was no space.
  public let argument: [UInt8]?

  /// Makes a command with an argument of bytes.
  public init(_ verb: Verb, bytes argument: [UInt8]? = nil) {
    self.verb = verb
    self.argument = argument
  }

  /// Makes a command with an argument of text, sent as UTF-8 (RFC 2640, section 3.1).
  public init(_ verb: Verb, _ argument: String) {
    self.init(verb, bytes: Array(argument.utf8))
  }

  /// The argument as text; bytes that are not UTF-8 are replaced. Empty where there is none.
  public var text: String { String(decoding: argument ?? [], as: UTF8.self) }

  /// True where the argument is a secret that must not be recorded (PASS, ACCT, ADAT).
  public var carriesSecret: Bool { verb == "PASS" || verb == "ACCT" || verb == "ADAT" }
}
