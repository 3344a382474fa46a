import FTPProtocol

@testable import FTPFuzzing

/// A bug that someone could write into a parser of replies.
enum PlantedBug: String, CaseIterable, Sendable {
  /// A multiline reply ends at a line with the same first two digits as its code.
  case endOffByOne
  /// The last line of a multiline reply is left for the next reply.
  case lastLineLeft
  /// The code that opened a reply is remembered after its end.
  case stateKept
  /// The last three digits of a four-digit code count; a real parser might as well crash.
  case fourDigits
  /// `220-` ends a reply.
  case hyphenEnds
  /// The CR of a line end is part of the text.
  case returnKept
  /// An empty line inside a reply is dropped.
  case emptyLineLost
  /// A strict parser accepts what it should reject.
  case strictAccepts
  /// A lenient parser rejects what it should accept.
  case lenientRefuses
  /// With each segment, everything that is held is searched again.
  case quadraticBuffer
  /// Nothing that was read is released.
  case everythingHeld
  /// The LF that is the option byte of a Telnet negotiation ends a line.
  case optionEndsLine
  /// A segment that ends in CR ends a line.
  case segmentEndsLine
  /// A text is cut off after a certain number of bytes.
  case textCut
  /// The code is kept in eight bits.
  case codeOverflows
  /// One line more than the limit is accepted.
  case boundOffByOne
}

/// A simple parser of replies with one of the bugs, or none.
struct PlantedReplyParser: FuzzedReplyParser {
  /// It supports strict and lenient settings, with both sets of limits.
  static func takes(_ settings: ReplySettings) -> Bool {
    settings.leniency.multilineEnd == .sameCode && !settings.leniency.carriageReturnEndsLine
  }

  private let bug: PlantedBug?
  private let isStrict: Bool
  private let limits: ReplyLimits
  /// Bytes that are not in a reply yet, and their place in the stream.
  private var held: [UInt8] = []
  private var base = 0
  private var kept = 0
  /// How far the held bytes have been searched, and where the lines of the reply end in them.
  private var searched = 0
  private var ends: [Int] = []
  private var opened: Int?
  private var strays = 0
  private(set) var steps = 0

  init(_ bug: PlantedBug?, _ leniency: Leniency, _ limits: ReplyLimits) {
    self.bug = bug
    isStrict = !leniency.rejected.isEmpty
    self.limits = limits
  }

  var heldByteCount: Int { bug == .everythingHeld ? kept : held.count }

  mutating func read(_ segment: Span<UInt8>, into trace: inout ReplyTrace) {
    guard !trace.isStopped else { return }
    for index in 0..<segment.count { held.append(segment[index]) }
    kept += segment.count
    if bug == .quadraticBuffer { steps += held.count }
    while !trace.isStopped, let end = nextLineEnd() {
      searched = end
      if let bound = exceededBound(at: end) ?? tooManyLines { return stop(bound, &trace) }
      take(lineTo: end, &trace)
    }
    if !trace.isStopped, let bound = exceededBound(at: held.count) { stop(bound, &trace) }
  }

  mutating func finish(into trace: inout ReplyTrace) {
    guard !trace.isStopped, !held.isEmpty else { return }
    let start = ends.last ?? 0
    if start < held.count {
      let line = look(start, held.count)
      if let code = line.code, line.separator != nil || line.contentEnd < held.count, line.separator != 0x2D,
        opened == nil || opened == code && (line.separator == nil || line.separator == 0x20)
      {
        if let tooManyLines { return stop(tooManyLines, &trace) }
        return take(lineTo: held.count, &trace)
      }
    }
    stop(.unfinished, &trace)
  }

  // MARK: Lines

  /// Just past the next LF that is not the option byte of a Telnet negotiation.
  private mutating func nextLineEnd() -> Int? {
    let start = ends.last ?? 0
    for index in max(start, searched)..<max(start, searched, held.count) {
      steps += 1
      if held[index] == 0x0A, bug == .optionEndsLine || !isOption(index, from: start) { return index + 1 }
    }
    searched = held.count
    if bug == .segmentEndsLine, held.count > start, held.last == 0x0D { return held.count }
    return nil
  }

  private func isOption(_ feed: Int, from start: Int) -> Bool {
    var index = start
    while index < feed {
      guard held[index] == 255, index + 1 < feed else {
        index += 1
        continue
      }
      if 251...254 ~= held[index + 1] {
        if index + 2 == feed { return true }
        index += 3
      } else {
        index += held[index + 1] >= 240 ? 2 : 1
      }
    }
    return false
  }

