/// `FTPV01 3390   2024/05/17  1    1  FB      80 27920  PS    notes.txt`: the data sets of z/OS.
///
/// There is no size but in tracks, whose capacity is that of the disk, and no time of change.
enum MVSForm {
  static func read(_ line: LineWords, _ context: inout ListingContext) -> FormLine? {
    if line.isWord(0, "volume"), line.isWord(line.count - 1, "dsname") { return .heading }
    if let entry = regular(line, &context) { return .entry(entry) }
    guard let kind = kindWithoutFacts(line, context), let name = line.words.last else { return nil }
    return .entry(ListedEntry(name: line.bytes[name], kind: kind))
  }

  /// The organizations of a data set; for some, FTP transfers nothing.
  private static let organizations: [(name: String, kind: ListedEntry.Kind)] = [
    ("PS", .file), ("PS-E", .file), ("PS-L", .file), ("PSU", .file), ("DA", .file), ("DAU", .file),
    ("IS", .file),
    ("ISU", .file), ("VS", .file), ("VSAM", .file), ("GDG", .file), ("PO", .directory), ("PO-E", .directory),
    ("POU", .directory), ("HFS", .unknown), ("ZFS", .unknown), ("PATH", .unknown), ("AIX", .unknown),
  ]

  /// A data set on a disk: volume, unit, last use, extents, tracks, record format, record length, block size,
  /// organization and name.
  ///
  /// A number of tracks that is too large for its column leaves no space before it, or is `+++++`. `SITE LISTLEVEL=2`
  /// leaves out the unit, and other servers for z/OS have one more column of tracks.
  private static func regular(_ line: LineWords, _ context: inout ListingContext) -> ListedEntry? {
    for day in [2, 1] {
      // `**NONE**`
      let isUnset = line[day].first == 0x2A && line[day].filter { $0 != 0x2A }[...].isText("none")
      let date = isUnset ? nil : context.date(line[day], nil, usual: .yearFirst)
      guard isUnset || date != nil, let (index, kind) = organization(line, after: day) else { continue }
      let start = line.words[index].lowerBound
      let width = line[index].count
      guard let name = line.name(from: start + width, afterBlanks: max(1, 6 - width)) else { return nil }
      var entry = ListedEntry(name: name, kind: kind)
      entry.referred = date
      return entry
    }
    return nil
  }

  /// The organization and its position.
  private static func organization(
    _ line: LineWords, after day: Int
  ) -> (index: Int, kind: ListedEntry.Kind)? {
    guard isCount(line[day + 1]) else { return nil }
    for index in [day + 6, day + 5, day + 7] {
      guard let known = organizations.first(where: { line[index].elementsEqual($0.name.utf8) }),
        line[index - 1].isAllDigits, line[index - 2].isAllDigits, isRecordFormat(line[index - 3])
      else { continue }
      return (index, known.kind)
    }
    return nil
  }

  /// Extents, or these and tracks: `1`, `165535`, `1+++++`.
  private static func isCount(_ word: ArraySlice<UInt8>) -> Bool {
    let digits = word.prefix(while: \.isDigit)
    return !digits.isEmpty && word[digits.endIndex...].allSatisfy { $0 == 0x2B }
  }

  private static func isRecordFormat(_ word: ArraySlice<UInt8>) -> Bool {
    word.isText("none") || !word.isEmpty && word.count <= 5 && word.allSatisfy("FVUDBAMST".utf8.contains)
  }

  /// What the listing says instead of facts, in lower case, and whether that is enough to recognize it anywhere.
  private static let states: [(text: String, kind: ListedEntry.Kind, isSure: Bool)] = [
    ("migrated", .unknown, true), ("migrat", .unknown, true), ("migrat1", .unknown, false),
    ("migrat2", .unknown, false), ("pseudo directory", .directory, true), ("tape", .unknown, true),
    ("not mounted", .unknown, false), ("not direct access device", .unknown, true),
    ("< not a dasd device >", .unknown, false), ("< file not on volume >", .unknown, false),
    ("error determining attributes", .unknown, false), ("user catalog connector", .unknown, false),
  ]

