import FTPSystem

/// A local folder as storage.
///
/// Nothing is cached between calls, so other programs may change it meanwhile.
final class FolderStorage: Storage {
  private let root: DirectoryRoot
  let isReadOnly: Bool

  init(_ folder: ServedFolder) {
    root = folder.root
    isReadOnly = folder.isReadOnly
  }

  var available: UInt64 { (try? root.freeSpace()) ?? 0 }

  func entry(at path: VirtualPath) throws(StorageError) -> StorageEntry {
    StorageEntry(name: path.name ?? [], try status(path))
  }

  func names(in path: VirtualPath) throws(StorageError) -> [[UInt8]] {
    try attempt { () throws(LocalFileError) in try root.names(in: path.names) }
      .filter { !$0.contains { $0 == 0x0D || $0 == 0x0A } }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  func enter(_ path: VirtualPath) throws(StorageError) {
    try attempt { () throws(LocalFileError) in try root.enter(path.names) }
  }

  func read(_ path: VirtualPath) throws(StorageError) -> FileContents {
    try attempt { () throws(LocalFileError) in
      let file = try root.open(path.names)
      let size = try file.size()
      return FileContents(OpenFile(file), count: size)
    }
  }

  func write(_ path: VirtualPath, _ start: WriteStart) throws(StorageError) -> any FileWriter {
    try checkWritable()
    switch start {
    case .new: break
    case .beginning: if let writer = try change(path, from: 0) { return writer }
    case .end: if let writer = try change(path, from: nil) { return writer }
    case .range(let first, _):
      if let writer = try change(path, from: first, cuts: false) { return writer }
      guard first == 0 else { throw .badOffset }
    case .offset(let offset):
      if let writer = try change(path, from: offset) { return writer }
      guard offset == 0 else { throw .badOffset }
    }
    return try create(path)
  }

  func makeDirectory(_ path: VirtualPath) throws(StorageError) {
    try change { () throws(LocalFileError) in try root.makeDirectory(path.names) }
  }

  func removeDirectory(_ path: VirtualPath) throws(StorageError) {
    try change { () throws(LocalFileError) in try root.removeDirectory(path.names) }
  }

  func removeFile(_ path: VirtualPath) throws(StorageError) {
    try change { () throws(LocalFileError) in try root.removeFile(path.names) }
  }

  func rename(_ path: VirtualPath, to other: VirtualPath) throws(StorageError) {
    // The system would replace an empty directory by another one, which the tree in memory does not do.
    if path != other, let target = try? status(other) {
      guard target.kind != .directory, try status(path).kind != .directory else { throw .exists }
    }
    try change { () throws(LocalFileError) in try root.rename(path.names, to: other.names) }
  }

  func setModified(_ time: FileTime, of path: VirtualPath) throws(StorageError) {
    try change { () throws(LocalFileError) in
      try root.setModificationTime(.init(seconds: time.seconds), of: path.names)
    }
  }

  func setPermissions(_ permissions: UInt16, of path: VirtualPath) throws(StorageError) {
    try change { () throws(LocalFileError) in try root.setPermissions(permissions, of: path.names) }
  }
}

extension FolderStorage {
  private func status(_ path: VirtualPath) throws(StorageError) -> FileStatus {
    try attempt { () throws(LocalFileError) in try root.status(of: path.names) }
  }

  private func create(_ path: VirtualPath) throws(StorageError) -> FolderWriter {
    try attempt { () throws(LocalFileError) in
      let file = try root.create(path.names)
      let root = root
      let status = try file.status()
      return FolderWriter(file, start: 0) {
        // Removes only the file that was created here, not one that has taken its name.
        guard (try? root.status(of: path.names))?.isSameFile(as: status) == true else { return }
        try? root.removeFile(path.names)
      }
    }
  }

  /// Opens an existing file for writing from an offset on, or after its end; nil if it is missing.
  private func change(
    _ path: VirtualPath, from start: UInt64?, cuts: Bool = true
  ) throws(StorageError) -> FolderWriter? {
    do throws(StorageError) {
      let file = try attempt { () throws(LocalFileError) in
        try root.open(path.names, for: start == nil ? .appending : .writing)
      }
      if let start, start > 0 {
        guard start <= (try attempt { () throws(LocalFileError) in try file.size() }) else {
          throw .badOffset
        }
        try attempt { () throws(LocalFileError) in try file.seek(to: start) }
      }
      return FolderWriter(file, start: cuts ? start : nil) {}
    } catch .notFound {
      return nil
    }
  }

  private func checkWritable() throws(StorageError) {
    if isReadOnly { throw .denied }
  }

  private func change(_ body: () throws(LocalFileError) -> Void) throws(StorageError) {
    try checkWritable()
    try attempt(body)
  }

  private func attempt<Value: ~Copyable>(
    _ body: () throws(LocalFileError) -> Value
  ) throws(StorageError) -> Value {
    do throws(LocalFileError) {
      return try body()
    } catch {
      throw StorageError(error)
    }
  }
}

extension StorageEntry {
  fileprivate init(name: [UInt8], _ status: FileStatus) {
    self.name = name
    isDirectory = status.kind == .directory
    size = status.kind == .file ? status.size : 0
    modified = FileTime(seconds: status.modified.seconds)
    // Inode numbers are small and unique on a device, and there are few devices.
    identity = status.number ^ status.device &* 0x9E37_79B9_7F4A_7C15
    self.status = status
  }
}
