/// `- [RWCEAFMS] ftp                              42 May 17 09:30 notes.txt`: the rights of a trustee in brackets.
enum NetWareForm {
  static func read(_ line: LineWords, _ context: ListingContext) -> FormLine? {
    guard let type = line.bytes.first, type == 0x64 || type == 0x2D else { return nil }
    // Some write no blank between the two.
    let isJoined = line[0].count > 1
    let rights = isJoined ? line[0].dropFirst() : line[1]
    guard rights.count >= 3, rights.first == 0x5B, rights.last == 0x5D,
      rights.dropFirst().dropLast().allSatisfy("RWCEAFMS-".utf8.contains)
    else { return nil }
    let first = isJoined ? 1 : 2
    var start = first + 2
    while start < line.count {
      if let size: UInt64 = line[start - 1].decimal(),
        let found = ListedDateReader.named(line, at: start), let date = context.clock.date(found.date)
      {
        // A server that pads with spaces writes four of them, and has no names that begin with a space.
        let isPadded = line.name(after: found.last, blanks: 3)?.first?.isBlank ?? false
        guard let name = line.name(after: found.last, blanks: isPadded ? .max : 1) else { return nil }
        var entry = ListedEntry(name: name, kind: type == 0x64 ? .directory : .file)
        (entry.size, entry.modified) = (size, date)
        entry.owner = line.text(first..<(start - 1))
        entry.permissions = Array(rights.dropFirst().dropLast())
        return .entry(entry)
      }
      start += 1
    }
    return nil
  }
}
