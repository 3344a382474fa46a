extension ListingDialect {
  /// Internet Information Services in its default form: two-digit years and 12-hour times.
  public static let dos = ListingDialect(
    name: "dos", system: "Windows_NT", line: { entry, _ in DOSDialect.line(entry) })

  /// The same with 24-hour times, as Windows CE and some locales write them.
  public static let dos24Hour = ListingDialect(
    name: "dos-24h", system: "Windows_NT", line: { entry, _ in DOSDialect.line(entry, hasTwelveHours: false) }
  )

  /// The same with a four-digit year, a setting of Internet Information Services.
  public static let dosLongYear = ListingDialect(
    name: "dos-year4", system: "Windows_NT", line: { entry, _ in DOSDialect.line(entry, hasLongYear: true) })
}

/// `05-17-24  09:30AM                   42 notes.txt`; a link is a file there.
enum DOSDialect {
  static func line(
    _ entry: StorageEntry, hasTwelveHours: Bool = true, hasLongYear: Bool = false
  ) -> [UInt8] {
    let date = ListingDate(entry.modified)
    let year = hasLongYear ? "\(date.year)" : date.shortYear
    let day = "\(ListingText.two(date.month))-\(ListingText.two(date.day))-\(year)"
    let time = hasTwelveHours ? twelveHours(date) : ListingText.left(date.hourMinute, 7)
    let size = entry.isDirectory ? ListingText.left("       <DIR>", 21) : ListingText.right(entry.size, 21)
    return [UInt8]("\(day)  \(time)\(size) ", entry.name)
  }

  private static func twelveHours(_ date: ListingDate) -> String {
    let hour = date.hour % 12 == 0 ? 12 : date.hour % 12
    return "\(ListingText.two(hour)):\(ListingText.two(date.minute))\(date.hour < 12 ? "AM" : "PM")"
  }
}
