/// The size that a 213 gives in answer to SIZE: digits and nothing else (RFC 3659, section 4).
public struct SizeReply: Hashable, Sendable {
  /// How many octets a transfer would send under the parameters in force, 0 to 2^64 - 1.
  public let octets: UInt64

  /// Wraps a size.
  public init(octets: UInt64) { self.octets = octets }

  /// Reads the text of the reply.
  ///
  /// Deviations: spaces around the number, words after it. Errors: a sign, separators inside the number, no
  /// number at all, a number above 2^64 - 1.
  ///
  /// - Throws: A ``ValueDeviation`` that `leniency` does not allow.
  public static func read(
    _ text: some Collection<UInt8>, _ leniency: Leniency = .lenient
  ) throws(ValueDeviation) -> Reading<SizeReply> {
    let bytes = slice(text)
    let start = NumberList.skippingBlanks(bytes, from: bytes.startIndex)
    let digits = bytes[start...].prefix(while: \.isDigit)
    let rest = bytes[digits.endIndex...]
    guard let octets: UInt64 = digits.decimal(), rest.first?.isBlank ?? true else {
      throw ValueDeviation(form, "'\(Escaping.ascii(bytes, limit: 30))', which is not a size")
    }
    var notes: [ValueDeviation] = []
    if start > bytes.startIndex { notes.append(ValueDeviation(form, "blanks before the size")) }
    if !rest.isEmpty {
      notes.append(ValueDeviation(form, "'\(Escaping.ascii(rest, limit: 20))' after the size"))
    }
    return try Reading(SizeReply(octets: octets), notes: notes).checked(leniency)
  }

  /// Reads the 213 that answers SIZE: its last line.
  ///
  /// - Throws: A ``ValueDeviation`` that `leniency` does not allow.
  public static func read(
    _ reply: Reply, _ leniency: Leniency = .lenient
  ) throws(ValueDeviation) -> Reading<SizeReply> {
    try read(reply.value(coded: [213], form), leniency)
  }

  private static let form: RequirementID = "3659:4:size-reply-form"
}

extension SizeReply: CustomStringConvertible {
  /// The digits, which are the text of the reply.
  public var description: String { "\(octets)" }
}
