/// The grammar of replies over a span of bytes: finds where replies end without copying.
///
/// A scan can stop at any byte and continue when more arrive: the offsets below are relative to the span,
/// which must then begin with the same bytes, and no byte is searched twice.
struct ReplyScanner: Sendable {
  /// Why a scan came back.
  enum Outcome { case reply(ReplyExtent), needsMore, lineTooLong, tooManyLines, tooManyBytes, deviates }

  let limits: ReplyLimits
  let leniency: Leniency
  /// Whether every line is looked at for deviations as soon as it is complete.
  private let isEager: Bool

  /// Where the reply begins, stray lines in front included.
  private(set) var start = 0
  /// Where the line begins.
  private(set) var line = 0
  /// Up to where no line end was found.
  private(set) var searched = 0
  /// An offset that lies between two Telnet sequences.
  private var ground = 0
  /// The code that opened a multi-line reply, as ``LineHead/key``, or 0.
  private(set) var opened: UInt32 = 0
  /// How many lines of the reply are complete.
  private(set) var lineCount = 0
  /// How many of them are stray.
  private var strayLineCount = 0
  /// Whether the byte before `line` is a CR that ended a line.
  private var isAfterCarriageReturn = false
  /// Whether the reply begins with the LF after such a CR.
  private(set) var hasLeadingLineFeed = false
  /// The deviation that stopped an eager scan.
  private(set) var deviation: ReplyDeviation?

  init(_ leniency: Leniency, limits: ReplyLimits) {
    self.leniency = leniency
    self.limits = limits
    isEager = !leniency.rejected.isEmpty
  }

  /// Goes on to the end of the next reply.
  mutating func next(_ bytes: Span<UInt8>) -> Outcome {
    while let range = nextLine(bytes) {
      if range.upperBound - line > limits.lineLength || range.upperBound - start > limits.bytes
        || lineCount >= limits.lines
      {
        return exceeded(until: range.upperBound)
      }
      if let extent = take(bytes, line: range, marks: []) { return .reply(extent) }
      if deviation != nil { return .deviates }
    }
    searched = max(line, bytes.count)
    if bytes.count - line > limits.lineLength || bytes.count - start > limits.bytes {
      return exceeded(until: bytes.count)
    }
    return .needsMore
  }

  /// The reply that a last line without a line end forms when the peer has closed, if any.
  ///
  /// A line is a reply here if it ends with CR, or if something follows its code: `226 Do` may be cut but
  /// its meaning is clear, while `226` may be the beginning of `226-`.
  mutating func finish(_ bytes: Span<UInt8>) -> ReplyExtent? {
    let range = contentStart(bytes)..<bytes.count
    guard !range.isEmpty else { return nil }
    let head = LineHead(bytes, line: range, carriageReturnEndsLine: leniency.carriageReturnEndsLine)
    guard head.key != 0, head.separator != nil || head.contentEnd < bytes.count else { return nil }
    guard head.separator != 0x2D else { return nil }
    guard opened == 0 || closes(head) else { return nil }
    return take(bytes, line: range, marks: .unterminated)
  }

  /// Goes on in a span that lacks the first `count` bytes of this one.
  mutating func rebase(by count: Int) {
    start -= count
    line -= count
    searched -= count
    ground = max(0, ground - count)
  }

  /// True if a reply has not begun; an LF or NUL that belongs to the previous line end does not count.
  func isWithoutContent(_ bytes: Span<UInt8>) -> Bool { lineCount == 0 && contentStart(bytes) >= bytes.count }

  /// Where the content of the line begins: after the LF or NUL that belongs to the previous line end.
  private func contentStart(_ bytes: Span<UInt8>) -> Int {
    guard isAfterCarriageReturn, line < bytes.count, bytes[line] == 0x0A || bytes[line] == 0 else {
      return line
    }
    return line + 1
  }