  private func look(_ start: Int, _ end: Int) -> (code: Int?, separator: UInt8?, contentEnd: Int) {
    // The reference reading of a line, by way of a reply of this line alone.
    var contentEnd = end
    if contentEnd > start, held[contentEnd - 1] == 0x0A { contentEnd -= 1 }
    if contentEnd > start, held[contentEnd - 1] == 0x0D { contentEnd -= 1 }
    var digits: [Int] = []
    var index = start
    while index < contentEnd {
      if held[index] == 255, let length = commandLength(index, contentEnd) {
        index += length
        continue
      }
      let isDigit = 0x30...0x39 ~= held[index]
      if digits.count == 3, !(bug == .fourDigits && isDigit) {
        let code = digits[0] * 100 + digits[1] * 10 + digits[2]
        let isOver = held[index..<contentEnd].allSatisfy { $0 == 0x0D }
        return (code, isOver ? nil : held[index], contentEnd)
      }
      guard isDigit else { return (nil, nil, contentEnd) }
      if digits.count == 3 { digits.removeFirst() }
      digits.append(Int(held[index] - 0x30))
      index += 1
    }
    guard digits.count == 3 else { return (nil, nil, contentEnd) }
    return (digits[0] * 100 + digits[1] * 10 + digits[2], nil, contentEnd)
  }

  private func commandLength(_ index: Int, _ end: Int) -> Int? {
    guard index + 1 < end, held[index + 1] != 255, held[index + 1] >= 240 else { return nil }
    switch held[index + 1] {
    case 251...254: return min(3, end - index)
    case 250:
      var scan = index + 2
      while scan + 1 < min(end, index + 256) {
        if held[scan] == 255, held[scan + 1] == 240 { return scan + 2 - index }
        scan += held[scan] == 255 ? 2 : 1
      }
      return 2
    default: return 2
    }
  }

  // MARK: Replies

  private mutating func take(lineTo end: Int, _ trace: inout ReplyTrace) {
    let line = look(ends.last ?? 0, end)
    let isEmpty = line.contentEnd == ends.last ?? 0
    if bug == .emptyLineLost, isEmpty, opened != nil {
      ends[ends.count - 1] = end
      return
    }
    ends.append(end)
    guard let open = opened else {
      guard let code = line.code else {
        strays += 1
        return
      }
      opened = code
      if line.separator != 0x2D || bug == .hyphenEnds { close(code, &trace) }
      return
    }
    guard let code = line.code, line.separator == nil || line.separator == 0x20 else { return }
    guard code == open || bug == .endOffByOne && code / 10 == open / 10 else { return }
    if bug == .lastLineLeft {
      ends.removeLast()
      searched = ends.last ?? 0
    }
    close(open, &trace)
  }

  private mutating func close(_ code: Int, _ trace: inout ReplyTrace) {
    let end = ends.last ?? 0
    if isStrict && bug != .strictAccepts || bug == .lenientRefuses && !held[..<end].contains(0x0D) {
      var parser = ReplyParser()
      parser.append(held[..<end])
      let reply = (try? parser.next()) ?? (try? parser.finish())
      if let deviation = reply?.deviations.first {
        trace.ending = .deviation(deviation)
        return
      }
    }
    trace.entries.append(
      ReplyTrace.Entry(
        code: bug == .codeOverflows ? UInt32(code & 0xFF) : UInt32(code), lineCount: ends.count,
        strayLineCount: strays,
        end: base + end))
    if trace.isDetailed { tell(code, &trace) }
    held.removeSubrange(..<end)
    base += end
    searched = max(0, searched - end)
    ends = []
    strays = 0
    if bug != .stateKept { opened = nil }
  }

  private func tell(_ code: Int, _ trace: inout ReplyTrace) {
    let end = ends.last ?? 0
    trace.bytes.append(contentsOf: held[..<end])
    var start = 0
    for (index, end) in ends.enumerated() {
      let line = look(start, end)
      let isInner = index > strays && index < ends.count - 1
      var text = held[start..<line.contentEnd]
      if index >= strays, !isInner || line.code == code && line.separator == 0x2D {
        text = afterCode(text, line.separator)
      }
      if bug == .returnKept, line.contentEnd < end, held[line.contentEnd] == 0x0D {
        text = held[text.startIndex...line.contentEnd]
      }
      trace.append(text: bug == .textCut ? text.prefix(16) : text)
      start = end
    }
  }

  /// The rest of a line after its code and the space or hyphen that follows.
  private func afterCode(_ content: ArraySlice<UInt8>, _ separator: UInt8?) -> ArraySlice<UInt8> {
    var index = content.startIndex
    var digits = 0
    while index < content.endIndex {
      if held[index] == 255, let length = commandLength(index, content.endIndex) {
        index += length
      } else if digits == 3 {
        break
      } else {
        digits += 1
        index += 1
      }
    }
    return content[(separator == 0x20 || separator == 0x2D ? index + 1 : index)...]
  }

  // MARK: Bounds

  private func exceededBound(at end: Int) -> ReplyTrace.Ending? {
    let line = end - (ends.last ?? 0) - limits.lineLength
    let reply = end - limits.bytes
    if line <= 0, reply <= 0 { return nil }
    return line > 0 && (reply <= 0 || line >= reply) ? .lineTooLong : .replyTooLong
  }

  private var tooManyLines: ReplyTrace.Ending? {
    ends.count >= limits.lines + (bug == .boundOffByOne ? 1 : 0) ? .tooManyLines : nil
  }

  private func stop(_ ending: ReplyTrace.Ending, _ trace: inout ReplyTrace) {
    trace.ending = ending
    trace.errorOffset = base
    trace.errorLine = ends.count
  }
}
