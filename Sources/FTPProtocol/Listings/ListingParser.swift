/// Reads the listings of LIST, and of STAT with a path, from bytes that arrive in any segments.
///
/// No document defines their form: RFC 959, section 4.1.3, intends them for people. So each system
/// has its own form, and a reader must recognize it:
///
/// ```swift
/// var parser = ListingParser(clock: ListingClock(now: now))   // now: 20 May 2024
/// parser.append("total 4\r\n-rw-r--r-- 1 ftp ftp 42 May 17 09:30 notes.txt\r\n".utf8)
/// parser.finish()
/// while let line = parser.next() {
///   guard let entry = line.entry else { continue }
///   entry.text                       // notes.txt
///   entry.size                       // 42
///   entry.modified?.local            // 20240517093000
///   entry.modified?.precision        // minute
///   entry.modified?.guesses          // [year]: it is not in the line
/// }
/// parser.recognition?.form           // unix
/// ```
///
/// The first line that has a form determines the form of the listing; which line that was, and why, is in
/// ``recognition``. Each line is returned once, complete, with its end. Lines that describe no file have other meanings; one that is
/// not understood is ``ListedLine/Meaning-swift.enum/unread``. Together, the lines are the bytes received, except for lines that
/// are longer than the limit. Nothing throws.
///
/// For MLSD, whose form an RFC defines, use ``FactList``.
public struct ListingParser: Sendable {
  /// The most bytes of a line, its end included; of a longer one the beginning is kept.
  public let lineLength: Int
  /// The form of the listing and the reason for it; nil if no line has had a form yet.
  public private(set) var recognition: ListingRecognition?

  /// The beginning of an entry of several lines.
  private struct Held {
    var line: ListingLines.Line
    /// The same as one line.
    var content: [UInt8]
    /// What it is if nothing continues it; nil for nothing.
    var entry: ListedEntry?

    var meaning: ListedLine.Meaning { entry.map { .entry($0) } ?? .unread }
  }

  private var lines: ListingLines
  private var context: ListingContext
  private let candidates: [ListingForm]
  private var number = 0
  /// A line that the next one may continue.
  private var held: Held?
  /// A line that was mistaken for the continuation of an entry.
  private var again: ListingLines.Line?

  /// Makes a parser at the beginning of a listing.
  ///
  /// - Parameters:
  ///   - clock: the current time, which determines years that are not written, and the server's time zone.
  ///   - form: the form; nil to recognize it.
  ///   - system: the answer to SYST; the form of that system is tried first.
  ///   - dateOrder: the order of day, month and year in a date of three numbers; nil for the usual one of the form.
  ///   - lineLength: the most bytes of a line, 80 or more.
  public init(
    clock: ListingClock, form: ListingForm? = nil, system: SystemReply.System? = nil,
    dateOrder: ListingDateOrder? = nil, lineLength: Int = 8_192
  ) {
    self.lineLength = max(80, lineLength)
    lines = ListingLines(limit: self.lineLength)
    context = ListingContext(clock: clock, dateOrder: dateOrder)
    let hinted = system.map(ListingForm.forms(of:)) ?? []
    candidates = form.map { [$0] } ?? (hinted + ListingForm.allCases.filter { !hinted.contains($0) })
    if let form {
      recognition = ListingRecognition(form: form, reason: .chosen)
      context.isEstablished = true
    }
  }

  /// Takes in bytes of the listing; nothing is read until ``next()``.
  public mutating func append(_ bytes: some Collection<UInt8>) { lines.append(bytes) }

  /// Takes in bytes of the listing.
  public mutating func append(_ bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { lines.append($0) }
  }

  /// Marks the end of the listing: a last line without a line end is a line.
  public mutating func finish() { lines.finish() }

