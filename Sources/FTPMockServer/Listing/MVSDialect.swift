extension ListingDialect {
  /// z/OS, the data sets of a prefix: no times of day, and sizes only in tracks; a directory is a partitioned data set.
  public static let mvs = ListingDialect(
    name: "mvs", system: "MVS is the operating system of this server. FTP Server is running on z/OS."
  ) { listing in
    MVSDialect.heading(listing, "Volume Unit    Referred Ext Used Recfm Lrecl BlkSz Dsorg Dsname")
      + listing.entries.map { MVSDialect.dataSet($0) }
  }

  /// z/OS, the members of a partitioned data set, with the statistics of its editor.
  public static let mvsMembers = ListingDialect(
    name: "mvs-members", system: "MVS is the operating system of this server. FTP Server is running on z/OS."
  ) { listing in
    MVSDialect.heading(listing, "Name      VV.MM   Created       Changed      Size  Init   Mod   Id")
      + listing.entries.map { MVSDialect.member($0) }
  }
}

/// `FTPV01 3390   2024/05/17  1    1  FB      80 27920  PS    notes.txt`.
enum MVSDialect {
  static func heading(_ listing: Listing, _ line: String) -> [[UInt8]] {
    listing.directory == nil ? [] : [[UInt8](line, [])]
  }

  static func dataSet(_ entry: StorageEntry) -> [UInt8] {
    let day = ListingDate(entry.modified).yearMonthDay("/")
    // A track of a 3390 disk holds 56,664 bytes, and every file has at least one.
    let tracks = max(1, ListingText.units(entry.size, of: 56_664))
    let organization = entry.isDirectory ? "PO" : "PS"
    return [UInt8](
      "FTPV01 3390   \(day)  1\(ListingText.right(tracks, 5))  FB      80 27920  \(organization)    ",
      entry.name)
  }

  /// `NOTES     01.00 2024/05/17 2024/05/17 09:30     1     1     0 FTP`.
  static func member(_ entry: StorageEntry) -> [UInt8] {
    let date = ListingDate(entry.modified)
    let day = date.yearMonthDay("/")
    let records = ListingText.right(max(1, ListingText.units(entry.size, of: 80)), 5)
    let padding = String(repeating: " ", count: max(0, 8 - entry.name.count))
    let facts =
      "\(padding)  01.00 \(day) \(day) \(date.hourMinute) \(records) \(records)     0 "
      + entry.owner.name.uppercased()
    return entry.name + [UInt8](facts, [])
  }
}
