/// Output that a runner of GitHub reads line by line, changed so that none of it is a command to the runner.
///
/// A line that begins with `::` after blanks is such a command, and `##[` anywhere in a line. One character of each is
/// written as `\xHH`; nothing else changes. The output may be cut anywhere. JSON never has `##[`, see ``JSONText``.
package struct WorkflowText: Sendable {
  /// Whether only bytes that are not printable ASCII, and perhaps one colon, have come since the line began.
  private var isAtStart = true
  private var last: UInt8 = 0
  private var secondLast: UInt8 = 0

  package init() {}

  /// The next bytes of the output, harmless.
  package mutating func harmless(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    for byte in bytes {
      let number = UInt8(ascii: "#")
      switch byte {
      case UInt8(ascii: ":") where isAtStart && last == byte: text += "\\x3a".utf8
      case UInt8(ascii: "[") where last == number && secondLast == number: text += "\\x5b".utf8
      default: text.append(byte)
      }
      // The runner skips blanks of all scripts at the start of a line, and reads CR as the end of one.
      switch byte {
      case 0x0A, 0x0D: isAtStart = true
      case UInt8(ascii: ":"): isAtStart = isAtStart && last != byte
      case 0x21...0x7E: isAtStart = false
      default: isAtStart = isAtStart && last != UInt8(ascii: ":")
      }
      (secondLast, last) = (last, byte)
    }
    return text
  }
}

extension [UInt8] {
  /// Whether a text so far ends in `##`.
  ///
  /// This looks at two bytes; comparing `suffix(2)` with a literal would walk through all of them.
  var endsInHashes: Bool { count > 1 && self[count - 1] == 0x23 && self[count - 2] == 0x23 }
}