  /// The next line; nil if more bytes are needed or the listing has ended.
  public mutating func next() -> ListedLine? {
    while let line = again ?? lines.next() {
      again = nil
      if let first = held {
        held = nil
        if let whole = read(first, continuedBy: line) { return whole }
        if held != nil { continue }
        again = line
        return told(first.line, first.meaning)
      }
      if let length = line.tooLong { return told(line, .tooLong(length: length)) }
      let words = LineWords(line.content)
      guard !words.isEmpty else { return told(line, .blank) }
      switch formLine(words, number + 1) {
      case .entry(let entry): return told(line, .entry(entry))
      case .heading: return told(line, .heading)
      case .partial(let entry): held = Held(line: line, content: words.bytes, entry: entry)
      case nil: return told(line, CommonLine.meaning(of: words, hasEntries: context.hasEntries))
      }
    }
    guard lines.isFinished, let first = held else { return nil }
    held = nil
    return told(first.line, first.meaning)
  }

  /// How many bytes are held that form no line yet; after ``next()`` has returned nil, fewer than three lines may have.
  package var heldCount: Int { lines.heldCount + (held?.line.bytes.count ?? 0) + (again?.bytes.count ?? 0) }

  /// What a line means in the form of the listing, which the first line with a meaning settles.
  private mutating func formLine(_ words: LineWords, _ number: Int) -> FormLine? {
    if let form = recognition?.form { return attempt(form, words) }
    var isHalf = false
    for form in candidates {
      let line = attempt(form, words)
      switch line {
      case .partial(nil): isHalf = true
      case .entry, .partial:
        settle(on: form, .entry(line: number))
        return line
      case .heading:
        settle(on: form, .heading(line: number))
        return .heading
      case nil: continue
      }
    }
    return isHalf ? .partial(nil) : nil
  }

  /// Reads a line in a form.
  ///
  /// Facts about the listing count only if the line has a meaning in that form.
  private mutating func attempt(_ form: ListingForm, _ words: LineWords) -> FormLine? {
    var attempt = context
    let line = form.read(words, &attempt)
    if line != nil { context = attempt }
    return line
  }

  private mutating func settle(on form: ListingForm, _ reason: ListingRecognition.Reason) {
    recognition = ListingRecognition(form: form, reason: reason)
    context.isEstablished = true
  }

  /// The entry that a held line and the next one form; nil if they form none, or if a third line may continue it, which is then held.
  private mutating func read(_ first: Held, continuedBy second: ListingLines.Line) -> ListedLine? {
    guard second.tooLong == nil else { return nil }
    let next = LineWords(second.content)
    // A line that is an entry already can only lack its owner and protection.
    guard first.entry == nil || next[0].first == 0x5B || next[0].first == 0x28 else { return nil }
    let whole = LineWords((first.content + [0x20] + second.content)[...])
    var line = first.line
    line.bytes += second.bytes
    switch attempt(.vms, whole) {
    case .entry(let entry):
      if recognition == nil { settle(on: .vms, .entry(line: number + 1)) }
      number += 1
      return told(line, .entry(entry))
    case .partial(let entry?):
      if recognition == nil { settle(on: .vms, .entry(line: number + 1)) }
      number += 1
      held = Held(line: line, content: whole.bytes, entry: entry)
      return nil
    case .heading, .partial(nil), nil: return nil
    }
  }

  private mutating func told(_ line: ListingLines.Line, _ meaning: ListedLine.Meaning) -> ListedLine {
    number += 1
    if case .entry(var entry) = meaning {
      context.hasEntries = true
      entry.line = line.bytes
      return ListedLine(bytes: line.bytes, meaning: .entry(entry))
    }
    return ListedLine(bytes: line.bytes, meaning: meaning)
  }
}

extension ListingParser {
  /// Reads a complete listing.
  ///
  /// - Parameters: those of ``init(clock:form:system:dateOrder:lineLength:)``.
  /// - Returns: its lines, each with its end, and the form.
  public static func read(
    _ listing: some Collection<UInt8>, clock: ListingClock, form: ListingForm? = nil,
    system: SystemReply.System? = nil, dateOrder: ListingDateOrder? = nil
  ) -> (lines: [ListedLine], recognition: ListingRecognition?) {
    var parser = ListingParser(clock: clock, form: form, system: system, dateOrder: dateOrder)
    parser.append(listing)
    parser.finish()
    var lines: [ListedLine] = []
    while let line = parser.next() { lines.append(line) }
    return (lines, parser.recognition)
  }
}
