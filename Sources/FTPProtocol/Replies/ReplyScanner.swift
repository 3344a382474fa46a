/// The grammar of replies over a span of bytes: finds where replies end without copying.
///
/// A scan can stop at any byte and continue when more arrive: the offsets below are relative to the span,
/// which must then begin with the same bytes, and no byte is searched twice.
@usableFromInline
struct ReplyScanner: Sendable {
  /// Why a scan came back.
  @usableFromInline
  enum Outcome { case needsMore, stopped, lineTooLong, tooManyLines, tooManyBytes, deviates }

  /// What one reply's scan came to.
  @usableFromInline
  enum Step { case reply(ReplyExtent), end(Outcome) }

  @usableFromInline let limits: ReplyLimits
  @usableFromInline let leniency: Leniency
  /// Whether every line is looked at for deviations as soon as it is complete.
  @usableFromInline let isEager: Bool

  /// Whether ``shortReply(in:)`` may decide alone.
  @usableFromInline let readsShortReplies: Bool

  /// Where the reply begins, stray lines in front included.
  @usableFromInline var start = 0
  /// Where the line begins.
  @usableFromInline var line = 0
  /// Up to where no line end was found.
  @usableFromInline var searched = 0
  /// An offset that lies between two Telnet sequences.
  @usableFromInline var ground = 0
  /// The code that opened a multi-line reply, as ``LineHead/key``, or 0.
  @usableFromInline var opened: UInt32 = 0
  /// How many lines of the reply are complete.
  @usableFromInline var lineCount = 0
  /// How many of them are stray.
  @usableFromInline var strayLineCount = 0
  /// Whether the byte before `line` is a CR that ended a line.
  @usableFromInline var isAfterCarriageReturn = false
  /// Whether the reply begins with the LF after such a CR.
  @usableFromInline var hasLeadingLineFeed = false
  /// The deviation that stopped an eager scan.
  @usableFromInline var deviation: Deviation?

  init(_ leniency: Leniency, limits: ReplyLimits) {
    self.leniency = leniency
    self.limits = limits
    isEager = !leniency.rejected.isEmpty
    readsShortReplies =
      !isEager && !leniency.carriageReturnEndsLine && limits.lines > 0
      && min(limits.lineLength, limits.bytes) >= ShortBytes.most
  }

  /// Reports every reply that is complete, until `body` returns false or there are no more.
  ///
  /// The loop for replies of one line is inlined together with `body`, and kept small enough for registers;
  /// anything but three digits, a space and a text is left to ``completeReply(_:)``.
  @inlinable @inline(__always)
  mutating func scan(_ bytes: Span<UInt8>, _ body: (Span<UInt8>, ReplyExtent) -> Bool) -> Outcome {
    if isEager || leniency.carriageReturnEndsLine { return scanCarefully(bytes, body) }
    let longest = limits.lines > 0 ? min(limits.lineLength, limits.bytes) : 0
    while true {
      if lineCount == 0 {
        var line = self.line
        var searched = self.searched
        while let feed = LineEnd.lineFeed(in: bytes, from: searched) {
          let end = feed &+ 1
          guard end &- line <= longest, LineHead.isSingle(LineHead.fourBytes(bytes, at: line, end: end)),
            !LineEnd.maybeOption(bytes[feed &- 1])
          else {
            searched = feed
            break
          }
          let extent = ReplyExtent(
            code: LineHead.code(LineHead.fourBytes(bytes, at: line, end: end)),
            range: Range(uncheckedBounds: (line, end)), lineCount: 1, strayLineCount: 0, marks: [])
          line = end
          searched = end
          if !body(bytes, extent) {
            restart(at: end)
            return .stopped
          }
        }
        self.start = line
        self.line = line
        self.searched = searched
      }
      switch completeReply(bytes) {
      case .reply(let extent): if !body(bytes, extent) { return .stopped }
      case .end(let outcome): return outcome
      }
    }
  }

