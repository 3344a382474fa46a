import FTPConversation

/// The storage of the files: the virtual tree, or something that behaves like it.
///
/// Paths are absolute and free of `..`; rights have been checked already. Calls come from many threads.
protocol Storage: Sendable {
  /// The facts about one file or directory.
  func entry(at path: VirtualPath) throws(StorageError) -> StorageEntry
  /// The names in a directory, in order.
  func names(in path: VirtualPath) throws(StorageError) -> [[UInt8]]
  /// Throws if a directory may not be entered.
  func enter(_ path: VirtualPath) throws(StorageError)
  /// Opens a file for reading. If it is replaced or removed meanwhile, the old contents can still be read.
  func read(_ path: VirtualPath) throws(StorageError) -> FileContents
  /// Opens a file for writing.
  func write(_ path: VirtualPath, _ start: WriteStart) throws(StorageError) -> any FileWriter
  func makeDirectory(_ path: VirtualPath) throws(StorageError)
  /// Removes an empty directory.
  func removeDirectory(_ path: VirtualPath) throws(StorageError)
  func removeFile(_ path: VirtualPath) throws(StorageError)
  /// Renames a file or directory; an existing file with the new name is replaced.
  func rename(_ path: VirtualPath, to other: VirtualPath) throws(StorageError)
  /// Sets when a file or directory was changed.
  func setModified(_ time: FileTime, of path: VirtualPath) throws(StorageError)
  /// Sets who may read, write and execute, in nine bits.
  func setPermissions(_ permissions: UInt16, of path: VirtualPath) throws(StorageError)
  /// Sets when a file or directory was created, which is never later than its last change.
  func setCreated(_ time: FileTime, of path: VirtualPath) throws(StorageError)
  /// Whether the storage knows when a file or directory was created.
  var knowsCreation: Bool { get }
  /// How many bytes may still be stored.
  var available: UInt64 { get }
  /// Whether no user may change anything.
  var isReadOnly: Bool { get }
}

extension Storage {
  func setCreated(_ time: FileTime, of path: VirtualPath) throws(StorageError) { throw .denied }
  var knowsCreation: Bool { false }
  var isReadOnly: Bool { false }
  func enter(_ path: VirtualPath) throws(StorageError) {}
}

/// Where writing begins.
enum WriteStart: Hashable, Sendable {
  /// Whether the whole file is new, so that it can be written aside.
  var isWhole: Bool {
    switch self {
    case .beginning, .new, .offset(0): true
    case .offset, .end, .range: false
    }
  }

  /// In a new file, or instead of all of an old one.
  case beginning
  /// At an offset; bytes before it stay, bytes after it are removed.
  case offset(UInt64)
  /// After the existing bytes.
  case end
  /// At the first of two offsets; bytes before it and after the second stay.
  case range(UInt64, UInt64)
  /// In a file that must not exist yet.
  case new
}

/// A file that is being written.
protocol FileWriter {
  /// Writes bytes after those written before.
  mutating func append(_ bytes: ArraySlice<UInt8>) throws(StorageError)
  /// Makes written bytes survive a crash of the machine, if the storage can.
  mutating func synchronize() throws(StorageError)
  /// Ends the writing, once.
  mutating func finish(_ end: UploadEnd) throws(StorageError)
}

/// How an upload ends, and so what becomes of the bytes.
///
/// | | written aside (STOR, STOU) | written in place (APPE, REST, RANG) |
/// |---|---|---|
/// | complete | replaces the old file, or gets its name | stays |
/// | cut | gets its name if that is free, otherwise is removed | stays |
/// | stopped | is removed | stays |
/// | undone | is removed | a new file is removed |
enum UploadEnd: Hashable, Sendable {
  /// Everything has arrived.
  case complete
  /// The client has ended it early; it can resume what is kept.
  case cut
  case stopped
  /// There was no data connection, or no room.
  case undone
}

extension FileWriter {
  mutating func synchronize() throws(StorageError) {}
}

/// The names under which files are being written that have no entry yet.
final class NamesInUse: Sendable {
  private let counts = Guarded<[VirtualPath: Int]>([:])

  /// Takes a name; false if it must be free, but is taken.
  func take(_ path: VirtualPath, ifFree: Bool) -> Bool {
    counts.withLock { counts in
      guard !ifFree || counts[path] == nil else { return false }
      counts[path, default: 0] += 1
      return true
    }
  }

  /// Gives a name back.
  func release(_ path: VirtualPath) {
    counts.withLock { counts in
      guard let count = counts[path] else { return }
      counts[path] = count > 1 ? count - 1 : nil
    }
  }
}