  /// A data set for which the listing has words instead of facts, or its organization only, both with or without its volume.
  private static func kindWithoutFacts(_ line: LineWords, _ context: ListingContext) -> ListedEntry.Kind? {
    let count = line.count - 1
    guard count > 0 else { return nil }
    // Where nothing else shows the form, the column of the name must.
    let isPlaced = context.isEstablished || line.words[count].lowerBound >= leastNameColumn
    func kind(from first: Int) -> ListedEntry.Kind? {
      guard first < count else { return nil }
      let text = line.words[first..<count].map { line.bytes[$0].map(\.lowercased) }.joined(separator: [0x20])
      return states.first { ($0.isSure || isPlaced) && text.elementsEqual($0.text.utf8) }?.kind
    }
    if !line.isWord(0, "tape"), let kind = kind(from: 0) { return kind }
    if line[0].count <= 6 || count > 3, let kind = kind(from: 1) { return kind }
    // Volume and unit are blank for what has none.
    guard count == 1 || count == 3 && line[1].isAllDigits,
      let known = organizations.first(where: { line[count - 1].isText($0.name.lowercased()) }),
      isPlaced || count == 3 && known.name == "VSAM"
    else { return nil }
    return .unknown
  }

  /// The least column in which names begin; it is the 56th.
  private static let leastNameColumn = 48
}

/// `NOTES     01.00 2024/05/17 2024/05/17 09:30     1     1     0 FTP`: the members of a partitioned data set.
///
/// Their size is in records.
enum MVSMembersForm {
  static func read(_ line: LineWords, _ context: inout ListingContext) -> FormLine? {
    if line.isWord(0, "name"), line.isWord(1, "vv.mm") || line.isWord(1, "size") && line.isWord(2, "ttr") {
      return .heading
    }
    // A name contains spaces only if it was not written by z/OS.
    for index in line.words.indices.dropFirst() where isVersion(line[index]) {
      guard context.date(line[index + 1], nil, usual: .yearFirst) != nil,
        let time = WrittenTime(line[index + 3]),
        let changed = context.date(line[index + 2], time, usual: .yearFirst),
        line.count <= index + 8, (4...6).allSatisfy({ line[index + $0].isAllDigits }),
        let name = line.text(0..<index)
      else { continue }
      var entry = ListedEntry(name: name, kind: .file)
      entry.modified = changed
      entry.owner = line.count > index + 7 ? Array(line[index + 7]) : nil
      return .entry(entry)
    }
    guard context.isEstablished, let name = line.text(0..<1) else { return nil }
    if line.count == 1 { return .entry(ListedEntry(name: name, kind: .file)) }
    // A load module: its size in hexadecimal digits and where it begins.
    guard let size = UInt64(String(decoding: line[1], as: UTF8.self), radix: 16),
      (6...8).contains(line[1].count), line[2].count == 6
    else { return nil }
    var entry = ListedEntry(name: name, kind: .file)
    entry.size = size
    return .entry(entry)
  }

  /// `01.00`.
  private static func isVersion(_ word: ArraySlice<UInt8>) -> Bool {
    word.count == 5 && word[word.startIndex + 2] == 0x2E && word.prefix(2).isAllDigits
      && word.suffix(2).isAllDigits
  }
}

/// `FTP1     JOB01906 FTP      OUTPUT A        RC=0000 3 spool files`: the jobs of JES, after a line of column titles.
enum MVSJobsForm {
  static func read(_ line: LineWords) -> FormLine? {
    if line.isWord(0, "jobname"), line.isWord(1, "jobid") { return .heading }
    let letters = line[1].prefix { !$0.isDigit }
    guard ["JOB", "TSU", "STC", "J", "T", "S"].contains(where: { letters.elementsEqual($0.utf8) }),
      line[1].dropFirst(letters.count).isAllDigits,
      let status = [2, 3].first(where: { index in
        ["INPUT", "ACTIVE", "OUTPUT", "HELD"].contains { line[index].elementsEqual($0.utf8) }
      })
    else { return nil }
    var entry = ListedEntry(name: line[1], kind: .file)
    if status == 3 { entry.owner = Array(line[2]) }
    return .entry(entry)
  }
}
