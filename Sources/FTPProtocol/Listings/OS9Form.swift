/// `   0.0    24/05/17 0930   ------wr   12B4     42  notes`: owner, date and time, attributes, sector, bytes and name of OS-9, under
/// three lines of headings.
enum OS9Form {
  static func read(_ line: LineWords, _ context: inout ListingContext) -> FormLine? {
    if isHeading(line, context) { return .heading }
    let clock = line[2]
    guard isOwner(line[0]), clock.count == 4, clock.isAllDigits,
      let time = WrittenTime(clock.prefix(2) + [0x3A] + clock.suffix(2)),
      let date = context.date(line[1], time, usual: .yearFirst), isAttributes(line[3]),
      UInt64(String(decoding: line[4], as: UTF8.self), radix: 16) != nil,
      let size: UInt64 = line[5].decimal(),
      let name = line.name(after: 5, blanks: .max)
    else { return nil }
    var entry = ListedEntry(name: name, kind: line[3].first == 0x64 ? .directory : .file)
    (entry.size, entry.modified) = (size, date)
    entry.owner = Array(line[0])
    entry.permissions = Array(line[3])
    return .entry(entry)
  }

  /// `Directory of .  10:38:11`, column titles, or the rules under them.
  private static func isHeading(_ line: LineWords, _ context: ListingContext) -> Bool {
    if line.isWord(0, "directory"), line.isWord(1, "of"), line.count > 2 {
      return WrittenTime(line[line.count - 1]) != nil
    }
    if line.isWord(0, "owner"), line.isWord(line.count - 1, "name"),
      line.words.indices.contains(where: { line.isWord($0, "bytecount") })
    {
      return true
    }
    return context.isEstablished && line.words.indices.allSatisfy { line[$0].allSatisfy { $0 == 0x2D } }
  }

  /// Group and user: `0.0`, `254.254`.
  private static func isOwner(_ word: ArraySlice<UInt8>) -> Bool {
    let ids = word.split(separator: 0x2E, omittingEmptySubsequences: false)
    return ids.count == 2 && ids.allSatisfy(\.isAllDigits)
  }

  /// `dsewrewr`, with hyphens for what is not set.
  private static func isAttributes(_ word: ArraySlice<UInt8>) -> Bool {
    word.count == 8 && (word.first == 0x64 || word.first == 0x2D)
      && word.dropFirst().allSatisfy("sewr-".utf8.contains)
  }
}
