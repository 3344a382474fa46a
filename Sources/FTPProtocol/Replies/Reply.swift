/// One complete reply: its code, and every byte as received.
///
/// Everything is decoded on demand. ``bytes`` is exact, with line ends and oddities; ``lines``
/// is the structure, ``text`` the words, and ``deviations`` lists how the bytes deviate from the grammar.
public struct Reply: Hashable, Sendable {
  /// The code of the reply: that of its first line.
  public let code: ReplyCode
  /// The exact bytes, from the first byte of the first line to the end of the last line.
  public let bytes: [UInt8]
  /// Offset just past each line, in order; empty for a reply of a single line, to avoid an allocation.
  let lineEnds: [Int]
  /// How many lines before the reply belong to no reply.
  let strayLineCount: Int
  /// What the parser knows in addition to the bytes.
  let marks: ReplyMarks

  /// Wraps the parser's result; the offsets must be ascending and within `bytes`.
  init(
    code: ReplyCode, bytes: [UInt8], lineEnds: [Int], strayLineCount: Int, marks: ReplyMarks = []
  ) {
    self.code = code
    self.bytes = bytes
    self.lineEnds = lineEnds
    self.strayLineCount = strayLineCount
    self.marks = marks
  }
}

extension Reply {
  /// Makes a well-formed reply of one line or, for several texts, of several lines.
  ///
  /// CR, LF and NUL in a text are replaced by a space, so that no text can forge a second reply. Lines
  /// inside that would begin with three digits are padded with a space (RFC 959, section 4.2).
  public init(_ code: ReplyCode, _ texts: String...) { self.init(code, lines: texts) }

  /// Makes a well-formed reply of one line or, for several texts, of several lines.
  public init(_ code: ReplyCode, lines texts: [String]) {
    let digits = Array(code.description.utf8)
    var bytes: [UInt8] = []
    var ends: [Int] = []
    let last = max(texts.count - 1, 0)
    for index in 0...last {
      let text = index < texts.count ? Array(texts[index].utf8) : []
      if index == last {
        bytes += digits + [0x20]
      } else if index == 0 {
        bytes += digits + [0x2D]
      } else if text.prefix(3).count == 3, text.prefix(3).allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
        bytes.append(0x20)
      }
      bytes += text.map { $0 == 0x0D || $0 == 0x0A || $0 == 0 ? 0x20 : $0 }
      bytes += [0x0D, 0x0A]
      ends.append(bytes.count)
    }
    self.init(code: code, bytes: bytes, lineEnds: last == 0 ? [] : ends, strayLineCount: 0)
  }
}
