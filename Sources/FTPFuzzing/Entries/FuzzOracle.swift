/// A claim about a reader of foreign bytes that must hold for any bytes.
package enum FuzzOracle: String, CaseIterable, Sendable {
  /// The process does not end. A signal shows that it did.
  case crash
  case segmentation, agreement, reference, lossless, printing, strictness, memory, work, messages, secrecy,
    state

  /// The claims about parsers of replies.
  package static let ofReplies: [FuzzOracle] = [
    .crash, .segmentation, .agreement, .reference, .lossless, .printing, .strictness, .memory, .work,
  ]

  /// The claim, for readers who see it broken.
  package var claim: String {
    switch self {
    case .crash: "no input ends the process"
    case .segmentation: "the result does not depend on how the bytes are cut"
    case .agreement: "two ways to read the same bytes give the same result"
    case .reference: "a second reader that shares no code gives the same result"
    case .lossless: "no byte is lost or invented"
    case .printing: "printed output parses to the same value and prints the same again"
    case .strictness: "strict accepts exactly the inputs in which lenient finds nothing wrong"
    case .memory: "memory stays under its limit"
    case .work: "no byte is searched repeatedly"
    case .messages: "an error is one line of printable ASCII and names an existing place"
    case .secrecy: "no recording contains a password"
    case .state: "the results of the judge are consistent"
    }
  }

  /// The claim about a parser of replies.
  package var claimOfReplies: String {
    switch self {
    // RFC 1123, section 4.1.2.10.
    case .segmentation: "replies and errors do not depend on how the bytes are cut"
    case .agreement: "all ways to use the parser give the same result"
    case .reference: "the parser finds what the reference parser finds"
    case .lossless: "the bytes of the replies are the bytes received"
    case .printing: "a printed reply parses to the same reply"
    case .strictness: "the strict parser accepts exactly the well-formed streams"
    case .memory: "the parser's memory stays under its limit"
    default: claim
    }
  }
}

/// An oracle that does not hold for an input.
package struct BrokenOracle: Error, Sendable, CustomStringConvertible {
  /// The oracle.
  package let oracle: FuzzOracle
  /// What was expected and what was found.
  package let detail: String

  /// Reports what was expected and what was found.
  package init(_ oracle: FuzzOracle, _ detail: String) {
    self.oracle = oracle
    self.detail = detail
  }

  /// One line: the oracle, its claim and the details.
  package var description: String { "\(oracle.rawValue): \(oracle.claim); \(detail)" }
}

extension FuzzOracle {
  /// Throws if the claim does not hold.
  func expect(_ holds: Bool, _ detail: @autoclosure () -> String) throws(BrokenOracle) {
    if !holds { throw BrokenOracle(self, detail()) }
  }
}
