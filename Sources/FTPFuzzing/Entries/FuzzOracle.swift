/// Something that holds of a reader of foreign bytes, whatever the bytes are.
package enum FuzzOracle: String, CaseIterable, Sendable {
  /// The process stays alive. A signal shows that it did not.
  case crash
  /// What is read does not depend on how the bytes are cut.
  case segmentation
  /// Two ways to read the same bytes find the same.
  case agreement
  /// A second reader that shares no code with the first finds the same.
  case reference
  /// No byte is lost, and none is made up.
  case lossless
  /// What is printed is read as the same, and printed again as the same.
  case printing
  /// A strict reader accepts what a lenient one finds nothing wrong with, and nothing else.
  case strictness
  /// What is held, and what is made of the bytes, stays under a bound.
  case memory
  /// The work grows linearly with the bytes, in steps that are counted.
  case work
  /// An error is one line of printable ASCII, about a place that there is.
  case messages
  /// No password that was sent appears in anything that was recorded later.
  case secrecy
  /// What the judge says about a conversation is consistent.
  case state

  /// The claim, for a reader who sees it broken.
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

/// An oracle that does not hold of an input.
package struct BrokenOracle: Error, Sendable, CustomStringConvertible {
  /// Which one.
  package let oracle: FuzzOracle
  /// What was expected and what came.
  package let detail: String

  /// Says what was expected and what came.
  package init(_ oracle: FuzzOracle, _ detail: String) {
    self.oracle = oracle
    self.detail = detail
  }

  /// One line: the oracle, what it says, what came.
  package var description: String { "\(oracle.rawValue): \(oracle.claim); \(detail)" }
}

extension FuzzOracle {
  /// Throws if it does not hold.
  func expect(_ holds: Bool, _ detail: @autoclosure () -> String) throws(BrokenOracle) {
    if !holds { throw BrokenOracle(self, detail()) }
  }
}
