import FTPProtocol
import Testing

/// A line of a listing, and the reading of it as one line of text.
///
/// The text consists of the kind, the size (with its unit if that is not 1), the date (with `?` for each guess: `y` for
/// the year, `c` for the century, `o` for the order), other facts, and the name. For a line that is not an entry, it
/// says what the line is.
struct ListingRow: Sendable, CustomStringConvertible {
  let written: [UInt8]
  let read: String
  let form: ListingForm?

  /// A row with a line in UTF-8.
  init(_ form: ListingForm?, _ written: String, _ read: String) {
    self.written = Array(written.utf8)
    self.read = read
    self.form = form
  }

  /// A row with a line in Latin-1: each character is one byte.
  init(_ form: ListingForm?, latin1 written: String, _ read: String) {
    self.written = written.latin1
    self.read = read
    self.form = form
  }

  var description: String { String(decoding: written, as: UTF8.self).debugDescription }
}

/// The clock of these tests: noon on 20 May 2024.
let listingClock = ListingClock(
  now: TimeValue(year: 2024, month: 5, day: 20, hour: 12) ?? TimeValue.epoch)

extension TimeValue {
  static var epoch: TimeValue { TimeValue(secondsSince1970: 0) ?? .epoch }
}

/// A line in the words of a ``ListingRow``.
func text(_ line: ListedLine) -> String {
  switch line.meaning {
  case .entry(let entry): text(entry)
  case .blank: "blank"
  case .total: "total"
  case .heading: "heading"
  case .message: "message"
  case .unread: "unread"
  case .tooLong(let length): "too long: \(length)"
  }
}

/// An entry in the words of a ``ListingRow``.
func text(_ entry: ListedEntry) -> String {
  let unit = entry.sizeUnit == 1 ? "" : "~\(entry.sizeUnit)"
  var words = [entry.kind.rawValue, (entry.size.map { "\($0)" } ?? "-") + unit, text(entry.modified)]
  func add(_ name: String, _ bytes: [UInt8]?) {
    if let bytes { words.append("\(name)=\(Escaping.ascii(bytes))") }
  }
  if let referred = entry.referred { words.append("referred=\(text(referred))") }
  if let links = entry.linkCount { words.append("links=\(links)") }
  add("owner", entry.owner)
  add("group", entry.group)
  if let mode = entry.mode { words.append("mode=\(String(mode, radix: 8))") }
  if entry.mode == nil { add("permissions", entry.permissions) }
  add("to", entry.target)
  if let version = entry.version { words.append("version=\(version)") }
  return (words + [Escaping.ascii(entry.name)]).joined(separator: " ")
}

private func text(_ date: ListedDate?) -> String {
  guard let date else { return "-" }
  let guesses: [(ListedDate.Guesses, String)] = [(.year, "y"), (.century, "c"), (.order, "o")]
  let marks = guesses.filter { date.guesses.contains($0.0) }.map(\.1).joined()
  return marks.isEmpty ? "\(date)" : "\(date)?\(marks)"
}

/// Reads a listing in every segmentation, and checks that the result is always the same, that the lines are the input,
/// and that each entry keeps its line.
func listing(
  _ bytes: [UInt8], form: ListingForm? = nil, system: SystemReply.System? = nil,
  dateOrder: ListingDateOrder? = nil,
  clock: ListingClock = listingClock, sourceLocation: SourceLocation = #_sourceLocation
) -> (lines: [ListedLine], recognition: ListingRecognition?) {
  let whole = ListingParser.read(bytes, clock: clock, form: form, system: system, dateOrder: dateOrder)
  #expect(whole.lines.flatMap(\.bytes) == bytes, sourceLocation: sourceLocation)
  for line in whole.lines {
    if let entry = line.entry { #expect(entry.line == line.bytes, sourceLocation: sourceLocation) }
  }
  for segments in segmentations(bytes) {
    var parser = ListingParser(clock: clock, form: form, system: system, dateOrder: dateOrder)
    var lines: [ListedLine] = []
    for segment in segments {
      parser.append(segment)
      while let line = parser.next() { lines.append(line) }
    }
    parser.finish()
    while let line = parser.next() { lines.append(line) }
    #expect(lines == whole.lines, sourceLocation: sourceLocation)
    #expect(parser.recognition == whole.recognition, sourceLocation: sourceLocation)
  }
  return whole
}

/// Checks a row: with a recognized and with a given form, with every line end, and with an unrelated line after it.
func check(_ row: ListingRow, sourceLocation: SourceLocation = #_sourceLocation) {
  let recognized = listing(row.written, sourceLocation: sourceLocation)
  #expect(recognized.lines.map(text) == [row.read], sourceLocation: sourceLocation)
  #expect(recognized.recognition?.form == row.form, sourceLocation: sourceLocation)
  let ends: [[UInt8]] = [[0x0A], [0x0D, 0x0A], [0x0D, 0x0D, 0x0A]]
  for end in ends {
    let whole = listing(row.written + end + Array("~ ?".utf8), form: row.form, sourceLocation: sourceLocation)
    #expect(whole.lines.map(text) == [row.read, "unread"], sourceLocation: sourceLocation)
    #expect(whole.lines.first?.bytes == row.written + end, sourceLocation: sourceLocation)
  }
}
