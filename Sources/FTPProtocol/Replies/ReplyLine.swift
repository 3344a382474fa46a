/// One line of a reply: its bytes, and the position of its text.
public struct ReplyLine: Hashable, Sendable {
  /// The role of a line in its reply.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// It precedes the reply and begins with no code.
    case stray
    /// It is the whole reply.
    case only
    /// It opens a multi-line reply.
    case first
    /// It is between the first and the last line of a multi-line reply.
    case inner
    /// It ends a multi-line reply.
    case last
  }

  /// The role of the line in its reply.
  public let kind: Kind
  /// The code the line begins with, if any; an inner line may begin with three digits by accident.
  public let code: ReplyCode?
  /// The bytes of the line as received, line end included.
  public let bytes: ArraySlice<UInt8>
  /// The text without code, separator and line end, as received, with Telnet sequences.
  ///
  /// An inner line loses its code only if it is that of the reply, followed by a hyphen, which some
  /// servers put on every line. A stray line is text from its first byte.
  public let text: ArraySlice<UInt8>
}

extension ReplyLine {
  /// Reads the line at an index.
  init(_ lines: ReplyLines, at index: Int) {
    let reply = lines.reply
    let ends = lines.ends
    let start = index == 0 ? (reply.marks.contains(.leadingLineFeed) ? 1 : 0) : ends[index - 1]
    let range = start..<ends[index]
    let head = LineHead(
      lines.bytes.span, line: range,
      carriageReturnEndsLine: reply.marks.contains(.carriageReturnEndsLine))
    let last = ends.count - 1
    if index < reply.strayLineCount {
      kind = .stray
    } else if index == reply.strayLineCount {
      kind = index == last ? .only : .first
    } else {
      kind = index == last ? .last : .inner
    }
    code = head.code
    bytes = lines.bytes[range]
    let carriesCode =
      switch kind {
      case .stray: false
      case .only, .first, .last: true
      case .inner: head.code == reply.code && head.separator == 0x2D
      }
    let textStart = carriesCode ? head.textStart : start
    text = lines.bytes[min(textStart, head.contentEnd)..<head.contentEnd]
  }

  /// The text as a string: Telnet sequences left out, bytes that are not UTF-8 replaced.
  public var string: String { String(decoding: Telnet.strip(text).text, as: UTF8.self) }
}

/// The lines of a reply in order, stray lines first; each is found when it is asked for.
public struct ReplyLines: RandomAccessCollection, Sendable {
  let reply: Reply
  let bytes: [UInt8]
  /// Offset just past each line, in order.
  let ends: [Int]

  init(_ reply: Reply) {
    self.reply = reply
    let bytes = reply.bytes
    self.bytes = bytes
    ends = Self.ends(in: bytes, count: reply.lineCount, reply.marks)
  }

  /// Where the lines of a reply end; at least one does, whatever the bytes are.
  static func ends(in bytes: [UInt8], count: Int, _ marks: ReplyMarks) -> [Int] {
    let ends = ReplyScanner.lineEnds(
      bytes.span, count: count, carriageReturnEndsLine: marks.contains(.carriageReturnEndsLine),
      hasLeadingLineFeed: marks.contains(.leadingLineFeed))
    return ends.isEmpty ? [bytes.count] : ends
  }

  /// 0.
  public var startIndex: Int { 0 }
  /// The number of lines.
  public var endIndex: Int { ends.count }

  /// The line at an index from 0 to `count - 1`.
  public subscript(index: Int) -> ReplyLine { ReplyLine(self, at: index) }
}
