extension ListingDialect {
  /// OpenVMS: a heading with the directory, versions after the names, sizes in blocks of 512 bytes, a long name on
  /// its own line, and a total.
  public static let vms = ListingDialect(name: "vms", system: "VMS OpenVMS V8.4") { listing in
    let lines = listing.entries.flatMap(VMSDialect.lines)
    guard listing.directory != nil else { return lines }
    return VMSDialect.heading(listing) + lines + VMSDialect.total(listing)
  }
}

/// `NOTES.TXT;1              1/3          17-MAY-2024 09:30:00  [FTP,FTP]        (RWED,RWED,RE,RE)`.
enum VMSDialect {
  static func heading(_ listing: Listing) -> [[UInt8]] {
    let names = (listing.directory ?? []).split(separator: 0x2F).map { String(decoding: $0, as: UTF8.self) }
    let directory = names.isEmpty ? "000000" : names.joined(separator: ".")
    return [[UInt8]("Directory DISK$USER:[\(directory)]", []), []]
  }

  static func total(_ listing: Listing) -> [[UInt8]] {
    let (used, allocated) = listing.entries.map(blocks).reduce((UInt64(0), UInt64(0))) {
      ($0.0 &+ $1.used, $0.1 &+ $1.allocated)
    }
    let count = listing.entries.count
    let files = "\(count) file\(count == 1 ? "" : "s")"
    return [[], [UInt8]("Total of \(files), \(used)/\(allocated) blocks", [])]
  }

  static func lines(_ entry: StorageEntry) -> [[UInt8]] {
    let name = versioned(entry)
    let facts = facts(entry)
    // The used blocks end in column 26; a name that leaves no space before them has its own line.
    let used = facts.used
    let room = 26 - used.utf8.count
    guard name.count < room else {
      return [name, [UInt8](ListingText.right(used, 26) + facts.rest, [])]
    }
    let padding = String(repeating: " ", count: room - name.count)
    return [name + [UInt8](padding + used + facts.rest, [])]
  }

  private static func facts(_ entry: StorageEntry) -> (used: String, rest: String) {
    let date = ListingDate(entry.modified)
    let day = "\(date.day)-\(date.monthName.uppercased())-\(date.year)"
    let (used, allocated) = blocks(entry)
    let owner = ListingText.left("[\(entry.group.name.uppercased()),\(entry.owner.name.uppercased())]", 17)
    let rest =
      "/" + ListingText.left("\(allocated)", 11) + ListingText.right(day, 11)
      + " \(date.hourMinuteSecond)  \(owner)\(protection(entry))"
    return ("\(used)", rest)
  }

  /// The name with a version; a directory is a file of the type DIR.
  private static func versioned(_ entry: StorageEntry) -> [UInt8] {
    if entry.isDirectory { return entry.name + [UInt8](".DIR;1", []) }
    guard let semicolon = entry.name.lastIndex(of: 0x3B), semicolon + 1 < entry.name.count,
      entry.name[(semicolon + 1)...].allSatisfy({ (0x30...0x39).contains($0) })
    else { return entry.name + [UInt8](";1", []) }
    return entry.name
  }

  /// Blocks are allocated three at a time.
  private static func blocks(_ entry: StorageEntry) -> (used: UInt64, allocated: UInt64) {
    let used = entry.isDirectory ? 1 : ListingText.units(entry.size, of: 512)
    return (used, ListingText.units(used, of: 3) * 3)
  }

  /// System, owner, group and world; write permission includes deletion.
  private static func protection(_ entry: StorageEntry) -> String {
    let rights = [6, 6, 3, 0].map { shift in
      let bits = entry.permissions >> UInt16(shift)
      return (bits & 4 != 0 ? "R" : "") + (bits & 2 != 0 ? "W" : "") + (bits & 5 != 0 ? "E" : "")
        + (bits & 2 != 0 ? "D" : "")
    }
    return "(\(rights.joined(separator: ",")))"
  }
}
