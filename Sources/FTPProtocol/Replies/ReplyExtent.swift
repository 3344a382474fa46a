/// The position of one reply in a span of bytes, and the result of its scan: a reply before it is copied.
struct ReplyExtent: Sendable {
  /// The code: that of the first line of the reply proper.
  let code: ReplyCode
  /// The offsets of its bytes in the span, including stray lines before it.
  let range: Range<Int>
  /// How many lines it has, stray lines included.
  let lineCount: Int
  /// How many lines before it belong to no reply.
  let strayLineCount: Int

  /// Other results of the scan.
  let marks: ReplyMarks
}

/// What cannot be seen from a reply's bytes alone.
struct ReplyMarks: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// The peer closed before the last line's end.
  static let unterminated = ReplyMarks(rawValue: 1)
  /// CR ends lines.
  static let carriageReturnEndsLine = ReplyMarks(rawValue: 2)
  /// The first byte is the LF or NUL that followed the CR at the end of the reply before.
  static let leadingLineFeed = ReplyMarks(rawValue: 4)
}
