/// A reply code of three digits, open to any value from 000 to 999 (RFC 959, section 4.2).
///
/// The first digit is the outcome, the second the subject. Codes outside the grammar
/// (a first digit of 0 or above 6, a second digit above 5) are representable, because servers send them.
public struct ReplyCode: RawRepresentable, Hashable, Sendable {
  /// The code as a number, 0 to 999.
  public let rawValue: UInt16

  /// Wraps a code; nil above 999.
  public init?(rawValue: UInt16) {
    guard rawValue <= 999 else { return nil }
    self.rawValue = rawValue
  }

  /// Wraps three digits that were read as digits.
  @inlinable @inline(__always)
  init(digits: UInt16) { rawValue = digits }

  /// Makes a code of three digits, each taken modulo 10.
  public init(_ first: UInt8, _ second: UInt8, _ third: UInt8) {
    rawValue = UInt16(first % 10) * 100 + UInt16(second % 10) * 10 + UInt16(third % 10)
  }

  /// The first digit.
  public var firstDigit: UInt8 { UInt8(truncatingIfNeeded: rawValue / 100) }

  /// The second digit.
  public var secondDigit: UInt8 { UInt8(truncatingIfNeeded: rawValue / 10 % 10) }

  /// The third digit.
  public var thirdDigit: UInt8 { UInt8(truncatingIfNeeded: rawValue % 10) }

  /// The meaning of the first digit; nil for a digit that no RFC defines (0, 7, 8, 9).
  public var kind: Kind? { Kind(rawValue: firstDigit) }

  /// The meaning of the second digit; nil for a digit that no RFC defines (6 to 9).
  public var subject: Subject? { Subject(rawValue: secondDigit) }

  /// The meaning of a first digit (RFC 959, section 4.2.1; RFC 2228, section 4 for 6yz).
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// 1yz: the action has been started, another reply follows.
    case preliminary = 1
    /// 2yz: the action has been completed.
    case completion = 2
    /// 3yz: the command was accepted, but another command is needed to continue.
    case intermediate = 3
    /// 4yz: the action was not taken, but trying again may succeed.
    case transientFailure = 4
    /// 5yz: the action was not taken and should not be repeated unchanged.
    case permanentFailure = 5
    /// 6yz: the reply proper is inside, protected by a security mechanism (RFC 2228).
    case protected = 6
  }

  /// The meaning of a second digit (RFC 959, section 4.2.1; RFC 2228, section 4 for x3z).
  public enum Subject: UInt8, Hashable, Sendable, CaseIterable {
    /// x0z: the syntax of a command.
    case syntax = 0
    /// x1z: information, such as status or help.
    case information = 1
    /// x2z: the control and data connections.
    case connections = 2
    /// x3z: login, accounting, and protection.
    case authentication = 3
    /// x4z: not specified.
    case unspecified = 4
    /// x5z: the file system.
    case fileSystem = 5
  }

  /// True for 4yz and 5yz.
  public var isNegative: Bool { firstDigit == 4 || firstDigit == 5 }

  /// True if a client gives the code one meaning after any command: the end of the session
  /// (221), an address (227 to 229), a step that must follow (331, 332, 350).
  package var hasOneMeaning: Bool {
    switch rawValue {
    case 221, 227, 228, 229, 331, 332, 350: true
    default: false
    }
  }

  /// True for 1yz.
  public var isPreliminary: Bool { firstDigit == 1 }
}

extension ReplyCode: ExpressibleByIntegerLiteral, CustomStringConvertible, Comparable {
  /// Wraps a literal code; a literal above 999 is taken modulo 1000.
  public init(integerLiteral value: UInt16) { rawValue = value % 1000 }

  /// Three digits, with leading zeros.
  public var description: String { "\(firstDigit)\(secondDigit)\(thirdDigit)" }

  /// Orders codes as numbers.
  public static func < (left: ReplyCode, right: ReplyCode) -> Bool { left.rawValue < right.rawValue }
}
