import FTPProtocol

/// Reply codes that a step accepts: one code, or all with a certain first digit.
///
/// ```swift
/// try await probe.send("NOOP", expecting: 200)
/// try await probe.send("DELE missing", expecting: .negative)
/// ```
package struct ReplyPattern: Hashable, Sendable {
  private let digits: ClosedRange<UInt16>
  private let text: String

  private init(_ digits: ClosedRange<UInt16>, _ text: String) {
    self.digits = digits
    self.text = text
  }

  /// Exactly this code.
  init(_ code: ReplyCode) { self.init(code.rawValue...code.rawValue, code.description) }

  /// Any 1yz.
  package static let preliminary = ReplyPattern(100...199, "1yz")
  /// Any 2yz.
  package static let completion = ReplyPattern(200...299, "2yz")
  /// Any 3yz.
  package static let intermediate = ReplyPattern(300...399, "3yz")
  /// Any 4yz.
  package static let transient = ReplyPattern(400...499, "4yz")
  /// Any 5yz.
  package static let permanent = ReplyPattern(500...599, "5yz")
  /// Any 4yz or 5yz.
  package static let negative = ReplyPattern(400...599, "4yz or 5yz")
  /// The reply to the command that changes nothing on this server.
  static let harmless = ReplyPattern(0...0, "harmless")

  /// Whether a code begins with a digit with which one of these begins.
  func hasFirstDigit(of code: ReplyCode) -> Bool {
    (digits.lowerBound / 100...digits.upperBound / 100).contains(code.rawValue / 100)
  }

  /// Whether a code means the same outcome as one of these: the same first digit, or a failure of either kind.
  ///
  /// 202 says that nothing was done, as no other success does.
  func sharesOutcome(with code: ReplyCode) -> Bool {
    func outcome(_ code: UInt16) -> UInt16 { min(code / 100, 4) }
    guard code.rawValue < 600, self != 202 || code == 202 else { return false }
    return (outcome(digits.lowerBound)...outcome(digits.upperBound)).contains(outcome(code.rawValue))
  }

  /// Whether all of the codes are refusals.
  var isNegative: Bool { (400...599).contains(digits.lowerBound) && digits.upperBound <= 599 }

  /// Whether a code is one of these.
  package func matches(_ code: ReplyCode) -> Bool { digits.contains(code.rawValue) }
}

extension ReplyPattern: ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// Exactly this code.
  package init(integerLiteral value: UInt16) {
    self.init(ReplyCode(integerLiteral: value))
  }

  /// The codes in words: `200`, `5yz`.
  package var description: String { text }
}
