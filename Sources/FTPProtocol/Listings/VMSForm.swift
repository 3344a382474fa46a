/// `NOTES.TXT;1   1/3   17-MAY-2024 09:30:00  [FTP,FTP]   (RWED,RWED,RE,)`: name and version, blocks, date, owner and protection.
///
/// If the name leaves no room for the rest, it is in the next line, and so may be owner and protection, or protection alone.
enum VMSForm {
  private static let blockSize: UInt64 = 512

  static func read(_ line: LineWords, _ context: ListingContext) -> FormLine? {
    if line.isWord(0, "directory"), line.count >= 2, line.bytes.contains(0x5B), line.bytes.last == 0x5D {
      return .heading
    }
    guard let (name, version, end) = versionedName(line.bytes) else { return nil }
    var entry = ListedEntry(name: name, kind: .file)
    entry.version = version
    if name.count > 4, name.suffix(4).isText(".dir") {
      entry.kind = .directory
      entry.name.removeLast(4)
    }
    let facts = LineWords(line.bytes[end...])
    if facts.isEmpty { return .partial(nil) }
    if read(facts, into: &entry, context) {
      return entry.permissions == nil ? .partial(entry) : .entry(entry)
    }
    // An unreadable file is listed with its name only.
    guard context.isEstablished, isRefusal(facts) else { return nil }
    return .entry(entry)
  }

  /// The part before the first semicolon that is followed by a number and a space, or by a number and the end.
  private static func versionedName(_ bytes: [UInt8]) -> (ArraySlice<UInt8>, Int, end: Int)? {
    let start = bytes.firstIndex { !$0.isBlank } ?? 0
    var rest = bytes[start...]
    while let semicolon = rest.firstIndex(of: 0x3B) {
      let digits = bytes[(semicolon + 1)...].prefix(while: \.isDigit)
      let end = digits.endIndex
      if semicolon > start, digits.count <= 5, let version: Int = digits.decimal(),
        end == bytes.count || bytes[end].isBlank
      {
        return (bytes[start..<semicolon], version, end)
      }
      rest = bytes[(semicolon + 1)...]
    }
    return nil
  }

  /// Reads the words after the name.
  ///
  /// Size and date are required; the order differs between servers.
  private static func read(
    _ facts: LineWords, into entry: inout ListedEntry, _ context: ListingContext
  ) -> Bool {
    var hasSize = false
    var index = 0
    while index < facts.count {
      let word = facts[index]
      index += 1
      if word.first == 0x5B, entry.owner == nil {
        index = readOwner(facts, from: index - 1, into: &entry)
      } else if word.first == 0x28, entry.permissions == nil {
        guard isProtection(word) else { return false }
        entry.permissions = Array(word.dropFirst().dropLast())
      } else if !hasSize, let size = size(word) {
        hasSize = true
        if let (bytes, unit) = size { (entry.size, entry.sizeUnit) = (bytes, unit) }
      } else if entry.modified == nil, var date = date(word) {
        if let time = WrittenTime(facts[index]) {
          date.clock = time
          index += 1
        }
        guard let modified = context.clock.date(date) else { return false }
        entry.modified = modified
      } else if entry.owner == nil, facts[index].first == 0x28, word.allSatisfy(isNameByte) {
        entry.owner = Array(word)
      } else {
        return false
      }
    }
    return hasSize && entry.modified != nil
  }

  /// `9`, `9/12`, `2KB`, or asterisks instead of a large number, which give an empty reading; nil if it is not a size.
  private static func size(_ word: ArraySlice<UInt8>) -> (bytes: UInt64, unit: UInt64)?? {
    if word.allSatisfy({ $0 == 0x2A }) { return .some(nil) }
    let digits = word.prefix(while: \.isDigit)
    guard let number: UInt64 = digits.decimal() else { return nil }
    let rest = word[digits.endIndex...]
    let unit: UInt64
    if rest.isEmpty || rest.first == 0x2F && rest.dropFirst().isAllDigits {
      unit = blockSize
    } else if rest.isText("kb") {
      unit = 1_024
    } else if rest.isText("mb") {
      unit = 1_048_576
    } else {
      return nil
    }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: unit)
    return overflow ? nil : (bytes, unit)
  }

  /// `17-MAY-2024`.
  private static func date(_ word: ArraySlice<UInt8>) -> WrittenDate? {
    let parts = word.split(separator: 0x2D, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count <= 2, parts[2].count == 4, let day: Int = parts[0].decimal(),
      let month = MonthNames.month(parts[1]), let year: Int = parts[2].decimal()
    else { return nil }
    return WrittenDate(year: .full(year), month: month, day: day)
  }

  /// `[GROUP,OWNER]` or `[OWNER]`, which may be cut off by the column after it.
  private static func readOwner(_ facts: LineWords, from start: Int, into entry: inout ListedEntry) -> Int {
    var end = start
    while end < facts.count, facts[end].first != 0x28 {
      end += 1
      if facts[end - 1].last == 0x5D { break }
    }
    var text = facts.text(start..<end).map { $0.dropFirst() } ?? []
    if text.last == 0x5D { text.removeLast() }
    if let comma = text.firstIndex(of: 0x2C) {
      entry.group = Array(text[..<comma])
      entry.owner = Array(text[(comma + 1)...])
    } else {
      entry.owner = Array(text)
    }
    return end
  }

  /// Rights of system, owner, group and world in parentheses: read, write, execute and delete, each in its place or missing.
  private static func isProtection(_ word: ArraySlice<UInt8>) -> Bool {
    guard word.last == 0x29, word.count >= 2 else { return false }
    let classes = word.dropFirst().dropLast().split(separator: 0x2C, omittingEmptySubsequences: false)
    return classes.count == 4
      && classes.allSatisfy { rights in
        var left = "RWED".utf8[...]
        return rights.allSatisfy { right in
          guard let place = left.firstIndex(of: right) else { return false }
          left = left[left.index(after: place)...]
          return true
        }
      }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || byte == 0x5F || byte == 0x24
  }

  /// A message instead of facts: `%RMS-E-PRV, insufficient privilege`.
  private static func isRefusal(_ facts: LineWords) -> Bool {
    facts[0].first == 0x25 || facts.words.indices.contains { facts.isWord($0, "privilege") }
  }
}
