/// `-rw-r--r--   1 0   0   42 notes.txt`: mode, links, owner, group, size and name, without a date.
///
/// A line whose date is damaged must not become an entry whose name begins with the rest of the date, so names that could be one
/// are not read.
enum UndatedUnixForm {
  static func read(_ line: LineWords, _ context: inout ListingContext) -> FormLine? {
    guard let mode = UnixMode(line[0]), mode.bits != nil, mode.links == nil, mode.kind != .unknown,
      let links: UInt64 = line[1].decimal(), let size: UInt64 = line[4].decimal(), isName(line),
      UnixForm.read(line, &context) == nil, let name = line.name(after: 4)
    else { return nil }
    var entry = ListedEntry(name: name, kind: mode.kind)
    (entry.size, entry.linkCount) = (size, links)
    (entry.owner, entry.group) = (Array(line[2]), Array(line[3]))
    (entry.permissions, entry.mode) = (mode.text, mode.bits)
    if entry.kind == .link { UnixForm.splitTarget(&entry) }
    return .entry(entry)
  }

  private static func isName(_ line: LineWords) -> Bool {
    let words = line.words.indices.dropFirst(5).map { line[$0] }
    guard words.count > 1 else {
      return words.allSatisfy { MonthNames.month($0) == nil && MonthNames.markedNumbers($0) == nil }
    }
    return !words.contains { $0.contains(0x3A) || $0.first?.isDigit ?? false }
  }
}
