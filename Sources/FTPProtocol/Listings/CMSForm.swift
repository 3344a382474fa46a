/// `NOTES    TEXT     F         80         16          1  5/17/24  9:30:00 -`: the files of z/VM.
///
/// CMS counts records, of which some have any length, so there is no size.
enum CMSForm {
  static func read(_ line: LineWords, _ context: inout ListingContext) -> FormLine? {
    if line.isWord(0, "filename"), line.isWord(1, "filetype") { return .heading }
    return (minidisk(line, &context) ?? byteFile(line, &context) ?? spoolFile(line, &context)).map(
      FormLine.entry)
  }

  /// Name, type, perhaps mode, format, record length, records, blocks, date, time, and perhaps owner.
  private static func minidisk(_ line: LineWords, _ context: inout ListingContext) -> ListedEntry? {
    for format in 1...3 {
      let isDirectory = line[format].elementsEqual("DIR".utf8)
      guard isDirectory || line[format].elementsEqual("F".utf8) || line[format].elementsEqual("V".utf8),
        (format + 1...format + 3).allSatisfy({ isDirectory ? line[$0] == [0x2D] : line[$0].isAllDigits }),
        let time = WrittenTime(line[format + 5]), time.precision == .second,
        (format + 6...format + 7).contains(line.count),
        let date = context.date(line[format + 4], time, usual: .monthFirst)
      else { continue }
      let hasMode = format == 3 || format == 2 && isDirectory
      let words = (0..<(hasMode ? format - 1 : format)).map { line[$0] }
      guard words.count == (isDirectory ? 1 : 2), words.allSatisfy({ $0.count <= 8 }),
        !hasMode || isMode(line[format - 1])
      else { continue }
      var entry = ListedEntry(
        name: Array(words.joined(separator: [0x2E])), kind: isDirectory ? .directory : .file)
      entry.modified = date
      if line.count == format + 7, line[format + 6] != [0x2D] { entry.owner = Array(line[format + 6]) }
      return entry
    }
    return nil
  }

  /// A letter and a digit, such as `A1`.
  private static func isMode(_ word: ArraySlice<UInt8>) -> Bool {
    word.count == 2 && (0x41...0x5A).contains(word.first ?? 0) && (0x30...0x36).contains(word.last ?? 0)
  }

  /// The byte file system: `05/17/2024 09:30:00 F 1 42 'notes.txt'`.
  private static func byteFile(_ line: LineWords, _ context: inout ListingContext) -> ListedEntry? {
    let isDirectory = line[2] == [0x44]
    guard isDirectory || line[2] == [0x46], let time = WrittenTime(line[1]), time.precision == .second,
      line[3].isAllDigits || line[3] == [0x2D], line[4].isAllDigits || line[4] == [0x2D],
      let quoted = line.text(5..<line.count), quoted.count > 2, quoted.first == 0x27, quoted.last == 0x27,
      let date = context.date(line[0], time, usual: .monthFirst)
    else { return nil }
    var entry = ListedEntry(name: quoted.dropFirst().dropLast(), kind: isDirectory ? .directory : .file)
    (entry.linkCount, entry.size, entry.modified) = (line[3].decimal(), line[4].decimal(), date)
    return entry
  }

  /// The virtual reader: `0013 MARTA    00000016 2024-05-17 09:30:00 NOTES TEXT`.
  private static func spoolFile(_ line: LineWords, _ context: inout ListingContext) -> ListedEntry? {
    guard (6...7).contains(line.count), line[0].count == 4, line[0].isAllDigits, line[2].count == 8,
      line[2].isAllDigits,
      let time = WrittenTime(line[4]), time.precision == .second,
      let date = context.date(line[3], time, usual: .yearFirst)
    else { return nil }
    var entry = ListedEntry(
      name: Array((5..<line.count).map { line[$0] }.joined(separator: [0x2E])), kind: .file)
    (entry.owner, entry.modified) = (Array(line[1]), date)
    return entry
  }
}
