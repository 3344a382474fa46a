/// `-rw-r--r--   1 ftp      ftp            42 May 17 09:30 notes.txt`: mode, links, owner, group, size, date and name.
///
/// Links, owner and group may be missing, owner and group may have blanks in them, and the date has many forms; so it
/// is looked for.
enum UnixForm {
  static func read(_ line: LineWords, _ context: inout ListingContext) -> FormLine? {
    guard let head = Head(line) else { return nil }
    for style in [ListedDateReader.Style.plain, .weak] {
      for start in line.words.indices.dropFirst(head.end + 1) {
        guard let size = Size(line, before: start, after: head.end),
          let found = ListedDateReader.read(line, at: start, style, &context),
          let name = line.name(after: found.last, blanks: found.blanks)
        else { continue }
        var entry = ListedEntry(name: name, kind: head.kind)
        entry.modified = found.date
        entry.size = size.bytes
        entry.sizeUnit = size.unit
        entry.permissions = head.permissions
        entry.mode = head.bits
        readOwners(line, head.end..<size.start, head.links, into: &entry)
        if entry.kind == .link { splitTarget(&entry) }
        return entry.name.isEmpty ? nil : .entry(entry)
      }
    }
    return nil
  }

  /// The part before links or owner.
  private struct Head {
    var kind: ListedEntry.Kind
    var permissions: [UInt8]
    var bits: UInt16?
    var links: UInt64?
    /// The first word after the mode.
    var end: Int

    init?(_ line: LineWords) {
      // `ls -i` and `ls -s` put numbers before the mode.
      var start = 0
      while start < 2, line[start].isAllDigits { start += 1 }
      if let mode = UnixMode(line[start]) {
        (kind, permissions, bits, links) = (mode.kind, mode.text, mode.bits, mode.links)
        end = start + 1
        return
      }
      // Connect:Enterprise: flags of a batch, how it arrived, and whether it is binary.
      let flags = line[start]
      guard flags.count == 13, flags.first == 0x2D, flags.suffix(3).elementsEqual("FTP".utf8),
        flags.allSatisfy({ $0 == 0x2D || (0x41...0x5A).contains($0) }), line[start + 1].count == 1
      else { return nil }
      (kind, permissions) = (.file, Array(flags))
      end = start + 2
    }
  }

  /// The size, which precedes the date.
  private struct Size {
    var bytes: UInt64?
    var unit: UInt64 = 1
    /// Its first word.
    let start: Int

    init?(_ line: LineWords, before date: Int, after head: Int) {
      let word = line[date - 1]
      if word.isAllDigits {
        // `0, 27` are the numbers of a device.
        let before = line[date - 2]
        if date - 2 >= head, before.last == 0x2C, before.dropLast().isAllDigits {
          start = date - 2
        } else {
          start = date - 1
          bytes = word.decimal()
        }
        return
      }
      start = date - 1
      let digits = word.prefix(while: \.isDigit)
      let rest = word[digits.endIndex...]
      switch rest.first {
      // The numbers of a device, or one below zero, by servers that did not foresee 2 GiB.
      case 0x2C where !digits.isEmpty && rest.dropFirst().isAllDigits: return
      case 0x2D where digits.isEmpty && rest.dropFirst().isAllDigits: return
      default: break
      }
      if !digits.isEmpty, let (bytes, unit) = Self.multiple(digits, rest) {
        (self.bytes, self.unit) = (bytes, unit)
        return
      }
      // A group that leaves no space before the size: the boundary between them is unknown.
      guard date - 1 > head, digits.isEmpty, word.last?.isDigit ?? false, word.first?.isAlphanumeric ?? false
      else { return nil }
    }

    /// `33.5k`, as `ls -h` writes it.
    private static func multiple(
      _ digits: ArraySlice<UInt8>, _ rest: ArraySlice<UInt8>
    ) -> (UInt64, UInt64)? {
      let units: [UInt8: UInt64] = [0x6B: 1 << 10, 0x6D: 1 << 20, 0x67: 1 << 30, 0x74: 1 << 40]
      guard let last = rest.last, let unit = units[last.lowercased], let whole: UInt64 = digits.decimal()
      else {
        return nil
      }
      let tenths = rest.dropLast()
      guard tenths.isEmpty || tenths.count == 2 && tenths.first == 0x2E && tenths.dropFirst().isAllDigits
      else {
        return nil
      }
      let (bytes, overflow) = whole.multipliedReportingOverflow(by: unit)
      let (sum, carry) = bytes.addingReportingOverflow(unit * UInt64((tenths.last ?? 0x30) &- 0x30) / 10)
      return overflow || carry ? nil : (sum, tenths.isEmpty ? unit : unit / 10)
    }
  }

  /// Links, owner and group, of which each may be missing.
  private static func readOwners(
    _ line: LineWords, _ range: Range<Int>, _ links: UInt64?, into entry: inout ListedEntry
  ) {
    var rest = range
    entry.linkCount = links
    // Of two numbers, the first counts links, which is never 0.
    if links == nil, let count: UInt64 = line[rest.lowerBound].decimal(), !rest.isEmpty,
      count > 0 || rest.count != 2
    {
      entry.linkCount = count
      rest = rest.dropFirst()
    }
    guard let first = rest.first else { return }
    // If more than one space separates columns, single spaces are part of a name.
    let gap = rest.dropLast().first { line.words[$0 + 1].lowerBound - line.words[$0].upperBound > 1 }
    let split = (gap ?? first) + 1
    entry.owner = line.text(first..<split)
    entry.group = line.text(split..<rest.upperBound)
  }

  /// Cuts ` -> ` and the target off the name of a link.
  ///
  /// The size of a link is the length of its target, which shows where to cut if either contains an arrow.
  static func splitTarget(_ entry: inout ListedEntry) {
    let arrow = Array(" -> ".utf8)
    var cut = entry.name.firstRange(of: arrow)
    if let size = entry.size, size > 0, size < UInt64(entry.name.count) {
      let end = entry.name.count - Int(size)
      if end > arrow.count, entry.name[(end - arrow.count)..<end].elementsEqual(arrow) {
        cut = (end - arrow.count)..<end
      }
    }
    guard let cut, cut.lowerBound > 0, cut.upperBound < entry.name.count else { return }
    entry.target = Array(entry.name[cut.upperBound...])
    entry.name.removeSubrange(cut.lowerBound...)
  }
}
