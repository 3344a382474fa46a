extension ListingDialect {
  /// Novell NetWare: trustee rights in brackets.
  public static let netware = ListingDialect(name: "netware", system: "NETWARE Type: L8") { listing in
    let heading: [[UInt8]] = listing.directory == nil ? [] : [[UInt8]("total 0", [])]
    return heading + listing.entries.map { NetWareDialect.line($0, now: listing.now) }
  }
}

/// `- [RWCEAFMS] ftp                              42 May 17 09:30 notes.txt`; a link is a file there.
enum NetWareDialect {
  static func line(_ entry: StorageEntry, now: FileTime) -> [UInt8] {
    let size = entry.isDirectory ? 512 : entry.size
    let head = [
      entry.isDirectory ? "d" : "-", rights(entry), ListingText.left(entry.owner.name, 24),
      ListingText.right(size, 12), UnixDialect.date(entry.modified, now), "",
    ]
    return [UInt8](head.joined(separator: " "), entry.name)
  }

  /// The rights of the owner: read, write, create, erase, access control, file scan, modify, supervisor.
  private static func rights(_ entry: StorageEntry) -> String {
    let mayRead = entry.permissions & 0o400 != 0
    let mayWrite = entry.permissions & 0o200 != 0
    return "[" + (mayRead ? "R" : "-") + (mayWrite ? "WCEA" : "----") + (mayRead ? "F" : "-")
      + (mayWrite ? "MS" : "--") + "]"
  }
}
