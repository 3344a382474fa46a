import FTPSystem

/// Where the files are: the virtual tree, or another place that behaves as one.
///
/// Paths are complete and free of `..`; rights are checked before. Calls come from many threads.
protocol Storage: Sendable {
  /// What is known of one file or directory.
  func entry(at path: VirtualPath) throws(StorageError) -> StorageEntry
  /// The names in a directory, in order.
  func names(in path: VirtualPath) throws(StorageError) -> [[UInt8]]
  /// Throws where a directory may not be entered.
  func enter(_ path: VirtualPath) throws(StorageError)
  /// Opens a file for reading. One that is replaced or removed meanwhile can still be read as it was.
  func read(_ path: VirtualPath) throws(StorageError) -> FileContents
  /// Opens a file for writing.
  func write(_ path: VirtualPath, _ start: WriteStart) throws(StorageError) -> any FileWriter
  /// Makes a directory.
  func makeDirectory(_ path: VirtualPath) throws(StorageError)
  /// Removes an empty directory.
  func removeDirectory(_ path: VirtualPath) throws(StorageError)
  /// Removes a file.
  func removeFile(_ path: VirtualPath) throws(StorageError)
  /// Gives a file or directory another name; a file that has the name is replaced.
  func rename(_ path: VirtualPath, to other: VirtualPath) throws(StorageError)
  /// Says when a file or directory was changed.
  func setModified(_ time: FileTime, of path: VirtualPath) throws(StorageError)
  /// Says who may read, write and execute, in nine bits.
  func setPermissions(_ permissions: UInt16, of path: VirtualPath) throws(StorageError)
  /// Says when a file or directory was made, which is never after it was changed.
  func setCreated(_ time: FileTime, of path: VirtualPath) throws(StorageError)
  /// Whether the storage knows when a file or directory was made.
  var knowsCreation: Bool { get }
  /// How many bytes may still be stored.
  var available: UInt64 { get }
  /// Whether nobody may change anything.
  var isReadOnly: Bool { get }
}

extension Storage {
  func setModified(_ time: FileTime, of path: VirtualPath) throws(StorageError) { throw .denied }
  func setPermissions(_ permissions: UInt16, of path: VirtualPath) throws(StorageError) { throw .denied }
  func setCreated(_ time: FileTime, of path: VirtualPath) throws(StorageError) { throw .denied }
  var knowsCreation: Bool { false }
  var isReadOnly: Bool { false }
  func enter(_ path: VirtualPath) throws(StorageError) {}
}

/// What is known of one file or directory.
struct StorageEntry: Hashable, Sendable {
  /// The last name; empty for the root.
  var name: [UInt8]
  var isDirectory: Bool
  /// Bytes, 0 for a directory.
  var size: UInt64
  var modified: FileTime
  /// When it was made; nil where the storage does not know.
  var created: FileTime?
  /// A number that stays with the file for its life, whatever it is called.
  var identity: UInt64
  /// The mode bits, where somebody has set them and the system keeps none.
  var permissions: UInt16?
  /// What the system says, where the storage is a folder of the machine.
  ///
  /// An entry that is neither a regular file nor a directory is shown, renamed and removed, and nothing else.
  var status: FileStatus?

  /// The nine mode bits; where nobody knows them, those of a file that its owner may write.
  var mode: UInt16 { status?.permissions ?? permissions ?? (isDirectory ? 0o755 : 0o644) }

  /// Whether it is neither a regular file nor a directory.
  var isSpecial: Bool { !isDirectory && status.map { $0.kind != .file } ?? false }
}

/// Where writing begins.
enum WriteStart: Hashable, Sendable {
  /// In a new file, or in place of all of an old one.
  case beginning
  /// At an offset; what is in front of it stays, what is after it goes.
  case offset(UInt64)
  /// After what is there.
  case end
  /// At the first of two offsets; what is in front of it and after the second stays.
  case range(UInt64, UInt64)
  /// In a file that must not be there yet.
  case new
}

/// A file that is being written.
protocol FileWriter {
  /// Writes bytes after those written before.
  mutating func append(_ bytes: ArraySlice<UInt8>) throws(StorageError)
  /// Has what was written so far survive the end of the machine, where the storage as a whole does.
  mutating func synchronize() throws(StorageError)
  /// Keeps what was written; called at the end of a transfer, whether it was complete or not.
  mutating func finish() throws(StorageError)
  /// Gives up before anything was written: a file that came to be by the opening goes.
  mutating func cancel()
}

extension FileWriter {
  mutating func synchronize() throws(StorageError) {}
}
