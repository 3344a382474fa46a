/// A claim about a reader of foreign bytes that must hold for any bytes.
package enum FuzzOracle: String, CaseIterable, Sendable {
  /// The process does not end. A signal shows that it did.
  case crash
  /// The result does not depend on how the bytes are cut.
  case segmentation
  /// Two ways to read the same bytes give the same result.
  case agreement
  /// A second reader, which shares no code with the first, gives the same result.
  case reference
  /// No byte is lost or invented.
  case lossless
  /// What is printed is read as the same value, and prints the same again.
  case printing
  /// A strict reader accepts exactly the inputs in which a lenient one finds nothing wrong.
  case strictness
  /// The memory that is held, and the output, stay under a limit.
  case memory
  /// The work, counted in steps, grows linearly with the input.
  case work
  /// An error is one line of printable ASCII and names an existing place.
  case messages
  /// No password that was sent appears in anything that was recorded later.
  case secrecy
  /// What the judge says about a conversation is consistent.
  case state

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
