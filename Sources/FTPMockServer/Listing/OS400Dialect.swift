extension ListingDialect {
  /// OS/400 (IBM i) in its integrated file system: owner, size, date by year, kind of object.
  public static let os400 = ListingDialect(
    name: "os400", system: "OS/400 is the remote operating system. The TCP/IP version is \"V7R4M0\"."
  ) { listing in
    listing.entries.map { OS400Dialect.line($0) }
  }
}

/// `FTP                42 24/05/17 09:30:00 *STMF      notes.txt`.
enum OS400Dialect {
  static func line(_ entry: StorageEntry) -> [UInt8] {
    let date = ListingDate(entry.modified)
    let day = "\(date.shortYear)/\(ListingText.two(date.month))/\(ListingText.two(date.day))"
    let kind =
      switch entry.kind {
      case .directory: "*DIR"
      case .link: "*SYMLNK"
      case .characterDevice: "*CHRSF"
      case .pipe: "*FIFO"
      case .socket: "*SOCKET"
      case .file, .blockDevice: "*STMF"
      }
    let head = [
      ListingText.left(entry.owner.name.uppercased(), 10), ListingText.right(entry.size, 10), day,
      date.hourMinuteSecond, ListingText.left(kind, 10), "",
    ]
    return [UInt8](head.joined(separator: " "), entry.name) + (entry.isDirectory ? [0x2F] : [])
  }
}
