/// Something that holds of every parser of replies on every input.
package enum ReplyOracle: String, CaseIterable, Sendable {
  /// The process stays alive. A signal shows that it did not.
  case crash
  /// Replies and errors do not depend on how the bytes are cut (RFC 1123, section 4.1.2.10).
  case segmentation
  /// All ways to read with the parser find the same.
  case agreement
  /// A slow parser that shares no code with it finds the same.
  case reference
  /// The bytes of the replies in order are the bytes that came, and those of its lines are the bytes of a reply.
  case lossless
  /// What is printed from a reply that was read is read as the same, and printed as the same.
  case printing
  /// A strict parser accepts what a lenient one accepts, up to the first departure from the grammar and no further.
  case strictness
  /// What is held stays under the bound.
  case memory
  /// The work grows linearly with the bytes, in steps that are counted.
  case work

  /// The claim, for a reader who sees it broken.
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
