import FTPProtocol

/// The grammar of replies (RFC 959, section 4.2), implemented a second time and as simply as possible: bytes into
/// lines, and lines into replies.
///
/// It reads the whole stream at once and shares no code with `ReplyParser`.
struct ReferenceReplies {
  /// A line of the stream, by offsets.
  struct Line {
    /// Where it begins: after the previous line end, including the LF after a CR.
    var start: Int
    /// The end of its content, where the line end begins.
    var contentEnd: Int
    /// The end of the line end, or of the stream if the last line has none.
    var end: Int
    /// The code: the first three bytes outside Telnet sequences if they are digits; -1 otherwise.
    var code = -1
    /// The byte after the digits; -1 if the line ends there.
    var separator = -1
    /// Where the digits end, and where the text after them begins.
    var codeEnd: Int
    var textStart: Int
    /// The form of the line, and the first digit of its reply; filled in when both are known.
    var form = LineForm.stray
    var kind: UInt8 = ReplyShapes.noKind
  }

  private(set) var lines: [Line] = []
  /// How many replies at the beginning a strict parser must accept.
  private(set) var flawlessCount = 0

  private var endsAtReturn = false
  private var anyCodeEnds = false
  private var limits = ReplyLimits.standard

  /// Reads a stream to its end.
  mutating func read(
    _ stream: [UInt8], _ leniency: Leniency, limits: ReplyLimits, into trace: inout ReplyTrace
  ) {
    endsAtReturn = leniency.carriageReturnEndsLine
    anyCodeEnds = leniency.multilineEnd == .anyCode
    self.limits = limits
    lines.removeAll(keepingCapacity: true)
    flawlessCount = 0
    var isFlawless = true

    var replyStart = 0
    var replyLine = 0
    var opened = -1
    var strays = 0
    var lineStart = 0
    while let end = endOfLine(stream, from: lineStart) {
      if let bound = exceededBound(line: lineStart, reply: replyStart, end: end) {
        return stop(bound, replyStart, lines.count - replyLine, &trace)
      }
      if lines.count - replyLine >= limits.lines {
        return stop(.tooManyLines, replyStart, lines.count - replyLine, &trace)
      }
      var line = look(stream, lineStart, end)
      let isLast = decide(&line, &opened, &strays)
      if flawlessCount == trace.entries.count {
        isFlawless = isFlawless && Self.isFlawless(line, stream, opened)
      }
      lines.append(line)
      lineStart = end
      guard isLast else { continue }
      add(stream, code: opened, strays: strays, from: replyLine, end: end, &trace)
      if isFlawless { flawlessCount += 1 }
      replyStart = end
      replyLine = lines.count
      opened = -1
      strays = 0
    }

    // The rest has no line end.
    if let bound = exceededBound(line: lineStart, reply: replyStart, end: stream.count) {
      return stop(bound, replyStart, lines.count - replyLine, &trace)
    }
    let content = skipLineEnd(stream, lineStart)
    if content < stream.count {
      var line = look(stream, lineStart, stream.count)
      let hasMore = line.separator != -1 || line.contentEnd < stream.count
      let mayEnd = line.separator == -1 || line.separator == 0x20
      let isReply =
        opened == -1
        ? line.separator != 0x2D : mayEnd && (line.code == opened || anyCodeEnds)
      if line.code != -1, hasMore, isReply {
        if lines.count - replyLine >= limits.lines {
          return stop(.tooManyLines, replyStart, lines.count - replyLine, &trace)
        }
        _ = decide(&line, &opened, &strays)
        line.form = .unterminated
        lines.append(line)
        return add(stream, code: opened, strays: strays, from: replyLine, end: stream.count, &trace)
      }
      line.form = .unterminated
      lines.append(line)
      return stop(.unfinished, replyStart, lines.count - 1 - replyLine, &trace)
    }
    if lines.count > replyLine { stop(.unfinished, replyStart, lines.count - replyLine, &trace) }
  }

  // MARK: Lines

  /// Just past the end of the line that begins at an offset; nil if the line does not end.
  ///
  /// The option byte of IAC WILL, WONT, DO and DONT never ends a line.
  private func endOfLine(_ stream: [UInt8], from start: Int) -> Int? {
    enum Phase { case data, afterIAC, option }
    var phase = Phase.data
    for index in skipLineEnd(stream, start)..<stream.count {
      let byte = stream[index]
      if phase == .option {
        phase = .data
        continue
      }
      if phase == .afterIAC {
        if byte >= 251, byte <= 254 {
          phase = .option
          continue
        }
        phase = .data
        if byte >= 240 { continue }
      }
      if byte == 255 { phase = .afterIAC }
      if byte == 0x0A || byte == 0x0D && endsAtReturn { return index + 1 }
    }
    return nil
  }

  /// If CR ends lines, a LF or NUL after it belongs to the line end.
  private func skipLineEnd(_ stream: [UInt8], _ start: Int) -> Int {
    guard endsAtReturn, start > 0, start < stream.count, stream[start - 1] == 0x0D else { return start }
    return stream[start] == 0x0A || stream[start] == 0 ? start + 1 : start
  }

