import FTPConversation
import FTPSystem

/// Unnamed files that keep large contents in memory, from where the system can send them like files on disk: sessions
/// copy no bytes, and thousands of downloads of one file share its memory.
///
/// Each needs a descriptor, so their number is limited; further contents are kept in arrays.
final class MemoryFiles: Sendable {
  /// The most files at a time.
  static let limit = 256

  private let count = Guarded(0)

  /// The slot of a file, which becomes free when this object is released.
  final class Place: Sendable {
    private let files: MemoryFiles

    fileprivate init(_ files: MemoryFiles) { self.files = files }

    deinit { files.count.withLock { $0 -= 1 } }
  }

  /// The number of files.
  var taken: Int { count.withLock { $0 } }

  /// Makes an empty file; nil if the limit is reached, or the system cannot create one.
  func make() -> MemoryFile? {
    let isFree = count.withLock { count in
      guard count < Self.limit else { return false }
      count += 1
      return true
    }
    guard isFree else { return nil }
    let place = Place(self)
    guard let file = LocalFile.inMemory() else { return nil }
    return MemoryFile(file, place)
  }
}

/// Contents that are being written into a file in memory.
struct MemoryFile: ~Copyable {
  private let file: LocalFile
  private let place: MemoryFiles.Place
  /// The most bytes in one file.
  ///
  /// A file gets new pages each time, while arrays reuse those of earlier arrays. Contents so large that few sessions
  /// download them at once are cheaper to replace in arrays.
  static let mostBytes: UInt64 = 64 << 20
  /// How many bytes have been written.
  private(set) var count: UInt64 = 0

  fileprivate init(_ file: consuming LocalFile, _ place: MemoryFiles.Place) {
    self.file = file
    self.place = place
  }

  /// Writes bytes after those written before.
  mutating func append(_ bytes: ArraySlice<UInt8>) throws(StorageError) {
    try attempt { () throws(LocalFileError) in try file.write(bytes) }
    count += UInt64(bytes.count)
  }

  /// The written bytes, which no longer change.
  consuming func contents() -> FileContents {
    let count = count
    return FileContents(OpenFile(file, in: place), count: count)
  }
}
