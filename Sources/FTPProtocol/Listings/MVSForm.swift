/// `FTPV01 3390   2024/05/17  1    1  FB      80 27920  PS    notes.txt`: the data sets of z/OS.
///
/// There is no size but in tracks, whose capacity is that of the disk, and no time of change.
enum MVSForm {
  static func read(_ line: LineWords, _ context: inout ListingContext) -> FormLine? {
    if line.isWord(0, "volume"), line.isWord(line.count - 1, "dsname") { return .heading }
    if let entry = regular(line, &context) { return .entry(entry) }
    guard let kind = kindWithoutFacts(line), let name = line.words.last else { return nil }
    return .entry(ListedEntry(name: line.bytes[name], kind: kind))
  }

  /// A data set on a disk: volume, unit, last use, extents, tracks, record format, record length, block size,
  /// organization and name.
  ///
  /// A number of tracks that is too large for its column leaves no space before it.
  private static func regular(_ line: LineWords, _ context: inout ListingContext) -> ListedEntry? {
    let isUnset = line.isWord(2, "**none**")
    let date = isUnset ? nil : context.date(line[2], nil, usual: .yearFirst)
    guard isUnset || date != nil, let organization = organization(line) else { return nil }
    let start = line.words[organization].lowerBound
    let width = line[organization].count
    guard let name = line.name(from: start + width, afterBlanks: max(1, 6 - width)) else { return nil }
    let isPartitioned = line[organization].starts(with: "PO".utf8)
    var entry = ListedEntry(name: name, kind: isPartitioned ? .directory : .file)
    entry.referred = date
    return entry
  }

  /// The position of the organization.
  private static func organization(_ line: LineWords) -> Int? {
    [8, 7].first { index in
      let known = ["PS", "PS-E", "PO", "PO-E", "POU", "DA", "VS", "VSAM", "IS", "GDG"]
      return known.contains { line[index].elementsEqual($0.utf8) } && line[index - 1].isAllDigits
        && line[index - 2].isAllDigits && line[3].isAllDigits && isRecordFormat(line[index - 3])
    }
  }

  private static func isRecordFormat(_ word: ArraySlice<UInt8>) -> Bool {
    word.isText("none") || !word.isEmpty && word.count <= 5 && word.allSatisfy("FVUDBAMST".utf8.contains)
  }

  /// A data set for which the listing has words instead of facts: migrated, archived, on tape, a VSAM cluster.
  private static func kindWithoutFacts(_ line: LineWords) -> ListedEntry.Kind? {
    let words = line.words.indices.dropLast().map { line[$0] }
    switch words.count {
    case 1 where words[0].isText("migrated") || words[0].isText("migrat"): return .unknown
    case 2 where words[0].isText("pseudo") && words[1].isText("directory"): return .directory
    case 2 where words[1].isText("tape") && words[0].count <= 6: return .unknown
    case 3 where words[2].isText("vsam") && words[1].isAllDigits: return .unknown
    case 5 where words.dropFirst().map(Array.init).joined(separator: [0x20]).elementsEqual(device):
      return .unknown
    default: return nil
    }
  }

  private static let device = Array("Not Direct Access Device".utf8)
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
    guard let size = UInt64(String(decoding: line[1], as: UTF8.self), radix: 16), line[1].count == 6,
      line[2].count == 6
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
