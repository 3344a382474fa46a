/// A claim about parsers of replies that must hold for any input.
package enum ReplyOracle: String, CaseIterable, Sendable {
  /// The process does not end. A signal shows that it did.
  case crash
  /// Replies and errors do not depend on how the bytes are cut (RFC 1123, section 4.1.2.10).
  case segmentation
  /// All ways to use the parser give the same result.
  case agreement
  /// A slow parser that shares no code with it gives the same result.
  case reference
  /// The bytes of the replies, one after the other, are the bytes received, and the bytes of the lines are those of the
  /// reply.
  case lossless
  /// What is printed from a reply is read as the same reply, and prints the same again.
  case printing
  /// A strict parser accepts what a lenient one does, exactly up to the first deviation from the grammar.
  case strictness
  /// The memory that is held stays under the limit.
  case memory
  /// The work, counted in steps, grows linearly with the input.
  case work

  /// The claim, for readers who see it broken.
  package var claim: String {
    switch self {
    case .crash: "no input ends the process"
    case .segmentation: "replies and errors do not depend on how the bytes are cut"
    case .agreement: "all ways to use the parser give the same result"
    case .reference: "the parser finds what the reference parser finds"
    case .lossless: "the bytes of the replies are the bytes received"
    case .printing: "a printed reply parses to the same reply"
    case .strictness: "the strict parser accepts exactly the well-formed streams"
    case .memory: "the parser's memory stays under its limit"
    case .work: "no byte is searched repeatedly"
    }
  }
}
