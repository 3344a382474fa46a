import LibC

/// The owner of an open local file, which is closed when this is released.
///
/// Close a written file with `close()`: only that reports whether the system kept everything.
///
/// ```swift
/// let file = try LocalFile.create("out.bin")
/// try file.write(bytes)
/// try file.close()
/// ```
package struct LocalFile: ~Copyable, Sendable {
  private let owner: Descriptor
  /// The path it was opened with.
  package let path: String

  /// What to do if the file already exists, and where to write.
  package enum Creation: Hashable, Sendable {
    /// Empty it.
    case truncating
    /// Fail with `.fileExists`.
    case exclusive
    case appending
    /// Keep it and write from the start, or from the position of `seek(to:)`: for a restart.
    case keeping
  }

  /// Opens a file to read; throws with operation `.open`.
  package static func open(_ path: String) throws(LocalFileError) -> LocalFile {
    try LocalFile(path, flags: O_RDONLY, permissions: 0, operation: .open)
  }

  /// Opens a file for writing, and creates it if it is missing, with `permissions` less the process's mask; on request
  /// the folders of its path, too.
  ///
  /// The file can be read as well, unless it is opened for appending. Throws with operation `.create`.
  package static func create(
    _ path: String, _ creation: Creation = .truncating, permissions: UInt16 = 0o666,
    makingFolders: Bool = false
  ) throws(LocalFileError) -> LocalFile {
    // A failure shows when the file is created.
    if makingFolders { _ = try? DirectoryRoot.openOrMake(DirectoryRoot.parent(of: path)) }
    let flags =
      switch creation {
      case .truncating: O_RDWR | O_CREAT | O_TRUNC
      case .exclusive: O_RDWR | O_CREAT | O_EXCL
      case .appending: O_WRONLY | O_CREAT | O_APPEND
      case .keeping: O_RDWR | O_CREAT
      }
    return try LocalFile(path, flags: flags, permissions: mode_t(permissions), operation: .create)
  }

  /// Creates a file with these contents.
  package static func write(
    _ bytes: [UInt8], to path: String, permissions: UInt16 = 0o666
  ) throws(LocalFileError) {
    let file = try create(path, permissions: permissions)
    try file.write(bytes)
    try file.close()
  }

  /// Creates a file in memory that vanishes when it is closed; nil if the system cannot.
  package static func inMemory() -> LocalFile? {
    let number = Platform.makeMemoryFile()
    return number < 0 ? nil : LocalFile(owning: Descriptor(owning: number), path: "a file in memory")
  }

  private init(
    _ path: String, flags: Int32, permissions: mode_t, operation: LocalFileError.Operation
  ) throws(LocalFileError) {
    var number: Int32 = -1
    // A NUL would cut the path short on its way into C and open another file than the one named.
    errno = EINVAL
    if !path.utf8.contains(0) {
      repeat { number = systemOpen(path, flags | O_CLOEXEC, permissions) } while number < 0 && errno == EINTR
    }
    guard number >= 0 else { throw LocalFileError(operation: operation, path: path, cause: .last) }
    owner = Descriptor(owning: number)
    self.path = path
  }

  /// Takes over a descriptor; the path is for messages.
  init(owning descriptor: consuming Descriptor, path: String) {
    owner = descriptor
    self.path = path
  }

  /// The descriptor.
  ///
  /// Do not close or keep it.
  package var descriptor: Int32 { owner.rawValue }

  /// Reads from the file's position, up to the size of the buffer, and returns how many bytes; 0 is the end.
  ///
  /// - Throws: with operation `.read`.
  package func read(into buffer: inout [UInt8]) throws(LocalFileError) -> Int {
    try FileBytes.read(descriptor, into: &buffer, name: path)
  }

  /// Reads from an offset without changing the file's position; throws with operation `.read`.
  package func read(into buffer: inout [UInt8], at offset: UInt64) throws(LocalFileError) -> Int {
    while true {
      let count = buffer.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress, $0.count, off_t(clamping: offset))
      }
      if count >= 0 { return count }
      if errno != EINTR { throw failure(.read) }
    }
  }

  /// Its bytes from the file's position on, up to a piece more than `limit`; throws with operation `.read`.
  package func bytes(limit: Int) throws(LocalFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = try read(into: &buffer)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// Writes all bytes at the file's position.
  ///
  /// Throws with operation `.write`, e.g. `.noSpaceLeft`.
  package func write(_ bytes: Span<UInt8>) throws(LocalFileError) {
    try FileBytes.write(descriptor, bytes, name: path)
  }

  /// Writes all bytes of an array; throws with operation `.write`.
  package func write(_ bytes: [UInt8]) throws(LocalFileError) { try write(bytes.span) }

  /// Writes all bytes of a slice; throws with operation `.write`.
  package func write(_ bytes: ArraySlice<UInt8>) throws(LocalFileError) { try write(bytes.span) }

  /// Writes all bytes at an offset without changing the file's position, so that several threads may write to one file.
  ///
  /// - Throws: with operation `.write`.
  package func write(_ bytes: Span<UInt8>, at offset: UInt64) throws(LocalFileError) {
    guard let start = off_t(exactly: offset), start <= off_t.max - off_t(bytes.count) else {
      throw LocalFileError(operation: .write, path: path, cause: .fileTooLarge)
    }
    try bytes.withUnsafeBytes { (buffer) throws(LocalFileError) in
      var done = 0
      while done < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
        let count = pwrite(descriptor, rest.baseAddress, rest.count, start + off_t(done))
        if count >= 0 { done += count } else if errno != EINTR { throw failure(.write) }
      }
    }
  }

  /// The size in bytes; throws with operation `.measure`.
  package func size() throws(LocalFileError) -> UInt64 {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(.measure) }
    return UInt64(clamping: status.st_size)
  }

  /// Moves to an offset from the start.
  ///
  /// Throws with operation `.seek`, e.g. on a pipe.
  package func seek(to offset: UInt64) throws(LocalFileError) {
    guard let position = off_t(exactly: offset) else {
      throw LocalFileError(operation: .seek, path: path, cause: SystemError(code: EINVAL))
    }
    guard lseek(descriptor, position, SEEK_SET) >= 0 else { throw failure(.seek) }
  }

  /// Cuts or extends the file to a size; throws with operation `.truncate`.
  package func truncate(to size: UInt64) throws(LocalFileError) {
    guard ftruncate(descriptor, off_t(clamping: size)) == 0 else { throw failure(.truncate) }
  }

  /// Syncs written bytes to disk, and waits for it; throws with operation `.write`.
  package func synchronize() throws(LocalFileError) {
    guard fsync(descriptor) == 0 else { throw failure(.write) }
  }

  /// Closes the file; throws with operation `.close` when the system could not keep what was written.
  package consuming func close() throws(LocalFileError) {
    let path = path
    // After EINTR the descriptor is gone on Linux, and unspecified elsewhere: closing again could hit another's.
    guard systemClose(owner.release()) == 0 || errno == EINTR else {
      throw LocalFileError(operation: .close, path: path, cause: .last)
    }
  }

  private func failure(_ operation: LocalFileError.Operation) -> LocalFileError {
    LocalFileError(operation: operation, path: path, cause: .last)
  }
}

/// `open`, which the static method of the same name hides.
private func systemOpen(_ path: String, _ flags: Int32, _ permissions: mode_t) -> Int32 {
  open(path, flags, permissions)
}
