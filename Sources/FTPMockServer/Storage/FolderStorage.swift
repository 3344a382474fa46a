import FTPSystem

/// A local folder as storage.
///
/// Nothing is cached between calls, so other programs may change it meanwhile. Files that are written aside are hidden.
final class FolderStorage: Storage {
  private let root: DirectoryRoot
  let isReadOnly: Bool
  private let writesInPlace: Bool
  private let inUse = NamesInUse()

  init(_ folder: ServedFolder) {
    root = folder.root
    isReadOnly = folder.isReadOnly
    writesInPlace = folder.writesInPlace
  }

  var available: UInt64 { (try? root.freeSpace()) ?? 0 }

  func entry(at path: VirtualPath) throws(StorageError) -> StorageEntry {
    StorageEntry(name: path.name ?? [], try status(path))
  }

  func names(in path: VirtualPath) throws(StorageError) -> [[UInt8]] {
    let place = try place(path)
    let all = try attempt { () throws(LocalFileError) in try root.names(in: place) }
    removeLeft(all, in: place)
    return all.filter { !AsideWriter.isAside($0) && !$0.contains { $0 == 0x0D || $0 == 0x0A } }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  func enter(_ path: VirtualPath) throws(StorageError) {
    let place = try place(path)
    try attempt { () throws(LocalFileError) in try root.enter(place) }
  }

  func read(_ path: VirtualPath) throws(StorageError) -> FileContents {
    let place = try place(path)
    return try attempt { () throws(LocalFileError) in
      let file = try root.open(place)
      let size = try file.size()
      return FileContents(OpenFile(file), count: size)
    }
  }

  func write(_ path: VirtualPath, _ start: WriteStart) throws(StorageError) -> any FileWriter {
    if isReadOnly { throw .denied }
    if start.isWhole, !writesInPlace { return try aside(path, start) }
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
    try change(path) { (names) throws(LocalFileError) in try root.makeDirectory(names) }
  }

  func removeDirectory(_ path: VirtualPath) throws(StorageError) {
    try change(path) { (names) throws(LocalFileError) in
      do throws(LocalFileError) { try root.removeDirectory(names) } catch {
        guard error.cause == .directoryNotEmpty, let all = try? root.names(in: names) else { throw error }
        removeLeft(all, in: names)
        try root.removeDirectory(names)
      }
    }
  }

  func removeFile(_ path: VirtualPath) throws(StorageError) {
    try change(path) { (names) throws(LocalFileError) in try root.removeFile(names) }
  }

  func rename(_ path: VirtualPath, to other: VirtualPath) throws(StorageError) {
    // The system would replace an empty directory by another one, which the tree in memory does not do.
    if path != other, let target = try? status(other) {
      guard target.kind != .directory, try status(path).kind != .directory else { throw .exists }
    }
    let target = try place(other)
    try change(path) { (names) throws(LocalFileError) in try root.rename(names, to: target) }
  }

  func setModified(_ time: FileTime, of path: VirtualPath) throws(StorageError) {
    try change(path) { (names) throws(LocalFileError) in
      try root.setModificationTime(.init(seconds: time.seconds), of: names)
    }
  }

  func setPermissions(_ permissions: UInt16, of path: VirtualPath) throws(StorageError) {
    try change(path) { (names) throws(LocalFileError) in try root.setPermissions(permissions, of: names) }
  }
}

extension FolderStorage {
  /// The names down to a file; throws if one of them is that of a file written aside, which no client sees.
  private func place(_ path: VirtualPath) throws(StorageError) -> [[UInt8]] {
    guard !path.names.contains(where: AsideWriter.isAside) else { throw .notFound }
    return path.names
  }

  private func status(_ path: VirtualPath) throws(StorageError) -> FileStatus {
    let place = try place(path)
    return try attempt { () throws(LocalFileError) in try root.status(of: place) }
  }

  /// Removes files that were written aside by a server that was killed.
  private func removeLeft(_ names: [[UInt8]], in place: [[UInt8]]) {
    guard !isReadOnly, names.contains(where: AsideWriter.isAside), let directory = try? root.directory(place)
    else { return }
    for name in names where AsideWriter.isAside(name) { AsideWriter.removeIfLeft(name, in: directory) }
  }

  /// Begins a whole file, which gets its name at the end.
  private func aside(_ path: VirtualPath, _ start: WriteStart) throws(StorageError) -> AsideWriter {
    let place = try place(path)
    guard let name = place.last else { throw .isDirectory }
    let mustBeNew = start == .new
    // A directory that is renamed or replaced meanwhile stays the one in which the file is written.
    let directory = try attempt { () throws(LocalFileError) in try root.directory(place.dropLast()) }
    // Only what could be written in place may be replaced.
    var old: FileStatus?
    do throws(StorageError) {
      old = try attempt { () throws(LocalFileError) in
        if mustBeNew { return try directory.status(of: [name]) }
        return try directory.open([name], for: .writing).status()
      }
    } catch .notFound {}
    guard !mustBeNew || old == nil, inUse.take(path, ifFree: mustBeNew) else { throw .exists }
    let inUse = inUse
    do throws(StorageError) {
      return try attempt { () throws(LocalFileError) in
        try AsideWriter(in: directory, name, replacing: old, mustBeNew: mustBeNew) { inUse.release(path) }
      }
    } catch {
      inUse.release(path)
      throw error
    }
  }

  private func create(_ path: VirtualPath) throws(StorageError) -> FolderWriter {
    let place = try place(path)
    return try attempt { () throws(LocalFileError) in
      let file = try root.create(place)
      let root = root
      let status = try file.status()
      return FolderWriter(file, start: 0) {
        // Removes only the file that was created here, not one that has taken its name.
        guard (try? root.status(of: place))?.isSameFile(as: status) == true else { return }
        try? root.removeFile(place)
      }
    }
  }

  /// Opens an existing file for writing from an offset on, or after its end; nil if it is missing.
  private func change(
    _ path: VirtualPath, from start: UInt64?, cuts: Bool = true
  ) throws(StorageError) -> FolderWriter? {
    let place = try place(path)
    do throws(StorageError) {
      let file = try attempt { () throws(LocalFileError) in
        try root.open(place, for: start == nil ? .appending : .writing)
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

  /// Does something with what a path names, which changes it.
  private func change(
    _ path: VirtualPath, _ body: ([[UInt8]]) throws(LocalFileError) -> Void
  ) throws(StorageError) {
    if isReadOnly { throw .denied }
    let place = try place(path)
    try attempt { () throws(LocalFileError) in try body(place) }
  }
}

extension StorageEntry {
  fileprivate init(name: [UInt8], _ status: FileStatus) {
    self.init(
      name: name, kind: status.kind, size: status.kind == .file ? status.size : 0,
      modified: FileTime(seconds: status.modified.seconds), permissions: status.permissions,
      owner: Principal("\(status.owner)", number: status.owner),
      group: Principal("\(status.group)", number: status.group), linkCount: status.linkCount,
      // Inode numbers are small and unique on a device, and there are few devices.
      identity: status.number ^ status.device &* 0x9E37_79B9_7F4A_7C15)
  }
}
