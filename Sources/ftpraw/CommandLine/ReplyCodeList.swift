/// The reply codes that satisfy `--expect`: exact codes and groups, for example `200,2yz,25x`.
struct ReplyCodeList: Hashable, Sendable {
  /// A code in which some digits are open.
  struct Pattern: Hashable, Sendable {
    /// The three digits; nil if any digit will do.
    let digits: [UInt8?]
    /// The pattern as written.
    let text: String
  }

  /// The patterns in the order they were written, at least one.
  let patterns: [Pattern]

  /// Reads codes separated by commas; `x`, `y` and `z` stand for any digit in the second or third place.
  ///
  /// The first digit is 1 to 6 (RFC 959 section 4.2 and, for 6yz, RFC 2228 section 7). Once a digit is open
  /// the ones after it must be too.
  init(_ text: String) throws(ArgumentValueError) {
    var patterns: [Pattern] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      patterns.append(try Self.pattern(word))
    }
    self.patterns = patterns
  }

  func contains(_ code: Int) -> Bool {
    guard (0...999).contains(code) else { return false }
    let digits = [UInt8(code / 100), UInt8(code / 10 % 10), UInt8(code % 10)]
    return patterns.contains { pattern in
      zip(pattern.digits, digits).allSatisfy { $0 == nil || $0 == $1 }
    }
  }

  /// The list as written.
  var text: String {
    patterns.map(\.text).joined(separator: ",")
  }

  private static func pattern(_ word: Substring) throws(ArgumentValueError) -> Pattern {
    let bytes = Array(word.utf8)
    guard bytes.count == 3 else { throw unreadable(word) }
    var digits: [UInt8?] = []
    for (place, byte) in bytes.enumerated() {
      switch byte {
      case 0x30...0x39 where digits.allSatisfy { $0 != nil }:
        digits.append(byte - 0x30)
      case UInt8(ascii: "x"), UInt8(ascii: "y"), UInt8(ascii: "z"),
        UInt8(ascii: "X"), UInt8(ascii: "Y"), UInt8(ascii: "Z"):
        if place == 0 { throw unreadable(word) }
        digits.append(nil)
      default: throw unreadable(word)
      }
    }
    guard let first = digits[0], (1...6).contains(first) else { throw unreadable(word) }
    return Pattern(digits: digits, text: String(word))
  }

  private static func unreadable(_ word: Substring) -> ArgumentValueError {
    ArgumentValueError("'\(word)' is not a reply code such as 226, 25x or 2yz")
  }
}
