extension ReplyParser {
  /// Reads a segment in place: calls `body` with each complete reply's extent and the span that it lies in,
  /// and allocates nothing for a reply that lies completely in the segment.
  ///
  /// Only an incomplete reply at the end of the segment is copied, to be continued with the next. The span that `body`
  /// gets is the segment, or the parser's own buffer for the one reply that began in an earlier segment; the
  /// extent's offsets are valid for that span and only during the call.
  ///
  ///     try parser.forEachReply(in: segment) { bytes, reply in count += reply.lineCount }
  ///
  /// - Throws: as ``next()``, after the replies before the error.
  @inlinable
  public mutating func forEachReply(
    in segment: Span<UInt8>, _ body: (Span<UInt8>, ReplyExtent) -> Void
  ) throws(ReplyParserError) {
    if let failure { throw failure }
    var offset = 0
    if !buffer.isEmpty {
      offset = try readHeld(segment, body)
      guard buffer.isEmpty else { return }
    }
    scanner.restart(at: offset)
    base -= offset
    let outcome = scanner.scan(segment) { bytes, extent in
      body(bytes, extent)
      return true
    }
    guard outcome == .needsMore else { throw fail(outcome) }
    let start = scanner.start
    if start < segment.count { hold(segment, from: start) }
    scanner.rebase(by: start)
    base += start
  }

  /// Completes the bytes held from earlier segments with bytes of this one, in steps that double, so that at most as
  /// much is copied needlessly as was needed.
  ///
  /// Returns how much of the segment was used; the buffer is empty unless that is the whole segment.
  @usableFromInline
  mutating func readHeld(
    _ segment: Span<UInt8>, _ body: (Span<UInt8>, ReplyExtent) -> Void
  ) throws(ReplyParserError) -> Int {
    var offset = 0
    var piece = 256
    while true {
      var isHeldDone = false
      let held = buffer.count - offset
      var scanner = self.scanner
      let outcome = scanner.scan(buffer.span) { bytes, extent in
        body(bytes, extent)
        isHeldDone = extent.range.upperBound >= held
        return !isHeldDone
      }
      self.scanner = scanner
      if outcome != .needsMore, outcome != .stopped { throw fail(outcome) }
      if isHeldDone || scanner.start >= held {
        let used = scanner.start - held
        base += scanner.start
        scanner.rebase(by: scanner.start)
        buffer.removeAll(keepingCapacity: true)
        return used
      }
      guard offset < segment.count else { break }
      let end = min(segment.count, offset + piece)
      hold(segment.extracting(offset..<end), from: 0)
      offset = end
      piece = piece > .max / 2 ? piece : piece * 2
    }
    compactHeld()
    return segment.count
  }

  /// Appends the bytes of a span from an offset on.
  @usableFromInline
  mutating func hold(_ bytes: Span<UInt8>, from offset: Int) {
    bytes.extracting(offset..<bytes.count).withUnsafeBufferPointer { buffer.append(contentsOf: $0) }
  }

  /// Lets go of the replies that were read from the buffer.
  private mutating func compactHeld() {
    let taken = scanner.start
    guard taken > 0 else { return }
    buffer.removeSubrange(..<taken)
    scanner.rebase(by: taken)
    base += taken
  }

  /// A description of ``unfinished``, with escaped and shortened bytes, for messages about time-outs:
  /// an open multi-line reply and the beginning of its last line, lines without a code, or an unfinished line.
  public var unfinishedDescription: String {
    let rest = unfinished
    guard !rest.isEmpty else { return "nothing" }
    var parts: [String] = []
    let partial = buffer[min(scanner.line, buffer.count)...]
    if scanner.opened != 0 {
      var part = "a multi-line reply opened with \(LineHead.code(scanner.opened))- was not closed"
      if let line = lastCompleteLine {
        let head = LineHead(
          buffer.span, line: line, carriageReturnEndsLine: leniency.carriageReturnEndsLine)
        if let code = head.code, line.lowerBound > scanner.start {
          part += "; its last line began with \(code)"
        } else {
          part += "; its last line was: \(Escaping.ascii(buffer[line], limit: 60))"
        }
      }
      parts.append(part)
    } else if scanner.lineCount > 0 {
      let lines = scanner.lineCount == 1 ? "1 line that begins" : "\(scanner.lineCount) lines that begin"
      let first = rest.prefix { $0 != 0x0A }
      parts.append("\(lines) with no reply code: \(Escaping.ascii(first, limit: 60))")
    }
    if !partial.isEmpty, scanner.line > scanner.start || scanner.lineCount == 0 {
      let kind = partial.contains(0x0D) ? "a line ended by a bare CR" : "a line without end"
      parts.append("\(kind): \(Escaping.ascii(partial, limit: 60))")
    }
    return parts.joined(separator: ", then ")
  }

  /// The range in the buffer of the last complete line of the reply that was begun.
  private var lastCompleteLine: Range<Int>? {
    guard scanner.lineCount > 0, scanner.line > scanner.start, scanner.line <= buffer.count else {
      return nil
    }
    let ends = ReplyScanner.lineEnds(
      buffer.span.extracting(scanner.start..<scanner.line), count: max(2, scanner.lineCount),
      carriageReturnEndsLine: leniency.carriageReturnEndsLine,
      hasLeadingLineFeed: scanner.hasLeadingLineFeed)
    guard let last = ends.last else { return nil }
    let before = ends.count > 1 ? ends[ends.count - 2] : 0
    return (scanner.start + before)..<(scanner.start + last)
  }
}
