/// What is to be listed.
package struct Listing: Hashable, Sendable {
  /// The full path of the directory that is listed, with a leading slash; nil where one entry was asked for,
  /// which never has a heading.
  package var directory: [UInt8]?
  /// The entries, in the order in which they are listed.
  package var entries: [ListingEntry]
  /// What time it is: some dialects write times of the last half year another way.
  package var now: FileTime

  /// Makes a listing.
  package init(directory: [UInt8]?, entries: [ListingEntry], now: FileTime) {
    self.directory = directory
    self.entries = entries
    self.now = now
  }

  /// The names from the root to the directory, repaired where they are not UTF-8.
  var directoryNames: [String] {
    (directory ?? []).split(separator: 0x2F).map { String(decoding: $0, as: UTF8.self) }
  }
}
