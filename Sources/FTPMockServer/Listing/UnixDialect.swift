extension ListingDialect {
  /// `ls -l` of Unix, as most servers write it today.
  public static let unix = ListingDialect(
    name: "unix", system: "UNIX Type: L8", line: { UnixDialect.line($0, now: $1) })

  /// The same after a line `total n`, as servers that run `ls` write it.
  public static let unixTotal = ListingDialect(name: "unix-total", system: "UNIX Type: L8") { listing in
    UnixDialect.total(listing) + unix.lines(for: listing)
  }

  /// `ls -ln`: numbers instead of the names of owner and group.
  public static let unixNumeric = ListingDialect(
    name: "unix-numeric", system: "UNIX Type: L8", line: { UnixDialect.line($0, now: $1, isNumeric: true) })

  /// `ls -l --time-style=long-iso`: dates as numbers, always with the year and the time of day.
  public static let unixISO = ListingDialect(
    name: "unix-iso", system: "UNIX Type: L8", line: { UnixDialect.line($0, now: $1, isISO: true) })
}

/// `-rw-r--r--   1 ftp      ftp                 42 May 17 09:30 notes.txt`.
enum UnixDialect {
  static func line(
    _ entry: StorageEntry, now: FileTime, isNumeric: Bool = false, isISO: Bool = false
  ) -> [UInt8] {
    let owner = isNumeric ? "\(entry.owner.number)" : entry.owner.name
    let group = isNumeric ? "\(entry.group.number)" : entry.group.name
    let date = isISO ? longDate(entry.modified) : date(entry.modified, now)
    let head = [
      mode(entry) + ListingText.right(entry.linkCount, 4), ListingText.left(owner, 8),
      ListingText.left(group, 8),
      ListingText.right(entry.size, 13), date, "",
    ]
    return [UInt8](head.joined(separator: " "), entry.name)
  }

  /// The number of blocks of 1024 bytes, as GNU counts them.
  static func total(_ listing: Listing) -> [[UInt8]] {
    guard listing.directory != nil else { return [] }
    let blocks = listing.entries.map { entry -> UInt64 in
      switch entry.kind {
      case .file: ListingText.units(entry.size, of: 4096) * 4
      case .directory: 4
      default: 0
      }
    }
    return [[UInt8]("total \(blocks.reduce(0, &+))", [])]
  }

  /// `drwxr-xr-x`, with `s`, `S`, `t` and `T` for the upper bits.
  static func mode(_ entry: StorageEntry) -> String {
    let type =
      switch entry.kind {
      case .file: "-"
      case .directory: "d"
      case .link: "l"
      case .pipe: "p"
      case .socket: "s"
      case .characterDevice: "c"
      case .blockDevice: "b"
      }
    let bits = entry.permissions
    let special: [UInt16] = [0o4000, 0o2000, 0o1000]
    let triples = (0..<3).map { index in
      let triple = bits >> UInt16(6 - 3 * index)
      let execute =
        switch (bits & special[index] != 0, triple & 1 != 0) {
        case (false, let isSet): isSet ? "x" : "-"
        case (true, let isSet): index == 2 ? (isSet ? "t" : "T") : (isSet ? "s" : "S")
        }
      return (triple & 4 != 0 ? "r" : "-") + (triple & 2 != 0 ? "w" : "-") + execute
    }
    return type + triples.joined()
  }

  /// Month and day, then the time of day within the last half year, otherwise the year.
  static func date(_ time: FileTime, _ now: FileTime) -> String {
    let date = ListingDate(time)
    let isRecent = time <= now && now.seconds - time.seconds < 182 * 86_400
    let last = isRecent ? date.hourMinute : " \(date.year)"
    return "\(date.monthName) \(ListingText.right(date.day, 2)) \(last)"
  }

  private static func longDate(_ time: FileTime) -> String {
    let date = ListingDate(time)
    return "\(date.yearMonthDay("-")) \(date.hourMinute)"
  }
}
