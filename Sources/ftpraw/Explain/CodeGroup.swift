import FTPConversation
import FTPProtocol

/// Reply codes that share some digits: `4yz`, `x5z`, `22z`.
struct CodeGroup: Hashable, Sendable {
  /// The group in the letters of RFC 959: x, y and z for the digits that are open.
  let name: String
  private let digits: [UInt8?]

  /// Reads three characters, each a digit or one of x, y and z, at least one of each; nil for anything else,
  /// and for digits that no document gives a meaning.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 3 else { return nil }
    var digits: [UInt8?] = []
    var name = ""
    for (place, byte) in bytes.enumerated() {
      switch byte | 0x20 {
      case UInt8(ascii: "x"), UInt8(ascii: "y"), UInt8(ascii: "z"):
        digits.append(nil)
        name += ["x", "y", "z"][place]
      default:
        guard byte >= 0x30, byte <= 0x39 else { return nil }
        digits.append(byte - 0x30)
        name += String(byte - 0x30)
      }
    }
    guard digits.contains(nil), digits.contains(where: { $0 != nil }) else { return nil }
    if let first = digits[0], ReplyCode.Kind(rawValue: first) == nil { return nil }
    if let second = digits[1], ReplyCode.Subject(rawValue: second) == nil { return nil }
    self.name = name
    self.digits = digits
  }

  /// What the first digit says, if it is given.
  var kind: ReplyCode.Kind? { digits[0].flatMap(ReplyCode.Kind.init) }

  /// What the second digit says, if it is given.
  var subject: ReplyCode.Subject? { digits[1].flatMap(ReplyCode.Subject.init) }

  /// The codes of the group that a document defines, in order.
  var codes: [ReplyCode] {
    ReplyCode.known.filter { code in
      zip(digits, [code.firstDigit, code.secondDigit, code.thirdDigit]).allSatisfy { $0 == nil || $0 == $1 }
    }
  }
}
