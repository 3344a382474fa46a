import FTPProtocol

/// Parsers of replies, compared by streams: all that a server says before it closes.
///
/// An answer is a line: `CODE/LINES` for each reply, followed by `end` if nothing is left, `open` if something is left
/// that is not a reply, or `error` if the parser gave up.
struct ReplyComparison: Comparison {
  let plain = Array("220 Ready.\r\n".utf8)

  private let generator: ReplyGenerator

  init(seeds: [[UInt8]]) { generator = ReplyGenerator(seeds: seeds) }

  func isAnswer(_ line: String) -> Bool {
    ["end", "open", "error"].contains { line.split(separator: " ").last == $0[...] }
  }

  func make(_ random: inout SeededGenerator) -> [UInt8] {
    var made = ParserCase()
    generator.make(&random, settings: 1, into: &made)
    return made.bytes
  }

  func ours(_ bytes: [UInt8]) -> String {
    var trace = ReplyTrace(isDetailed: false)
    var parser = OwnReplyParser(.lenient, .standard)
    parser.read(bytes.span, into: &trace)
    parser.finish(into: &trace)
    return trace.account
  }

  func difference(_ ours: String, _ theirs: String) -> ParserDifference? {
    ReplyAccount(ours).difference(from: ReplyAccount(theirs))
  }

  /// The forms of the lines where both differ; repeated forms in a row count once.
  func features(_ bytes: [UInt8], _ theirs: String) -> [String] {
    let (range, lines) = parting(bytes, theirs)
    var forms: [LineForm] = []
    for line in lines where line.start >= range.lowerBound && line.end <= range.upperBound {
      if forms.last != line.form { forms.append(line.form) }
    }
    return forms.map { "\($0)" }
  }

  /// The odd bytes in the input.
  func oddities(_ bytes: [UInt8], _ theirs: String) -> [String] {
    var odd: Set<String> = []
    var before: UInt8 = 0
    for byte in bytes {
      if byte == 0x0A, before != 0x0D { odd.insert("LF") }
      if byte != 0x0A, before == 0x0D { odd.insert("CR") }
      if byte == 0 { odd.insert("NUL") }
      if byte == 255 { odd.insert("IAC") } else if byte >= 0x80 { odd.insert("8bit") }
      before = byte
    }
    return odd.sorted()
  }

  /// The first reply, as our parser reads it, in which both differ, or what is left after all replies; and all lines.
  private func parting(
    _ bytes: [UInt8], _ theirs: String
  ) -> (range: Range<Int>, lines: [ReferenceReplies.Line]) {
    var trace = ReplyTrace(isDetailed: false)
    var reference = ReferenceReplies()
    reference.read(bytes, .lenient, limits: .standard, into: &trace)
    let ours = ReplyAccount(trace.account).replies
    let common = zip(ours, ReplyAccount(theirs).replies).prefix { $0 == $1 }.count
    let start = common == 0 ? 0 : Int(trace.entries[common - 1].end)
    let end = common < trace.entries.count ? Int(trace.entries[common].end) : bytes.count
    return (start..<end, reference.lines)
  }

  /// The rule that the difference is about: the first that the reply breaks, or the one that says where a reply ends.
  func requirement(_ bytes: [UInt8], _ theirs: String) -> RequirementID {
    let range = parting(bytes, theirs).range
    var parser = ReplyParser()
    parser.append(bytes[range])
    let reply = (try? parser.next()) ?? (try? parser.finish())
    if let deviation = reply?.deviations.first { return deviation.requirement }
    return reply?.isMultiline ?? bytes[range].contains(0x2D)
      ? "959:4.2:multiline-end" : "959:4.2:reply-line"
  }
}

/// A parser's account of a stream, in the words of the protocol: `220/3 226/1 end`.
struct ReplyAccount: Hashable {
  /// The replies in order: `CODE/LINES`.
  var replies: [Substring] = []
  /// Whether the whole stream was read and nothing was left.
  var isClean = false

  /// Reads an answer.
  init(_ line: String) {
    replies = line.split(separator: " ")
    isClean = replies.last == "end"
    replies.removeAll { !$0.contains("/") }
  }

  /// How another account of the same stream differs from this one; nil if it does not.
  func difference(from other: ReplyAccount) -> ParserDifference? {
    if replies == other.replies { return isClean == other.isClean ? nil : isClean ? .laxer : .stricter }
    if replies.starts(with: other.replies) { return other.isClean ? .different : .laxer }
    if other.replies.starts(with: replies) { return isClean ? .different : .stricter }
    return .different
  }
}

extension ReplyTrace {
  /// The trace in the words of the protocol.
  ///
  /// Lines before a reply do not belong to it.
  var account: String {
    var words: [String] = []
    for entry in entries {
      words.append("\(Self.digits(entry.code))/\(Int(entry.lineCount) - Int(entry.strayLineCount))")
    }
    words.append(ending == .complete ? "end" : ending == .unfinished ? "open" : "error")
    return words.joined(separator: " ")
  }
}
