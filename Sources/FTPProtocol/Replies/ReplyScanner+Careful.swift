extension ReplyScanner {
  /// The same scan line by line, for parsers that reject deviations or let CR end a line.
  @usableFromInline
  mutating func scanCarefully(_ bytes: Span<UInt8>, _ body: (Span<UInt8>, ReplyExtent) -> Bool) -> Outcome {
    while let range = nextLine(bytes) {
      if range.upperBound - line > limits.lineLength || range.upperBound - start > limits.bytes
        || lineCount >= limits.lines
      {
        return exceeded(until: range.upperBound)
      }
      if let extent = take(bytes, line: range, marks: []) {
        if !body(bytes, extent) { return .stopped }
      } else if deviation != nil {
        return .deviates
      }
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
    guard opened == 0 || head.closes && (head.key == opened || leniency.multilineEnd == .anyCode) else {
      return nil
    }
    return take(bytes, line: range, marks: .unterminated)
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
    let content = contentStart(bytes)
    guard leniency.carriageReturnEndsLine else {
      while let feed = LineEnd.lineFeed(in: bytes, from: searched) {
        guard feed > line, LineEnd.maybeOption(bytes[feed - 1]),
          LineEnd.isOption(feed, in: bytes, ground: max(ground, line))
        else { return line..<(feed + 1) }
        ground = feed + 1
        searched = feed + 1
      }
      return nil
    }
    ground = max(ground, content)
    let end = LineEnd.carriageReturnOrLineFeed(in: bytes, from: max(searched, content), ground: &ground)
    return end.map { content..<$0 }
  }

  /// Takes in a complete line and returns the reply that it ends.
  private mutating func take(_ bytes: Span<UInt8>, line range: Range<Int>, marks: ReplyMarks) -> ReplyExtent?
  {
    if lineCount == 0 { hasLeadingLineFeed = range.lowerBound > start }
    let before = opened
    let strays = strayLineCount
    let (closes, key, after) = decideSlowly(bytes, range, opened)
    if isEager {
      let role: ReplyLine.Kind =
        strayLineCount > strays
        ? .stray : closes ? (before == 0 ? .only : .last) : before == 0 ? .first : .inner
      var finder = DeviationFinder(
        code: LineHead.code(key), origin: start, wanted: leniency.rejected,
        carriageReturnEndsLine: leniency.carriageReturnEndsLine)
      finder.check(
        bytes, range, kind: role, index: lineCount, isUnterminated: marks.contains(.unterminated))
      deviation = finder.found.first
      if deviation != nil { return nil }
    }
    lineCount += 1
    opened = after
    line = range.upperBound
    searched = line
    isAfterCarriageReturn = leniency.carriageReturnEndsLine && bytes[line - 1] == 0x0D
    guard closes else { return nil }
    var all = marks
    if hasLeadingLineFeed { all.insert(.leadingLineFeed) }
    if leniency.carriageReturnEndsLine { all.insert(.carriageReturnEndsLine) }
    let extent = ReplyExtent(
      code: LineHead.code(key), range: start..<line, lineCount: lineCount, strayLineCount: strayLineCount,
      marks: all)
    restart(at: line)
    return extent
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
