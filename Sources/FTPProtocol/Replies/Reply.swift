/// One complete reply: its code, and every byte as received.
///
/// Everything is decoded on demand. ``bytes`` is exact, with line ends and oddities; ``lines``
/// is the structure, ``text`` the words, and ``deviations`` lists how the bytes deviate from the grammar.
/// A reply of up to 63 bytes needs no memory but its own value, a longer one a single allocation.
public struct Reply: Hashable, Sendable {
  // First, where its words are aligned.
  @usableFromInline let short: ShortBytes
  /// The bytes, if there are too many for ``short``, which is then empty.
  @usableFromInline let long: [UInt8]?
  /// How many lines there are, with those that belong to no reply.
  let lineCount: Int
  /// How many lines before the reply belong to no reply.
  let strayLineCount: Int
  /// What the parser knows in addition to the bytes.
  let marks: ReplyMarks
  /// The code of the reply: that of its first line.
  public let code: ReplyCode

  /// Copies what a parser has found.
  init(
    code: ReplyCode, copying bytes: UnsafeRawBufferPointer, lineCount: Int, strayLineCount: Int = 0,
    marks: ReplyMarks = []
  ) {
    let isShort = bytes.count <= ShortBytes.most
    short = ShortBytes(isShort ? bytes : UnsafeRawBufferPointer(start: nil, count: 0))
    long = isShort ? nil : Array(bytes)
    self.lineCount = lineCount
    self.strayLineCount = strayLineCount
    self.marks = marks
    self.code = code
  }

  /// The exact bytes, from the first byte of the first line to the end of the last line.
  ///
  /// A short reply copies them; ``byteCount`` and ``withBytes(_:)`` do not.
  public var bytes: [UInt8] {
    long ?? short.withBytes { bytes in bytes.withUnsafeBufferPointer { Array($0) } }
  }

  /// How many ``bytes`` there are.
  @inlinable public var byteCount: Int { if let long { long.count } else { short.count } }

  /// Calls `body` with the ``bytes``, without a copy.
  ///
  /// - Throws: what `body` throws.
  @inlinable
  public func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let long { try body(long.span) } else { try short.withBytes(body) }
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
    }
    self = bytes.withUnsafeBytes { Reply(code: code, copying: $0, lineCount: last + 1) }
  }
}
