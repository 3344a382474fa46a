import FTPConversation
import FTPProtocol

extension Baseline {
  /// Reads a baseline from text.
  ///
  /// It does not check whether the cases exist: see ``BaselineComparison/unknown``.
  ///
  /// - Throws: ``BaselineError`` at the first malformed line.
  public init(parsing text: some Sequence<UInt8>) throws(BaselineError) {
    var parser = BaselineParser()
    let lines = Array(text).split(separator: 0x0A, omittingEmptySubsequences: false)
    for line in lines { try parser.take(line.last == 0x0D ? line.dropLast() : line) }
    self = parser.finish()
  }
}

/// Reads a baseline, line by line.
private struct BaselineParser {
  private var baseline = Baseline(comment: [])
  private var lines: [CaseID: Int] = [:]
  /// Comment lines that have been read, for the line below them.
  private var comment: [String] = []
  private var number = 0

  /// A word of a line, and its position.
  private struct Word {
    let text: String
    let place: Int
  }

  mutating func take(_ bytes: ArraySlice<UInt8>) throws(BaselineError) {
    number += 1
    let line = Array(bytes)
    if let place = line.firstIndex(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) {
      throw error("a control character: \(VectorText.escape(line[place...place]))", line, place)
    }
    let start = line.firstIndex { !Self.isBlank($0) } ?? line.count
    if start == line.count {
      // Only the comment at the top belongs to no line.
      guard baseline.comment.isEmpty, baseline.entries.isEmpty, !comment.isEmpty else { return }
      baseline.comment = comment
      comment = []
    } else if line[start] == UInt8(ascii: "#") {
      let words = line[(start + 1)...]
      comment.append(String(decoding: words.first == 0x20 ? words.dropFirst() : words, as: UTF8.self))
    } else {
      try takeCase(line)
    }
  }

  mutating func finish() -> Baseline {
    if baseline.comment.isEmpty, baseline.entries.isEmpty {
      baseline.comment = comment
    } else {
      baseline.closingComment = comment
    }
    return baseline
  }

  private mutating func takeCase(_ line: [UInt8]) throws(BaselineError) {
    var position = 0
    guard let id = Self.word(line, &position) else { return }
    let parts = id.text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, !parts.contains("") else {
      throw error(
        "\(shown(id)) is not a case; ids have three parts, such as rfc959/4.2/reply-line", line, id.place)
    }
    if let first = lines[CaseID(rawValue: id.text)] {
      throw error("line \(first) lists the same case", line, id.place)
    }
    guard let word = Self.word(line, &position) else {
      throw error("expected a verdict after the case: \(Self.verdicts)", line, line.count)
    }
    guard let verdict = CaseVerdict(rawValue: word.text), verdict.isProblem else {
      let advice =
        CaseVerdict(rawValue: word.text) == nil ? "is not a verdict" : "is not a finding, so it needs no line"
      throw error("\(shown(word)) \(advice); there are \(Self.verdicts)", line, word.place)
    }
    let expiry = try expiry(line, &position)
    var entry = Baseline.Entry(CaseID(rawValue: id.text), verdict, until: expiry, comment: comment)
    while position < line.count, Self.isBlank(line[position]) { position += 1 }
    let end = (line.lastIndex { !Self.isBlank($0) } ?? position) + 1
    if position < end { entry.reason = String(decoding: line[position..<end], as: UTF8.self) }
    if entry.reason == "?" { entry.reason = "" }
    lines[entry.id] = number
    comment = []
    baseline.entries.append(entry)
  }

  /// The date after `until`, if that is the next word.
  private func expiry(_ line: [UInt8], _ position: inout Int) throws(BaselineError) -> CalendarDate? {
    var next = position
    guard let word = Self.word(line, &next), word.text == "until" else { return nil }
    guard let text = Self.word(line, &next) else {
      throw error("expected a date such as 2027-01-31 after 'until'", line, line.count)
    }
    guard let date = CalendarDate(text.text) else {
      throw error("\(shown(text)) is not a date such as 2027-01-31", line, text.place)
    }
    position = next
    return date
  }

  private static let verdicts = Baseline.verdicts.map(\.rawValue).joined(separator: ", ")

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func word(_ line: [UInt8], _ position: inout Int) -> Word? {
    while position < line.count, isBlank(line[position]) { position += 1 }
    guard position < line.count else { return nil }
    let start = position
    while position < line.count, !isBlank(line[position]) { position += 1 }
    return Word(text: String(decoding: line[start..<position], as: UTF8.self), place: start)
  }

  private func shown(_ word: Word) -> String { "'\(Escaping.ascii(word.text.utf8, limit: 60))'" }

  /// An error at an offset of the line; a continuation byte of UTF-8 begins no character.
  private func error(_ message: String, _ line: [UInt8], _ place: Int) -> BaselineError {
    BaselineError(line: number, column: line[..<place].count { $0 & 0xC0 != 0x80 } + 1, message)
  }
}
