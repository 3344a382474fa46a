import FTPMockServer
import FTPSystem

/// Entries that are difficult to list.
enum ListingSample {
  static let now = FileTime(year: 2024, month: 3, day: 10, hour: 12)

  static func entry(
    _ name: String, _ kind: FileStatus.Kind = .file, size: UInt64 = 0, at modified: FileTime,
    permissions: UInt16? = nil, owner: StorageEntry.Principal = .ftp, linkCount: UInt64? = nil
  ) -> StorageEntry {
    StorageEntry(
      name: Array(name.utf8), kind: kind, size: size, modified: modified, permissions: permissions,
      owner: owner,
      linkCount: linkCount, identity: 7)
  }

  static let entries = [
    entry("archive", .directory, at: FileTime(year: 2024, month: 3, day: 10, hour: 0, minute: 5)),
    entry("empty.txt", at: FileTime(year: 2024, month: 2, day: 29, hour: 23, minute: 59, second: 58)),
    entry("old.bin", size: 1 << 31, at: FileTime(year: 1999, month: 12, day: 31, hour: 12, minute: 0)),
    entry(
      "big image.iso", size: 1 << 40,
      at: FileTime(year: 2023, month: 9, day: 1, hour: 7, minute: 8, second: 9),
      permissions: 0o600, owner: .init("marta", number: 1001)),
    entry("notes.txt;3", size: 1537, at: FileTime(year: 2024, month: 1, day: 2, hour: 15, minute: 4)),
    entry(
      "latest", .link, size: 15,
      at: FileTime(year: 2024, month: 3, day: 9, hour: 1, minute: 2)),
    entry(
      "run", size: 77, at: FileTime(year: 2024, month: 3, day: 11), permissions: 0o4755, linkCount: 12),
    entry(
      "a-name-that-needs-a-line-of-its-own.txt", size: 100_000,
      at: FileTime(year: 2000, month: 2, day: 29, hour: 13, minute: 1), permissions: 0o440),
  ]

  static func text(_ dialect: ListingDialect) -> String {
    let listing = Listing(directory: Array("/pub/sub".utf8), entries: entries, now: now)
    return dialect.lines(for: listing).map { String(decoding: $0, as: UTF8.self) + "\n" }.joined()
  }
}