  /// The next reply if it is one short line and needs no careful look; nil otherwise, and then nothing has been taken.
  ///
  /// Most replies are of that kind, and this is kept small enough to be inlined at the call.
  @inlinable @inline(__always)
  mutating func shortReply(in bytes: UnsafeRawBufferPointer) -> Reply? {
    let line = line
    guard readsShortReplies, lineCount == 0, searched == line,
      let feed = LineEnd.offset(of: 0x0A, in: bytes, from: line)
    else { return nil }
    // The next look begins with this line feed.
    searched = feed
    let count = feed &+ 1 &- line
    guard count >= 4, count <= ShortBytes.most else { return nil }
    let head = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: line, as: UInt32.self))
    guard LineHead.isSingle(head), !LineEnd.maybeOption(bytes[feed &- 1]) else { return nil }
    start = line &+ count
    self.line = start
    searched = start
    let code = LineHead.code(head)
    guard let base = bytes.baseAddress, bytes.count &- line >= 64 else {
      return Reply(code: code, short: ShortBytes(UnsafeRawBufferPointer(rebasing: bytes[line..<start])))
    }
    return Reply(code: code, short: ShortBytes(count, of64: base + line))
  }

  /// Goes on to the end of one reply of any kind.
  @usableFromInline
  mutating func completeReply(_ bytes: Span<UInt8>) -> Step {
    let limits = self.limits
    var line = self.line
    var searched = self.searched
    var opened = self.opened
    var lineCount = self.lineCount
    while let feed = LineEnd.lineFeed(in: bytes, from: searched) {
      let end = feed &+ 1
      if feed > line, LineEnd.maybeOption(bytes[feed &- 1]),
        LineEnd.isOption(feed, in: bytes, ground: max(ground, line))
      {
        ground = end
        searched = end
        continue
      }
      if end &- line > limits.lineLength || end &- start > limits.bytes || lineCount >= limits.lines {
        self.line = line
        self.lineCount = lineCount
        return .end(exceeded(until: end))
      }
      lineCount &+= 1
      var closes = false
      var key = opened
      let head = LineHead.fourBytes(bytes, at: line, end: end)
      let digits = head & 0x00FF_FFFF
      if opened == 0, LineHead.areDigits(digits), head >> 24 == 0x20 || head >> 24 == 0x2D {
        closes = head >> 24 == 0x20
        key = digits
        opened = digits
      } else if opened != 0, opened == digits, head >> 24 == 0x20 {
        closes = true
      } else if opened == 0 || end &- line < 4 || LineHead.needsLook(head) {
        (closes, key, opened) = decideSlowly(bytes, line..<end, opened)
      }
      line = end
      searched = end
      if closes {
        let extent = ReplyExtent(
          code: LineHead.code(key), range: start..<end, lineCount: lineCount, strayLineCount: strayLineCount,
          marks: [])
        restart(at: end)
        return .reply(extent)
      }
    }
    self.line = line
    self.searched = max(line, bytes.count)
    self.opened = opened
    self.lineCount = lineCount
    if bytes.count - line > limits.lineLength || bytes.count - start > limits.bytes {
      return .end(exceeded(until: bytes.count))
    }
    return .end(.needsMore)
  }

  /// Discards the unfinished reply and continues at an offset.
  @inlinable
  mutating func restart(at offset: Int) {
    start = offset
    line = offset
    searched = offset
    ground = offset
    opened = 0
    lineCount = 0
    strayLineCount = 0
    hasLeadingLineFeed = false
  }

  /// Goes on in a span that lacks the first `count` bytes of this one.
  @inlinable
  mutating func rebase(by count: Int) {
    start -= count
    line -= count
    searched -= count
    ground = max(0, ground - count)
  }

  /// Decides a line by its ``LineHead``: whether it ends a reply, with which code, and what is then open.
  @usableFromInline
  mutating func decideSlowly(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ opened: UInt32
  ) -> (closes: Bool, key: UInt32, opened: UInt32) {
    let head = LineHead(bytes, line: range, carriageReturnEndsLine: leniency.carriageReturnEndsLine)
    if opened == 0 {
      if head.key == 0 {
        strayLineCount += 1
        return (false, 0, 0)
      }
      if head.separator == 0x2D { return (false, head.key, head.key) }
      return (true, head.key, 0)
    }
    let ends = head.closes && (head.key == opened || leniency.multilineEnd == .anyCode)
    return (ends, opened, opened)
  }

  /// Which bound is exceeded first within the line that reaches to `end`.
  @usableFromInline
  func exceeded(until end: Int) -> Outcome {
    let lineExceeded = end - line > limits.lineLength
    let bytesExceeded = end - start > limits.bytes
    if lineExceeded, bytesExceeded {
      let (byLine, lineOverflow) = line.addingReportingOverflow(limits.lineLength)
      let (byBytes, bytesOverflow) = start.addingReportingOverflow(limits.bytes)
      return bytesOverflow || (!lineOverflow && byLine <= byBytes) ? .lineTooLong : .tooManyBytes
    }
    return lineExceeded ? .lineTooLong : bytesExceeded ? .tooManyBytes : .tooManyLines
  }
}
