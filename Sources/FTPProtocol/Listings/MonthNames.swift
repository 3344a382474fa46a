/// The names of the months that `ls` and others write: in English and in the languages that servers have been seen to use or are likely to
/// use.
enum MonthNames {
  /// The number of a month, 1 to 12, from its name or from a number marked as a month; full stops and commas after it are ignored.
  static func month(_ word: ArraySlice<UInt8>) -> Int? {
    guard let first = word.first, word.count <= longest + 2 else { return nil }
    if first.isDigit { return markedNumber(word) }
    // Few of the words looked up are names.
    guard first >= 0x41 else { return nil }
    var name = word
    while name.count > 1, let last = name.last, last == 0x2E || last == 0x2C { name.removeLast() }
    return numbers[name.map(\.lowercased)]
  }

  /// A number followed by the character for month, as in `5月`.
  ///
  /// The character has two or three bytes above 127 in most encodings, so the encoding need not be known.
  static func markedNumber(_ word: ArraySlice<UInt8>) -> Int? {
    let digits = word.prefix(while: \.isDigit)
    guard digits.count <= 2, isMark(word[digits.endIndex...]), let month: Int = digits.decimal(),
      (1...12).contains(month)
    else { return nil }
    return month
  }

  /// The numbers of a word that consists of them and of characters for year, month and day, as in `11月12日`; the last
  /// character may be missing.
  ///
  /// Nil if there are fewer than two.
  static func markedNumbers(_ word: ArraySlice<UInt8>) -> [(value: Int, digits: Int)]? {
    guard word.first?.isDigit ?? false, word.contains(where: { $0 >= 0x80 }) else { return nil }
    var numbers: [(value: Int, digits: Int)] = []
    var rest = word
    while !rest.isEmpty {
      let digits = rest.prefix(while: \.isDigit)
      let mark = rest[digits.endIndex...].prefix { !$0.isDigit }
      rest = rest[mark.endIndex...]
      guard digits.count <= 4, let value: Int = digits.decimal(), isMark(mark) || mark.isEmpty && rest.isEmpty
      else {
        return nil
      }
      numbers.append((value, digits.count))
    }
    return numbers.count > 1 ? numbers : nil
  }

  /// Whether bytes after a number may be a sign for year, month or day in an East Asian encoding.
  static func isMark(_ bytes: ArraySlice<UInt8>) -> Bool {
    (1...4).contains(bytes.count) && bytes.first.map { $0 >= 0x80 } ?? false
      && bytes.allSatisfy { $0 >= 0x40 }
  }

  /// The names by month, in lower case: abbreviations, full names and other abbreviations.
  static let names: [(language: String, months: String)] = Words.rows(below: "months").map {
    ($0.name, $0.text)
  }

  /// The names of a row, month by month.
  static func months(_ row: String) -> [[Substring]] {
    row.split(separator: " ").map { $0.split(separator: "/") }
  }

  /// How a name may be written: in UTF-8, with or without a capital letter, and in Latin-1 if that has all letters.
  static func spellings(of name: Substring) -> [[UInt8]] {
    [String(name), name.prefix(1).uppercased() + name.dropFirst(), name.uppercased()].flatMap { text in
      let scalars = text.unicodeScalars
      let latin =
        scalars.allSatisfy { $0.value < 256 } ? [scalars.map { UInt8(truncatingIfNeeded: $0.value) }] : []
      return ([Array(text.utf8)] + latin).map { $0.map(\.lowercased) }
    }
  }

  private static let numbers: [[UInt8]: Int] = {
    var numbers: [[UInt8]: Int] = [:]
    for row in names {
      for (index, month) in months(row.months).enumerated() {
        for spelling in month.flatMap(spellings) { numbers[spelling] = index + 1 }
      }
    }
    return numbers
  }()

  private static let longest = numbers.keys.map(\.count).max() ?? 0
}