  /// Finds code, separator and text of a line.
  private func look(_ stream: [UInt8], _ start: Int, _ end: Int) -> Line {
    let start = skipLineEnd(stream, start)
    var contentEnd = end
    // CR NUL at the very end of a stream counts as a line end, even if the CR is the option byte of a negotiation.
    let endsInNUL =
      endsAtReturn && contentEnd - start >= 2 && stream[contentEnd - 1] == 0 && stream[contentEnd - 2] == 0x0D
    if contentEnd > start, stream[contentEnd - 1] == 0x0A || endsInNUL { contentEnd -= 1 }
    if contentEnd > start, stream[contentEnd - 1] == 0x0D { contentEnd -= 1 }
    var line = Line(start: start, contentEnd: contentEnd, end: end, codeEnd: start, textStart: start)
    var index = start
    var code = 0
    for _ in 0..<3 {
      index = skipCommands(stream, index, contentEnd)
      guard index < contentEnd, stream[index] >= 0x30, stream[index] <= 0x39 else { return line }
      code = code * 10 + Int(stream[index] - 0x30)
      index += 1
    }
    line.code = code
    line.codeEnd = index
    index = skipCommands(stream, index, contentEnd)
    line.textStart = index
    guard index < contentEnd else {
      line.textStart = contentEnd
      return line
    }
    // Several CRs at the end of a line mean that it passed through one text conversion too many.
    if !stream[index..<contentEnd].contains(where: { $0 != 0x0D }) { return line }
    line.separator = Int(stream[index])
    if line.separator == 0x20 || line.separator == 0x2D { line.textStart = index + 1 }
    return line
  }

  /// Skips Telnet commands; an IAC that is doubled or does not begin a command is data.
  private func skipCommands(_ stream: [UInt8], _ start: Int, _ end: Int) -> Int {
    var index = start
    while index + 1 < end, stream[index] == 255 {
      switch stream[index + 1] {
      case 251...254: index = min(index + 3, end)
      case 250: index = endOfSubnegotiation(stream, index, end)
      case 240...249: index += 2
      default: return index
      }
    }
    return index
  }

  /// The offset after IAC SE, or after IAC SB if the subnegotiation does not end within 256 bytes.
  private func endOfSubnegotiation(_ stream: [UInt8], _ start: Int, _ end: Int) -> Int {
    var index = start + 2
    while index + 1 < min(end, start + 256) {
      if stream[index] == 255 {
        if stream[index + 1] == 240 { return index + 2 }
        index += 1
      }
      index += 1
    }
    return start + 2
  }

  // MARK: Replies

  /// Decides whether a complete line ends the reply, and sets the form of the line.
  ///
  /// `opened` is the code of the reply, or -1 before its first line.
  private func decide(_ line: inout Line, _ opened: inout Int, _ strays: inout Int) -> Bool {
    if opened == -1 {
      guard line.code != -1 else {
        strays += 1
        line.form = line.start == line.contentEnd ? .blank : .stray
        return false
      }
      opened = line.code
      line.form =
        switch line.separator {
        case 0x20: .single
        case 0x2D: .opening
        case -1: .bareCode
        default: .oddSeparator
        }
      return line.separator != 0x2D
    }
    if line.code != -1, line.separator == 0x20 || line.separator == -1, line.code == opened || anyCodeEnds {
      line.form = line.separator == -1 ? .bareCode : .closing
      return true
    }
    if line.start == line.contentEnd {
      line.form = .innerBlank
    } else if line.code == -1 {
      line.form = .inner
    } else {
      line.form = line.code == opened ? .innerSameCode : .innerDigits
    }
    return false
  }

  /// Adds a reply to the trace, and its first digit to its lines.
  private mutating func add(
    _ stream: [UInt8], code: Int, strays: Int, from first: Int, end: Int, _ trace: inout ReplyTrace
  ) {
    trace.entries.append(
      ReplyTrace.Entry(
        code: UInt32(code), lineCount: lines.count - first, strayLineCount: strays, end: end))
    let kind = UInt8(code / 100)
    for index in first..<lines.count { lines[index].kind = kind }
    guard trace.isDetailed else { return }
    for (number, line) in lines[first...].enumerated() {
      let isInner = number > strays && first + number < lines.count - 1
      let tellsCode = number >= strays && (!isInner || line.code == code && line.separator == 0x2D)
      let start = min(tellsCode ? line.textStart : line.start, line.contentEnd)
      trace.append(text: stream[start..<line.contentEnd])
    }
  }

  private func stop(_ ending: ReplyTrace.Ending, _ offset: Int, _ line: Int, _ trace: inout ReplyTrace) {
    trace.ending = ending
    trace.errorOffset = offset
    trace.errorLine = line
  }

  /// The limit that is exceeded first on the way to `end`.
  private func exceededBound(line: Int, reply: Int, end: Int) -> ReplyTrace.Ending? {
    let lineRest = limits.lineLength - (end - line)
    let replyRest = limits.bytes - (end - reply)
    guard lineRest < 0 || replyRest < 0 else { return nil }
    if lineRest >= 0 { return .replyTooLong }
    if replyRest >= 0 { return .lineTooLong }
    return line + limits.lineLength <= reply + limits.bytes ? .lineTooLong : .replyTooLong
  }

  /// Whether a line is exactly as RFC 959, section 4.2 and RFC 2640 demand.
  private static func isFlawless(_ line: Line, _ stream: [UInt8], _ opened: Int) -> Bool {
    guard line.end - line.contentEnd == 2, stream[line.end - 1] == 0x0A else { return false }
    switch line.form {
    case .single, .opening:
      guard line.code >= 100, line.code < 700, line.code / 10 % 10 <= 5 else { return false }
    case .closing: if line.code != opened { return false }
    case .inner, .innerBlank: break
    case .innerSameCode: if line.code / 100 != 6 { return false }
    default: return false
    }
    var hasEightBits = false
    for index in line.start..<line.contentEnd {
      switch stream[index] {
      case 0: if index == line.start || stream[index - 1] != 0x0D { return false }
      case 0x0D: if index + 1 == line.contentEnd || stream[index + 1] != 0 { return false }
      case 255: return false
      case 0x80...: hasEightBits = true
      default: break
      }
    }
    return !hasEightBits || String(validating: stream[line.start..<line.contentEnd], as: UTF8.self) != nil
  }
}
