import FTPProtocol

/// What a parser of replies made of some bytes, in a form that is cheap to compare and can be reused.
package struct ReplyTrace: Sendable {
  struct Entry: Hashable, Sendable {
    /// Its code, as a number.
    var code: UInt32
    /// How many lines it has, including lines before it that belong to no reply.
    var lineCount: UInt32
    /// How many lines before it belong to no reply.
    var strayLineCount: UInt32
    /// Where it ends, counted from the first byte of the stream.
    var end: UInt32

    init(code: UInt32, lineCount: Int, strayLineCount: Int, end: Int) {
      self.code = code
      self.lineCount = UInt32(truncatingIfNeeded: lineCount)
      self.strayLineCount = UInt32(truncatingIfNeeded: strayLineCount)
      self.end = UInt32(truncatingIfNeeded: end)
    }
  }

  /// How a stream ended for the parser.
  enum Ending: Hashable, Sendable {
    /// The stream was read, and nothing was left when the peer closed.
    case complete
    /// The peer closed in the middle of a reply.
    case unfinished
    /// A limit was exceeded.
    case lineTooLong, tooManyLines, replyTooLong
    /// A deviation from the grammar was rejected.
    case deviation(ReplyDeviation)
  }

  /// The replies in order.
  var entries: [Entry] = []
  /// How the stream ended.
  var ending = Ending.complete
  /// For an error, the offset of the reply that caused it.
  var errorOffset = 0
  /// For an error, the line of that reply, counted from 0.
  var errorLine = 0
  /// What the parser held at the end, in its own words.
  var held = ""

  /// Whether the trace also keeps the texts of lines and the bytes of replies.
  var isDetailed: Bool
  /// The texts of all lines of all replies, one after the other, as they were received.
  var text: [UInt8] = []
  /// Where the text of each line ends in ``text``.
  var textEnds: [Int] = []
  /// The bytes of all replies, one after the other.
  var bytes: [UInt8] = []

  init(isDetailed: Bool) { self.isDetailed = isDetailed }

  /// Where the last reply ends; 0 before the first.
  var end: Int { entries.last.map { Int($0.end) } ?? 0 }

  /// Whether the parser stopped at an error before the peer closed.
  var isStopped: Bool { ending != .complete && ending != .unfinished }

  /// Removes everything but keeps the capacity.
  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    ending = .complete
    errorOffset = 0
    errorLine = 0
    held = ""
    text.removeAll(keepingCapacity: true)
    textEnds.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Adds the text of a line.
  mutating func append(text more: some Sequence<UInt8>) {
    text.append(contentsOf: more)
    textEnds.append(text.count)
  }

  /// Whether both have the same replies and have ended in the same way at the same place.
  func hasSameResult(as other: ReplyTrace) -> Bool {
    entries == other.entries && ending == other.ending && errorOffset == other.errorOffset
      && errorLine == other.errorLine
  }

  /// Whether both have the same result and the same bytes left.
  func isSame(as other: ReplyTrace) -> Bool { hasSameResult(as: other) && held == other.held }

  /// Whether the replies are the first of those in the other trace.
  func isBeginning(of other: ReplyTrace) -> Bool {
    entries.count <= other.entries.count && other.entries.starts(with: entries)
  }
}

extension ReplyTrace: CustomStringConvertible {
  /// The replies on one line: codes, numbers of lines and ends, and how the stream ended.
  package var description: String {
    var line = 0
    var words: [String] = []
    for entry in entries {
      var word = "\(Self.digits(entry.code))"
      if entry.strayLineCount > 0 { word += " after \(entry.strayLineCount) stray" }
      if entry.lineCount - min(entry.lineCount, entry.strayLineCount) != 1 {
        word += " of \(entry.lineCount) lines"
      }
      word += " to byte \(entry.end)"
      if isDetailed {
        let texts = (line..<min(textEnds.count, line + Int(entry.lineCount))).map { index in
          "\"\(Escaping.ascii(text[(index == 0 ? 0 : textEnds[index - 1])..<textEnds[index]], limit: 60))\""
        }
        word += " (" + texts.joined(separator: ", ") + ")"
        line += Int(entry.lineCount)
      }
      words.append(word)
    }
    let place = " in line \(errorLine + 1) of the reply at byte \(errorOffset)"
    switch ending {
    case .complete: break
    case .unfinished: words.append("the end" + place)
    case .lineTooLong: words.append("a line that is too long" + place)
    case .tooManyLines: words.append("too many lines" + place)
    case .replyTooLong: words.append("too many bytes" + place)
    case .deviation(let deviation):
      words.append("refused: line \(deviation.line + 1) \(deviation.kind.summary)")
    }
    return words.isEmpty ? "nothing" : words.joined(separator: "; ")
  }

  static func digits(_ code: UInt32) -> String {
    let text = String(code)
    return String(repeating: "0", count: max(0, 3 - text.count)) + text
  }
}
