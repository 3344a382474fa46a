/// The beginning of one line as the grammar of replies sees it, Telnet sequences left out.
///
/// This is the reference reading of a line. ``ReplyScanner`` decides the common lines by itself and comes
/// here for the others.
@usableFromInline
struct LineHead {
  /// The three digits as bytes, the first in bits 16 to 23; 0 where the line begins with no code.
  @usableFromInline var key: UInt32 = 0
  /// The byte behind the digits; nil where the line ends there.
  @usableFromInline var separator: UInt8?
  /// Where the first of the digits is.
  @usableFromInline var codeStart: Int
  /// Where the text begins: behind the separator, or at the line's beginning where there is no code.
  @usableFromInline var textStart: Int
  /// Where the line's content ends and its line end begins.
  @usableFromInline var contentEnd: Int

  /// Reads the line at `range`, which includes its line end if it has one.
  @usableFromInline
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
      found = found << 8 | UInt32(byte)
      digits += 1
      index += 1
    }
    guard digits == 3 else { return }
    key = found
    textStart = contentEnd
  }

  /// The code that a key stands for.
  @inlinable @inline(__always)
  static func code(_ key: UInt32) -> ReplyCode {
    let first = key >> 16 & 0x0F
    let second = key >> 8 & 0x0F
    return ReplyCode(digits: UInt16(truncatingIfNeeded: first * 100 + second * 10 + (key & 0x0F)))
  }

  /// The code, or nil where the line begins with none.
  var code: ReplyCode? { key == 0 ? nil : LineHead.code(key) }

  /// True where the code is followed by a space or by the line end, as on the last line of a reply.
  @usableFromInline var closes: Bool { key != 0 && (separator == nil || separator == 0x20) }

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
