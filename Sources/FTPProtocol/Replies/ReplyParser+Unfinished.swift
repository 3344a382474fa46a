extension ReplyParser {
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
