import FTPMockServer

/// Listings to begin from, as the dialects of the mock server write them.
enum ListingSeeds {
  static let listings: [[UInt8]] = ListingDialect.all.map { dialect in
    let listing = Listing(directory: Array("/pub".utf8), entries: entries, now: now)
    return dialect.lines(for: listing).flatMap { $0 + [0x0D, 0x0A] }
  }

  /// All their lines, without line ends.
  static let lines = listings.flatMap { $0.split(separator: 0x0A).map { Array($0.dropLast()) } }.filter {
    !$0.isEmpty
  }

  private static let now = FileTime(year: 2024, month: 5, day: 20, hour: 12)

  private static let entries = [
    StorageEntry(
      name: Array("deep".utf8), kind: .directory, modified: FileTime(year: 2024, month: 5, day: 17, hour: 9)),
    StorageEntry(
      name: Array("old notes.txt".utf8), size: 1_042, modified: FileTime(year: 2019, month: 2, day: 3),
      permissions: 0o4751),
    StorageEntry(
      name: Array("now -> deep/new".utf8), kind: .link, size: 8,
      modified: FileTime(year: 2024, month: 5, day: 3, hour: 7, minute: 8)),
    StorageEntry(
      name: Array("a-name-that-takes-a-line.txt".utf8), size: 1 << 31,
      modified: FileTime(year: 1999, month: 12, day: 31, hour: 23, minute: 59)),
  ]
}
