/// `2048    May-17-2024  09:30:00   pub   <DIR>`, under titles and a rule.
enum VxWorksForm {
  static func read(_ line: LineWords, _ context: ListingContext) -> FormLine? {
    if line.count == 4, ["size", "date", "time", "name"].enumerated().allSatisfy({ line.isWord($0, $1) }) {
      return .heading
    }
    if context.isEstablished, line.words.indices.allSatisfy({ line[$0].allSatisfy { $0 == 0x2D } }) {
      return .heading
    }
    let parts = line[1].split(separator: 0x2D, omittingEmptySubsequences: false)
    guard let size: UInt64 = line[0].decimal(), parts.count == 3, let month = MonthNames.month(parts[0]),
      let day: Int = parts[1].decimal(), parts[2].count == 4, let year: Int = parts[2].decimal(),
      let time = WrittenTime(line[2]), time.precision == .second,
      let date = context.clock.date(
        WrittenDate(year: .full(year), month: month, day: day, clock: time)),
      line.count > 3
    else { return nil }
    let isDirectory = line.count > 4 && line.isWord(line.count - 1, "<dir>")
    guard let name = line.text(3..<(isDirectory ? line.count - 1 : line.count)) else { return nil }
    var entry = ListedEntry(name: name, kind: isDirectory ? .directory : .file)
    (entry.size, entry.modified) = (size, date)
    return .entry(entry)
  }
}
