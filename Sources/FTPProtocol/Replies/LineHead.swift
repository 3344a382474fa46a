/// The beginning of one line as the grammar of replies sees it, without Telnet sequences.
///
/// This is the reference reading of a line. ``ReplyScanner`` decides common lines by itself and uses this
/// for the others.
@usableFromInline
struct LineHead {
  /// The three digits as bytes, the first in the lowest bits; 0 if the line begins with no code.
  @usableFromInline var key: UInt32 = 0
  /// The byte after the digits; nil if the line ends there.
  @usableFromInline var separator: UInt8?
  /// Where the first of the digits is.
  @usableFromInline var codeStart: Int
  /// Where the text begins: after the separator, or at the line's beginning if there is no code.
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
      found |= UInt32(byte) << (8 * UInt32(digits))
      digits += 1
      index += 1
    }
    guard digits == 3 else { return }
    key = found
    textStart = contentEnd
  }

  /// The code of a key.
  @inlinable @inline(__always)
  static func code(_ key: UInt32) -> ReplyCode {
    let first = key & 0x0F
    let second = key >> 8 & 0x0F
    let third = key >> 16 & 0x0F
    return ReplyCode(digits: UInt16(truncatingIfNeeded: first &* 100 &+ second &* 10 &+ third))
  }

  /// The first four bytes of a line as one number, the first in the lowest bits; 0 for a shorter line.
  @inlinable @inline(__always)
  static func fourBytes(_ bytes: Span<UInt8>, at line: Int, end: Int) -> UInt32 {
    guard end &- line >= 4 else { return 0 }
    return UInt32(littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: line, as: UInt32.self))
  }

  /// True if the three low bytes are digits.
  @inlinable @inline(__always)
  static func areDigits(_ bytes: UInt32) -> Bool {
    bytes & 0x00F0_F0F0 == 0x0030_3030 && (bytes &+ 0x0006_0606) & 0x00F0_F0F0 == 0x0030_3030
  }

  /// True if four bytes are three digits and a space.
  @inlinable @inline(__always)
  static func isSingle(_ head: UInt32) -> Bool {
    head & 0xFFF0_F0F0 == 0x2030_3030 && (head &+ 0x0006_0606) & 0x00F0_F0F0 == 0x0030_3030
  }

  /// True if a line inside a multi-line reply that does not begin with the code and a space may end it
  /// anyway: it begins with three digits, or one of the four bytes is 255.
  @inlinable @inline(__always)
  static func needsLook(_ head: UInt32) -> Bool {
    areDigits(head & 0x00FF_FFFF) || (~head &- 0x0101_0101) & head & 0x8080_8080 != 0
  }

  /// The code, or nil if the line begins with none.
  var code: ReplyCode? { key == 0 ? nil : LineHead.code(key) }

  /// True if the code is followed by a space or by the line end, as on the last line of a reply.
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
