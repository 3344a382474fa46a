/// The position of one reply in a span of bytes, and the result of its scan: a reply before it is copied.
public struct ReplyExtent: Hashable, Sendable {
  /// The code: that of the first line of the reply proper.
  public let code: ReplyCode
  /// The offsets of its bytes in the span, including stray lines before it.
  public let range: Range<Int>
  /// How many lines it has, stray lines included.
  public let lineCount: Int
  /// How many lines before it belong to no reply.
  public let strayLineCount: Int

  /// Other results of the scan.
  @usableFromInline let marks: ReplyMarks

  /// True if the reply was opened with a hyphen.
  public var isMultiline: Bool { lineCount - strayLineCount > 1 }

  @inlinable @inline(__always)
  init(code: ReplyCode, range: Range<Int>, lineCount: Int, strayLineCount: Int, marks: ReplyMarks) {
    self.code = code
    self.range = range
    self.lineCount = lineCount
    self.strayLineCount = strayLineCount
    self.marks = marks
  }
}

/// What cannot be seen from a reply's bytes alone.
@usableFromInline
struct ReplyMarks: OptionSet, Hashable, Sendable {
  @usableFromInline let rawValue: UInt8

  @inlinable @inline(__always)
  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The peer closed before the last line's end.
  static let unterminated = ReplyMarks(rawValue: 1)
  /// CR ends lines.
  static let carriageReturnEndsLine = ReplyMarks(rawValue: 2)
  /// The first byte is the LF or NUL that followed the CR at the end of the reply before.
  static let leadingLineFeed = ReplyMarks(rawValue: 4)
}
