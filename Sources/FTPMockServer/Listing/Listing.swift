/// A directory or an entry to list.
package struct Listing: Hashable, Sendable {
  /// The full path of the listed directory, with a leading slash; nil if one entry was requested,
  /// which never has a heading.
  package var directory: [UInt8]?
  /// The entries, in the order in which they are listed.
  package var entries: [StorageEntry]
  /// The current time, because some dialects write times of the last half year differently.
  package var now: FileTime

  package init(directory: [UInt8]?, entries: [StorageEntry], now: FileTime) {
    self.directory = directory
    self.entries = entries
    self.now = now
  }
}
