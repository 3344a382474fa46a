import FTPProtocol

/// Parsers of replies, compared over streams: all that a server says before it closes.
///
/// An answer is a line: `CODE/LINES` for each reply, and `end` where nothing is left, `open` where something is that makes no
/// reply, or `error` where the parser has refused to go on.
struct ReplyComparison: Comparison {
  let plain = Array("220 Ready.\r\n".utf8)

  private let generator: ReplyGenerator
  private var made = ReplyCase()
  private var trace = ReplyTrace(isDetailed: false)
  private var reference = ReferenceReplies()

  init(seeds: [[UInt8]]) { generator = ReplyGenerator(seeds: seeds) }

  func isAnswer(_ line: String) -> Bool {
    ["end", "open", "error"].contains { line.split(separator: " ").last == $0[...] }
  }

  mutating func make(_ random: inout SeededGenerator) -> [UInt8] {
    generator.make(&random, settings: 1, ways: 1, into: &made)
    return made.bytes
  }

  mutating func ours(_ bytes: [UInt8]) -> String {
    trace.removeAll()
    var parser = OwnReplyParser(.lenient, limits: .standard, way: 1)
    parser.read(bytes.span, into: &trace)
    parser.finish(into: &trace)
    return trace.account
  }

  func difference(_ ours: String, _ theirs: String) -> ParserDifference.Kind? {
    ReplyAccount(ours).difference(from: ReplyAccount(theirs))
  }

  /// With 222 for the code of a reply.
  mutating func plainer(_ bytes: [UInt8]) -> [[UInt8]] {
    _ = ours(bytes)
    return trace.entries.map { Self.replacing($0.code, in: bytes) }
  }

  /// The stream with 222 for a code wherever it stands: one digit alone cannot be changed where the code comes twice.
  private static func replacing(_ code: UInt32, in bytes: [UInt8]) -> [UInt8] {
    let digits = [code / 100, code / 10 % 10, code % 10].map { UInt8(0x30 + $0) }
    var replaced = bytes
    for start in bytes.indices.dropLast(2) where bytes[start..<(start + 3)].elementsEqual(digits) {
      replaced.replaceSubrange(start..<(start + 3), with: "222".utf8)
    }
    return replaced
  }

  /// The forms of the lines in which both part, each once where it comes several times in a row.
  mutating func features(_ bytes: [UInt8], _ theirs: String) -> [String] {
    let range = parting(bytes, theirs)
    var forms: [LineForm] = []
    for line in reference.lines where line.start >= range.lowerBound && line.end <= range.upperBound {
      if forms.last != line.form { forms.append(line.form) }
    }
    return forms.map { "\($0)" }
  }

  /// Which odd bytes there are.
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

  /// The bytes of the reply in which both part, by ours; or what is left after all of them.
  private mutating func parting(_ bytes: [UInt8], _ theirs: String) -> Range<Int> {
    trace.removeAll()
    reference.read(bytes, .lenient, limits: .standard, into: &trace)
    let ours = ReplyAccount(trace.account).replies
    let common = zip(ours, ReplyAccount(theirs).replies).prefix { $0 == $1 }.count
    let start = common == 0 ? 0 : Int(trace.entries[common - 1].end)
    return start..<(common < trace.entries.count ? Int(trace.entries[common].end) : bytes.count)
  }

  /// The rule that the parting is about: that which the reply breaks first, or that which says where a reply ends.
  mutating func requirement(_ bytes: [UInt8], _ theirs: String) -> RequirementID {
    let range = parting(bytes, theirs)
    var parser = ReplyParser()
    parser.append(bytes[range])
    let reply = (try? parser.next()) ?? (try? parser.finish())
    if let deviation = reply?.deviations.first { return deviation.requirement }
    return reply?.isMultiline ?? bytes[range].contains(0x2D)
      ? "959:4.2:multiline-end" : "959:4.2:reply-line"
  }
}

/// What a parser says of a stream, in the words of the protocol: `220/3 226/1 end`.
struct ReplyAccount: Hashable {
  /// The replies in order: `CODE/LINES`.
  var replies: [Substring] = []
  /// Whether all of the stream was read, and nothing was left.
  var isClean = false

  /// Reads an answer.
  init(_ line: String) {
    replies = line.split(separator: " ")
    isClean = replies.last == "end"
    replies.removeAll { !$0.contains("/") }
  }

  /// In what another account of the same stream differs from this one; nil if it does not.
  func difference(from other: ReplyAccount) -> ParserDifference.Kind? {
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
      let digits = String(entry.code)
      let lines = Int(entry.lineCount) - Int(entry.strayLineCount)
      words.append(String(repeating: "0", count: max(0, 3 - digits.count)) + digits + "/\(lines)")
    }
    words.append(ending == .complete ? "end" : ending == .unfinished ? "open" : "error")
    return words.joined(separator: " ")
  }
}
