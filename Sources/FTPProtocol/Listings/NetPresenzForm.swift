/// `-rw-r--r--  0  42  42 May 17 09:30 notes.txt`: the sizes of both forks and their sum instead of links, owner and size; a directory
/// has the word `folder` there.
enum NetPresenzForm {
  static func read(_ line: LineWords, _ context: inout ListingContext) -> FormLine? {
    guard let mode = UnixMode(line[0]), mode.links == nil else { return nil }
    let isFolder = line.isWord(1, "folder")
    let size: UInt64?
    let start: Int
    if isFolder {
      guard mode.kind == .directory, line[2].isAllDigits else { return nil }
      (size, start) = (nil, 3)
    } else {
      guard let resource: UInt64 = line[1].decimal(), let data: UInt64 = line[2].decimal(),
        let sum: UInt64 = line[3].decimal()
      else { return nil }
      let (total, overflow) = resource.addingReportingOverflow(data)
      // One link, a number for the owner and the size would be Unix; hardly any resource fork has one byte.
      guard !overflow, total == sum, resource != 1 || context.isEstablished else { return nil }
      (size, start) = (sum, 4)
    }
    guard let found = ListedDateReader.named(line, at: start), let date = context.clock.date(found.date),
      let name = line.name(after: found.last)
    else { return nil }
    var entry = ListedEntry(name: name, kind: mode.kind)
    entry.modified = date
    entry.size = size
    entry.permissions = mode.text
    entry.mode = mode.bits
    return .entry(entry)
  }
}