  /// The next complete line with its line end, without bytes that belong to the previous line end.
  private mutating func nextLine(_ bytes: Span<UInt8>) -> Range<Int>? {
    guard leniency.carriageReturnEndsLine else {
      while let feed = LineEnd.offset(of: 0x0A, in: bytes, from: searched) {
        guard feed > line, LineEnd.maybeOption(bytes[feed - 1]),
          LineEnd.isOption(feed, in: bytes, ground: max(ground, line))
        else { return line..<(feed + 1) }
        ground = feed + 1
        searched = feed + 1
      }
      return nil
    }
    let content = contentStart(bytes)
    ground = max(ground, content)
    let end = LineEnd.carriageReturnOrLineFeed(in: bytes, from: max(searched, content), ground: &ground)
    return end.map { content..<$0 }
  }

  /// Takes in a complete line and returns the reply that it ends.
  private mutating func take(_ bytes: Span<UInt8>, line range: Range<Int>, marks: ReplyMarks) -> ReplyExtent?
  {
    if lineCount == 0 { hasLeadingLineFeed = range.lowerBound > start }
    let head = LineHead(bytes, line: range, carriageReturnEndsLine: leniency.carriageReturnEndsLine)
    let isStray = opened == 0 && head.key == 0
    let ends = opened == 0 ? !isStray && head.separator != 0x2D : closes(head)
    let key = opened == 0 ? head.key : opened
    if isEager {
      let role: ReplyLine.Kind =
        isStray ? .stray : ends ? (opened == 0 ? .only : .last) : opened == 0 ? .first : .inner
      var finder = DeviationFinder(
        code: LineHead.code(key), origin: start, wanted: leniency.rejected,
        carriageReturnEndsLine: leniency.carriageReturnEndsLine)
      finder.check(
        bytes, range, kind: role, index: lineCount, isUnterminated: marks.contains(.unterminated))
      deviation = finder.found.first
      if deviation != nil { return nil }
    }
    lineCount += 1
    if isStray { strayLineCount += 1 }
    opened = key
    line = range.upperBound
    searched = line
    isAfterCarriageReturn = leniency.carriageReturnEndsLine && bytes[line - 1] == 0x0D
    guard ends else { return nil }
    var all = marks
    if hasLeadingLineFeed { all.insert(.leadingLineFeed) }
    if leniency.carriageReturnEndsLine { all.insert(.carriageReturnEndsLine) }
    let extent = ReplyExtent(
      code: LineHead.code(key), range: start..<line, lineCount: lineCount, strayLineCount: strayLineCount,
      marks: all)
    (start, ground, opened, lineCount, strayLineCount, hasLeadingLineFeed) = (line, line, 0, 0, 0, false)
    return extent
  }

  /// Whether a line ends the open multi-line reply.
  private func closes(_ head: LineHead) -> Bool {
    head.closes && (head.key == opened || leniency.multilineEnd == .anyCode)
  }

  /// Which bound is exceeded first within the line that reaches to `end`.
  private func exceeded(until end: Int) -> Outcome {
    let lineExceeded = end - line > limits.lineLength
    let bytesExceeded = end - start > limits.bytes
    if lineExceeded, bytesExceeded {
      let (byLine, lineOverflow) = line.addingReportingOverflow(limits.lineLength)
      let (byBytes, bytesOverflow) = start.addingReportingOverflow(limits.bytes)
      return bytesOverflow || (!lineOverflow && byLine <= byBytes) ? .lineTooLong : .tooManyBytes
    }
    return lineExceeded ? .lineTooLong : bytesExceeded ? .tooManyBytes : .tooManyLines
  }

  /// Where each line of a reply ends, including an LF after an ending CR: what ``Reply`` keeps.
  static func lineEnds(
    _ bytes: Span<UInt8>, count: Int, carriageReturnEndsLine: Bool, hasLeadingLineFeed: Bool
  ) -> [Int] {
    guard count > 1 else { return [] }
    var ends: [Int] = []
    ends.reserveCapacity(count)
    var scanner = ReplyScanner(
      Leniency(carriageReturnEndsLine: carriageReturnEndsLine), limits: .standard)
    scanner.isAfterCarriageReturn = hasLeadingLineFeed
    while let range = scanner.nextLine(bytes) {
      scanner.line = range.upperBound
      scanner.searched = range.upperBound
      scanner.isAfterCarriageReturn = carriageReturnEndsLine && bytes[range.upperBound - 1] == 0x0D
      ends.append(scanner.contentStart(bytes))
    }
    if scanner.contentStart(bytes) < bytes.count { ends.append(bytes.count) }
    return ends
  }
}
