/// Lines that describe no file, whatever the form of the listing.
enum CommonLine {
  /// What a line that is not an entry means.
  ///
  /// `hasEntries` says whether an entry precedes it; a line that may be a total in another language is one only at
  /// the beginning. Returns what it is; `.unread` if nothing is known of it.
  static func meaning(of line: LineWords, hasEntries: Bool) -> ListedLine.Meaning {
    if line.isWord(0, "total") || line.isWord(0, "grand") && line.isWord(1, "total") {
      if line.words.indices.dropFirst().contains(where: { hasNumber(line[$0]) }) { return .total }
    }
    // `insgesamt 12`
    if !hasEntries, line.count == 2, line[0].allSatisfy({ !$0.isDigit }), hasNumber(line[1]) { return .total }
    if isMessage(line) { return .message }
    // `ls -R` names each directory.
    if line.bytes.last == 0x3A { return .heading }
    return .unread
  }

  private static func hasNumber(_ word: ArraySlice<UInt8>) -> Bool {
    let digits = word.first == 0x2D ? word.dropFirst() : word
    return digits.first?.isDigit ?? false
  }

  /// `ls: pub: Permission denied`, `%DIRECT-W-NOFILES, no files found`, or known words.
  private static func isMessage(_ line: LineWords) -> Bool {
    let first = line[0]
    if first.first == 0x25, first.contains(0x2D), first.last == 0x2C { return true }
    if first.last == 0x3A, first.count > 1,
      line.words.indices.dropFirst().dropLast().contains(where: { line[$0].last == 0x3A })
    {
      return true
    }
    let lower = line.bytes.map(\.lowercased)
    return phrases.contains { lower.firstRange(of: $0) != nil }
  }

  /// Messages of servers with nothing to list, or no permission to.
  private static let phrases: [[UInt8]] = [
    "permission denied", "no such file", "not a directory", "access is denied", "cannot access",
    "no data sets found",
    "no members found", "no files found", "input/output error",
  ].map { Array($0.utf8) }
}
