import FTPProtocol

/// `ReplyParser`.
package struct OwnReplyParser: FuzzedReplyParser {
  private var parser: ReplyParser
  private var given = 0
  package private(set) var steps = 0

  package init(_ leniency: Leniency, _ limits: ReplyLimits) { parser = ReplyParser(leniency, limits: limits) }

  package var heldByteCount: Int { parser.heldByteCount }

  /// Read bytes are released when they are half of what is held, and at least 4 KiB.
  package static func slack(_ limits: ReplyLimits) -> Int {
    limits.bytes.addingReportingOverflow(4_096).partialValue
  }

  package mutating func read(_ segment: Span<UInt8>, into trace: inout ReplyTrace) {
    let searched = parser.searchedOffset
    given += segment.count
    parser.append(segment)
    do throws(ReplyParserError) {
      while let reply = try parser.next() { Self.append(reply, to: &trace) }
    } catch {
      Self.note(error, in: &trace)
      return
    }
    // The parser has now searched everything; this call examined what had not been searched before.
    steps += given - min(searched, given)
  }

  package mutating func finish(into trace: inout ReplyTrace) {
    guard !trace.isStopped else { return }
    do throws(ReplyParserError) {
      while let reply = try parser.finish() { Self.append(reply, to: &trace) }
    } catch {
      Self.note(error, in: &trace)
    }
  }

  private static func append(_ reply: Reply, to trace: inout ReplyTrace) {
    trace.entries.append(
      ReplyTrace.Entry(
        code: UInt32(reply.code.rawValue), lineCount: reply.lines.count,
        strayLineCount: reply.leadingLineCount,
        end: trace.end + reply.byteCount))
    guard trace.isDetailed else { return }
    trace.bytes.append(contentsOf: reply.bytes)
    for line in reply.lines { trace.append(text: line.text) }
  }

  private static func note(_ error: ReplyParserError, in trace: inout ReplyTrace) {
    trace.ending =
      switch error.reason {
      case .lineTooLong: .lineTooLong
      case .tooManyLines: .tooManyLines
      case .replyTooLong: .replyTooLong
      case .deviation(let deviation): .deviation(deviation)
      case .unfinished: .unfinished
      }
    trace.errorOffset = error.offset
    trace.errorLine = error.line
    trace.held = error.held
  }
}

extension OwnReplyParser {
  /// What holds for a reply as a value: its lines make up its bytes, its deviations lie within it, its description can
  /// be shown, and what is printed from it is read as the same reply.
  package static func inspect(
    _ stream: [UInt8], _ leniency: Leniency, limits: ReplyLimits
  ) throws(ParserFault) {
    var parser = ReplyParser(leniency, limits: limits)
    parser.append(stream)
    while let reply = (try? parser.next()) ?? (try? parser.finish()) {
      try checkStructure(of: reply)
      try checkPrint(of: reply, leniency)
    }
  }

  private static func checkStructure(of reply: Reply) throws(ParserFault) {
    let lossless = ParserOracle.lossless
    let lines = Array(reply.lines)
    let bytes = lines.flatMap(\.bytes)
    try lossless.expect(
      bytes == reply.bytes || [0x0A] + bytes == reply.bytes || [0] + bytes == reply.bytes,
      "the lines \(lines.map { Escaping.ascii($0.bytes) }) are not the bytes of the reply")
    try lossless.expect(
      lines.count(where: { $0.kind == .stray }) == reply.leadingLineCount
        && reply.lastLine.kind == (reply.isMultiline ? .last : .only) && reply.firstLine.code == reply.code,
      "the lines are of the wrong kinds: \(lines.map { "\($0.kind)" })")
    for deviation in reply.deviations {
      try lossless.expect(
        lines.indices.contains(deviation.line) && 0...reply.byteCount ~= deviation.offset,
        "'\(deviation)' is not in the reply")
    }
    try lossless.expect(
      reply.description.utf8.allSatisfy { 0x20...0x7E ~= $0 }, "the description is not ASCII")
  }

  /// Its bytes alone are read as the same reply, and so is a reply that is printed from its texts.
  private static func checkPrint(of reply: Reply, _ leniency: Leniency) throws(ParserFault) {
    let printing = ParserOracle.printing
    // If CR ends lines, the bytes may begin with the LF of the line before, and the last line may lack its line end.
    let isUnterminated = reply.deviations.contains { $0.kind == .unterminatedLine }
    try printing.expect(
      leniency.carriageReturnEndsLine || isUnterminated || Reply(parsing: reply.bytes, leniency) == reply,
      "its bytes alone, \(Escaping.ascii(reply.bytes)), are not read as the same reply")
    let texts = reply.lines.filter { $0.kind != .stray }.map(\.string)
    let printed = Reply(reply.code, lines: texts)
    guard let read = Reply(parsing: printed.bytes), read.code == reply.code, read.lines.count == texts.count,
      read.leadingLineCount == 0
    else {
      throw ParserFault(
        .printing, "what is printed, \(Escaping.ascii(printed.bytes)), is read as another reply")
    }
    let again = Reply(read.code, lines: read.lines.map(\.string))
    try printing.expect(
      again.bytes == read.bytes,
      "printed \(Escaping.ascii(read.bytes)), read and printed again \(Escaping.ascii(again.bytes))")
  }
}

extension ReplyFuzzer where Parser == OwnReplyParser {
  /// Makes a fuzzer of `ReplyParser`.
  package init(
    seed: UInt64, seeds: [[UInt8]] = [], oracles: Set<ParserOracle> = Set(ParserOracle.allCases)
  ) {
    self.init(seed: seed, seeds: seeds, oracles: oracles, OwnReplyParser.init)
  }
}
