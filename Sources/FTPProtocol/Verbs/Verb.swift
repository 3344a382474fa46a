/// The name of a command, such as `RETR`: open to any verb, compared without regard to case.
///
/// The verbs of the RFCs are static members (``retr``, ``epsv``). Equality and hashing use the upper-case
/// form (RFC 959, section 5.3: command codes are case-insensitive). A verb of up to eight bytes, which is every
/// verb of every RFC, is one integer: comparing, hashing and making it from bytes allocate nothing.
public struct Verb: Sendable {
  /// The upper-case bytes, the first in the lowest position; 0 if ``long`` has the name.
  let packed: UInt64
  /// The upper-case name if it does not fit into ``packed``.
  let long: String?

  /// Makes a verb from text; ASCII letters are folded to upper case.
  public init(_ name: String) { self.init(bytes: name.utf8) }

  /// Makes a verb from bytes; ASCII letters are folded to upper case, other bytes are kept.
  public init(bytes: some Collection<UInt8>) {
    var packed: UInt64 = 0
    var shift: UInt64 = 0
    for byte in bytes {
      guard shift < 64, byte != 0 else {
        self.packed = 0
        long = String(decoding: bytes.map(Verb.folded), as: UTF8.self)
        return
      }
      packed |= UInt64(Verb.folded(byte)) << shift
      shift += 8
    }
    self.packed = packed
    long = nil
  }

  /// The verb in upper case, which is how it is compared.
  public var name: String {
    if let long { return long }
    let count = (64 - packed.leadingZeroBitCount + 7) / 8
    return String(decoding: (0..<count).map { UInt8(truncatingIfNeeded: packed >> (8 * $0)) }, as: UTF8.self)
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    byte >= 0x61 && byte <= 0x7A ? byte &- 0x20 : byte
  }
}

extension Verb: Hashable {
  /// True if the upper-case forms are the same bytes.
  public static func == (left: Verb, right: Verb) -> Bool {
    left.packed == right.packed && (left.packed != 0 || left.long == right.long)
  }

  /// Feeds the upper-case form.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(packed)
    if let long { hasher.combine(long) }
  }
}

extension Verb: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Makes a verb from a literal.
  public init(stringLiteral value: String) { self.init(value) }

  /// The verb in upper case.
  public var description: String { name }
}
