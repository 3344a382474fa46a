/// `NOTES     O  101    42 17-May-24 09:30:00 170,175 "NUNU"`: name, file code, bytes, date, group, user and security of the Guardian
/// file system of HP NonStop, which has no directories.
enum NonStopForm {
  static func read(_ line: LineWords, _ context: ListingContext) -> FormLine? {
    if line.isWord(0, "file"), line.isWord(1, "code"), line.isWord(2, "eof") { return .heading }
    // `O` marks a file that is open.
    let code = line.isWord(1, "o") ? 2 : 1
    guard isName(line[0]), isCode(line[code]), let size: UInt64 = line[code + 1].decimal(),
      let time = WrittenTime(line[code + 3]),
      let date = ListedDateReader.dashed(line[code + 2], time).flatMap(context.clock.date),
      let owner = line.text((code + 4)..<(line.count - 1)),
      let security = line.words.last.map({ line.bytes[$0] }),
      (3...10).contains(security.count), security.first == 0x22, security.last == 0x22
    else { return nil }
    // `255,255`, `255, 0`
    let ids = owner.split(separator: 0x2C, omittingEmptySubsequences: false).map { $0.drop(while: \.isBlank) }
    guard ids.count == 2, ids.allSatisfy(\.isAllDigits) else { return nil }
    var entry = ListedEntry(name: line[0], kind: .file)
    (entry.size, entry.modified) = (size, date)
    (entry.group, entry.owner) = (Array(ids[0]), Array(ids[1]))
    entry.permissions = Array(security.dropFirst().dropLast())
    return .entry(entry)
  }

  /// At most eight letters and digits, the first of which is a letter.
  private static func isName(_ word: ArraySlice<UInt8>) -> Bool {
    (1...8).contains(word.count) && word.allSatisfy(\.isAlphanumeric) && !(word.first?.isDigit ?? true)
  }

  /// A number, perhaps with letters or signs for properties after it.
  private static func isCode(_ word: ArraySlice<UInt8>) -> Bool {
    let digits = word.prefix(while: \.isDigit)
    return (1...5).contains(digits.count) && word.count <= digits.count + 2
      && word[digits.endIndex...].allSatisfy { (0x41...0x5A).contains($0) || $0 == 0x2B || $0 == 0x3F }
  }
}
