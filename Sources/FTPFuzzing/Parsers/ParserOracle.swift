/// A claim about a reader of foreign bytes that must hold for any bytes.
package enum ParserOracle: String, CampaignOracle {
  /// The process does not end. A signal shows that it did.
  case crash
  case segmentation, agreement, reference, lossless, printing, strictness, memory, work, messages, secrecy,
    state

  /// The claim, for readers who see it broken.
  package var claim: String {
    switch self {
    case .crash: "no input ends the process"
    // RFC 1123, section 4.1.2.10.
    case .segmentation: "the result does not depend on how the bytes are cut"
    case .agreement: "all ways to read the same bytes give the same result"
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
}

package typealias ParserFault = CampaignFault<ParserOracle>

extension ParserOracle {
  /// Throws if the claim does not hold.
  func expect(_ holds: Bool, _ detail: @autoclosure () -> String) throws(ParserFault) {
    if !holds { throw ParserFault(self, detail()) }
  }
}
