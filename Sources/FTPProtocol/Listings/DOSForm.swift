/// `05-17-24  09:30AM       <DIR>          pub` and `2024-05-17  09:30  1,042 notes.txt`.
enum DOSForm {
  static func read(_ line: LineWords, _ context: inout ListingContext) -> FormLine? {
    guard line[0].first?.isDigit ?? false, var time = WrittenTime(line[1], hasHalves: true) else {
      return nil
    }
    var next = 2
    if ["am", "pm", "a", "p"].contains(where: { line.isWord(2, $0) }) {
      guard let halved = WrittenTime(line[1] + line[2], hasHalves: true) else { return nil }
      (time, next) = (halved, 3)
    }
    guard let date = context.date(line[0], time, usual: .monthFirst) else { return nil }
    let what = line[next]
    var entry = ListedEntry(name: [], kind: .file)
    entry.modified = date
    // Anything but a size is in a column of its own, 15 wide; those that write `09:30p` or `a` only have no such column.
    let isPadded = line[next - 1].last.map { $0 | 0x20 == 0x61 || $0 | 0x20 == 0x70 } ?? false
    var blanks = isPadded ? .max : max(1, 15 - what.count)
    switch what {
    case _ where what.isText("<dir>"): entry.kind = .directory
    case _ where what.isText("<junction>") || what.isText("<symlinkd>") || what.isText("<symlink>"):
      entry.kind = .link
    default:
      guard let size = size(what) else { return nil }
      entry.size = size
      if !isPadded { blanks = 1 }
    }
    guard let name = line.name(after: next, blanks: blanks) else { return nil }
    entry.name = Array(name)
    if entry.kind == .link, name.last == 0x5D, let bracket = Array(name).firstRange(of: [0x20, 0x5B]) {
      entry.target = entry.name[bracket.upperBound...].dropLast()
      entry.name.removeSubrange(bracket.lowerBound...)
    }
    return entry.name.isEmpty ? nil : .entry(entry)
  }

  /// A number, perhaps with commas, dots or the like between its thousands.
  private static func size(_ word: ArraySlice<UInt8>) -> UInt64? {
    if word.isAllDigits { return word.decimal() }
    guard let separator = word.first(where: { !$0.isDigit }), separator == 0x2C || separator == 0x2E else {
      return nil
    }
    let groups = word.split(separator: separator, omittingEmptySubsequences: false)
    guard (1...3).contains(groups[0].count), groups.dropFirst().allSatisfy({ $0.count == 3 }) else {
      return nil
    }
    return Array(groups.joined())[...].decimal()
  }
}

/// `42  A  05-17-24  09:30  notes.txt`, attributes between size and date.
enum OS2Form {
  static func read(_ line: LineWords, _ context: inout ListingContext) -> FormLine? {
    guard let size: UInt64 = line[0].decimal() else { return nil }
    var entry = ListedEntry(name: [], kind: .file)
    entry.size = size
    var next = 1
    while next <= 3, isAttributes(line[next]) {
      if line[next].elementsEqual("DIR".utf8) { entry.kind = .directory }
      next += 1
    }
    entry.permissions = line.text(1..<next)
    guard let time = WrittenTime(line[next + 1]), time.precision == .minute,
      line[next].prefix(while: \.isDigit).count <= 2,
      let date = context.date(line[next], time, usual: .monthFirst),
      let name = line.name(after: next + 1, blanks: 2)
    else { return nil }
    entry.modified = date
    entry.name = Array(name)
    return .entry(entry)
  }

  /// `DIR`, or letters for read-only, archive, system and hidden.
  private static func isAttributes(_ word: ArraySlice<UInt8>) -> Bool {
    word.elementsEqual("DIR".utf8)
      || !word.isEmpty && word.count <= 4 && word.allSatisfy("RASH".utf8.contains)
  }
}
