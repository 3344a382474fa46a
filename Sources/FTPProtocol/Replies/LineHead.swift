/// The beginning of one line as the grammar of replies sees it, without Telnet sequences.
struct LineHead {
  /// The three digits as bytes, the first in the lowest bits; 0 if the line begins with no code.
  var key: UInt32 = 0
  /// The byte after the digits; nil if the line ends there.
  var separator: UInt8?
  /// Where the first of the digits is.
  var codeStart: Int
  /// Where the text begins: after the separator, or at the line's beginning if there is no code.
  var textStart: Int
  /// Where the line's content ends and its line end begins.
  var contentEnd: Int

  /// Reads the line at `range`, which includes its line end if it has one.
  init(_ bytes: Span<UInt8>, line range: Range<Int>, carriageReturnEndsLine: Bool) {
    contentEnd = LineHead.contentEnd(bytes, line: range, carriageReturnEndsLine: carriageReturnEndsLine)
    codeStart = range.lowerBound
    textStart = range.lowerBound
    var index = range.lowerBound
    var digits = 0
    var found: UInt32 = 0
    while index < contentEnd {
      let byte = bytes[index]
      if byte == Telnet.iac, !Telnet.isData(in: bytes, at: index, end: contentEnd) {
        index += Telnet.sequenceLength(in: bytes, at: index, end: contentEnd)
        continue
      }
      if digits == 3 {
        key = found
        // CR CR LF: a server that wrote CR LF through a text channel. The first CR is line end too.
        if byte == 0x0D, LineHead.onlyCarriageReturns(bytes, index..<contentEnd) {
          textStart = index
          return
        }
        separator = byte
        textStart = byte == 0x20 || byte == 0x2D ? index + 1 : index
        return
      }
      guard byte &- 0x30 < 10 else { return }
      if digits == 0 { codeStart = index }
      found |= UInt32(byte) << (8 * UInt32(digits))
      digits += 1
      index += 1
    }
    guard digits == 3 else { return }
    key = found
    textStart = contentEnd
  }

  static func code(_ key: UInt32) -> ReplyCode {
    let first = key & 0x0F
    let second = key >> 8 & 0x0F
    let third = key >> 16 & 0x0F
    return ReplyCode(digits: UInt16(truncatingIfNeeded: first &* 100 &+ second &* 10 &+ third))
  }

  /// The code, or nil if the line begins with none.
  var code: ReplyCode? { key == 0 ? nil : LineHead.code(key) }

  /// True if the code is followed by a space or by the line end, as on the last line of a reply.
  var closes: Bool { key != 0 && (separator == nil || separator == 0x20) }

  /// Where the content of the line at `range` ends.
  static func contentEnd(_ bytes: Span<UInt8>, line range: Range<Int>, carriageReturnEndsLine: Bool) -> Int {
    var end = range.upperBound
    let start = range.lowerBound
    if end > start, bytes[end - 1] == 0x0A {
      end -= 1
    } else if carriageReturnEndsLine, end - 1 > start, bytes[end - 1] == 0, bytes[end - 2] == 0x0D {
      end -= 1
    }
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }

  private static func onlyCarriageReturns(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for index in range where bytes[index] != 0x0D { return false }
    return true
  }
}
