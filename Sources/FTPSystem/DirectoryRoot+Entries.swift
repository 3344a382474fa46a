import LibC

/// Names below the root.
extension DirectoryRoot {
  /// The facts about a name in a directory.
  package struct Entry: Hashable, Sendable {
    /// The name, in the bytes that the file system has.
    package let name: [UInt8]
    /// Its kind; a link is not followed.
    package let status: FileStatus
  }

  /// The facts about a file or directory; a link at the end is not followed.
  ///
  /// - Throws: with operation `.examine`.
  package func status(of names: [[UInt8]]) throws(LocalFileError) -> FileStatus {
    try attempt(.examine, names) { () throws(SystemError) in
      if names.isEmpty { return try inDirectory([]) { (root) throws(SystemError) in try .of(root) } }
      return try inParent(names, atRoot: .invalidArgument) { (directory, name) throws(SystemError) in
        try FileStatus.of(name, in: directory)
      }
    }
  }

  /// The entries of a directory, in no order and without `.` and `..`.
  ///
  /// Entries that disappear meanwhile are omitted.
  ///
  /// - Throws: with operation `.list`.
  package func list(_ names: [[UInt8]]) throws(LocalFileError) -> [Entry] {
    var entries: [Entry] = []
    try eachName(in: names) { (name, bytes, directory) in
      if let status = try? FileStatus.of(name, in: directory) {
        entries.append(Entry(name: bytes, status: status))
      }
    }
    return entries
  }

  /// The names in a directory, in no order and without `.` and `..`; throws with operation `.list`.
  package func names(in names: [[UInt8]]) throws(LocalFileError) -> [[UInt8]] {
    var found: [[UInt8]] = []
    try eachName(in: names) { (_, bytes, _) in found.append(bytes) }
    return found
  }

  /// Throws, with operation `.open`, if there is no directory that this process may enter.
  package func enter(_ names: [[UInt8]]) throws(LocalFileError) {
    try attempt(.open, names) { () throws(SystemError) in
      try inDirectory(names[...]) { (directory) throws(SystemError) in
        guard faccessat(directory, ".", X_OK, AT_EACCESS) == 0 else { throw .last }
      }
    }
  }

  /// Makes a directory, with `permissions` less the process's mask; throws with operation `.makeDirectory`.
  package func makeDirectory(
    _ names: [[UInt8]], permissions: UInt16 = 0o777
  ) throws(LocalFileError) {
    try change(.makeDirectory, names, atRoot: .fileExists) {
      mkdirat($0, $1, mode_t(permissions))
    }
  }

  /// Removes an empty directory; throws with operation `.remove`.
  package func removeDirectory(_ names: [[UInt8]]) throws(LocalFileError) {
    try change(.remove, names, atRoot: .permissionDenied) { unlinkat($0, $1, AT_REMOVEDIR) }
  }

  /// Removes a file, a link, or anything else but a directory; throws with operation `.remove`.
  package func removeFile(_ names: [[UInt8]]) throws(LocalFileError) {
    try attempt(.remove, names) { () throws(SystemError) in
      try inParent(names, atRoot: .isDirectory) { (directory, name) throws(SystemError) in
        guard unlinkat(directory, name, 0) != 0 else { return }
        let error = SystemError.last
        // Not every system reports that it is a directory.
        if error == .notPermitted, (try? FileStatus.of(name, in: directory))?.kind == .directory {
          throw .isDirectory
        }
        throw error
      }
    }
  }

  /// Renames something; an existing file or link with the new name is replaced, and so is an empty directory if a
  /// directory is renamed.
  ///
  /// - Throws: with operation `.rename`.
  package func rename(_ names: [[UInt8]], to others: [[UInt8]]) throws(LocalFileError) {
    try attempt(.rename, names) { () throws(SystemError) in
      try inParent(names, atRoot: .permissionDenied) { (directory, name) throws(SystemError) in
        try inParent(others, atRoot: .fileExists) { (otherDirectory, otherName) throws(SystemError) in
          guard renameat(directory, name, otherDirectory, otherName) == 0 else { throw .last }
        }
      }
    }
  }

  /// Renames a file, unless something has the new name.
  ///
  /// - Throws: with operation `.rename`: `.fileExists` if something has.
  package func rename(_ names: [[UInt8]], toFree others: [[UInt8]]) throws(LocalFileError) {
    try attempt(.rename, names) { () throws(SystemError) in
      try inParent(names, atRoot: .permissionDenied) { (directory, name) throws(SystemError) in
        try inParent(others, atRoot: .fileExists) { (otherDirectory, otherName) throws(SystemError) in
          if linkat(directory, name, otherDirectory, otherName, 0) == 0 {
            guard unlinkat(directory, name, 0) == 0 else { throw .last }
            return
          }
          // Not every file system has links; there, a name that is taken at this very moment is replaced.
          let error = SystemError.last
          guard error == .notPermitted || error == .notSupported else { throw error }
          guard (try? FileStatus.of(otherName, in: otherDirectory)) == nil else { throw .fileExists }
          guard renameat(directory, name, otherDirectory, otherName) == 0 else { throw .last }
        }
      }
    }
  }

  /// Sets the owner and the group, as far as this process may; throws with operation `.change`.
  package func setOwner(_ owner: UInt32, group: UInt32, of names: [[UInt8]]) throws(LocalFileError) {
    try change(.change, names, atRoot: .permissionDenied) {
      fchownat($0, $1, owner, group, AT_SYMLINK_NOFOLLOW)
    }
  }

  /// Sets who may read, write and execute: the low nine bits count, because a stranger may not set set-user-ID.
  ///
  /// - Throws: with operation `.change`, for a link as well.
  package func setPermissions(_ permissions: UInt16, of names: [[UInt8]]) throws(LocalFileError) {
    try change(.change, names, atRoot: .permissionDenied) {
      fchmodat($0, $1, mode_t(permissions & 0o777), AT_SYMLINK_NOFOLLOW)
    }
  }

  /// Sets when something was changed, and leaves the time of the last access; throws with operation `.change`.
  package func setModificationTime(
    _ time: LocalClock.WallTime, of names: [[UInt8]]
  ) throws(LocalFileError) {
    let kept = timespec(tv_sec: 0, tv_nsec: Platform.unchangedTime)
    let times = [kept, timespec(tv_sec: Int(time.seconds), tv_nsec: Int(time.nanoseconds))]
    try change(.change, names, atRoot: .permissionDenied) {
      utimensat($0, $1, times, AT_SYMLINK_NOFOLLOW)
    }
  }

  /// The bytes that this process may still store; throws with operation `.measure`.
  package func freeSpace() throws(LocalFileError) -> UInt64 {
    try attempt(.measure, []) { () throws(SystemError) in
      try inDirectory([]) { (root) throws(SystemError) in
        var system = statvfs()
        guard fstatvfs(root, &system) == 0 else { throw .last }
        let bytes = UInt64(system.f_bavail).multipliedReportingOverflow(by: UInt64(system.f_frsize))
        return bytes.overflow ? .max : bytes.partialValue
      }
    }
  }
}

extension DirectoryRoot {
  private func attempt<Value>(
    _ operation: LocalFileError.Operation, _ names: [[UInt8]], _ body: () throws(SystemError) -> Value
  ) throws(LocalFileError) -> Value {
    do throws(SystemError) {
      return try body()
    } catch {
      throw failure(operation, names, error)
    }
  }

  /// One call that returns 0 when it has changed what the last name stands for.
  private func change(
    _ operation: LocalFileError.Operation, _ names: [[UInt8]], atRoot: SystemError,
    _ call: (Int32, UnsafePointer<CChar>) -> Int32
  ) throws(LocalFileError) {
    try attempt(operation, names) { () throws(SystemError) in
      try inParent(names, atRoot: atRoot) { (directory, name) throws(SystemError) in
        guard call(directory, name) == 0 else { throw .last }
      }
    }
  }

  private func eachName(
    in names: [[UInt8]], _ body: (UnsafePointer<CChar>, [UInt8], Int32) -> Void
  ) throws(LocalFileError) {
    try attempt(.list, names) { () throws(SystemError) in
      let readable = try inDirectory(names[...]) { (directory) throws(SystemError) in
        // Opened again: the descriptors that paths are walked with cannot be read, and share no position this way.
        try retryingDescriptor { openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
      }
      try Self.eachName(in: readable, body)
    }
  }

  private static func eachName(
    in directory: consuming Descriptor, _ body: (UnsafePointer<CChar>, [UInt8], Int32) -> Void
  ) throws(SystemError) {
    let descriptor = directory.release()
    guard let stream = fdopendir(descriptor) else {
      let error = SystemError.last
      _ = systemClose(descriptor)
      throw error
    }
    defer { closedir(stream) }
    while true {
      errno = 0
      guard let record = readdir(stream) else {
        guard errno == 0 else { throw .last }
        return
      }
      // A record may be longer than the type says, so the name is read in place and not from a copy.
      guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { throw .invalidArgument }
      let name = UnsafeRawPointer(record).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      let bytes = [UInt8](UnsafeRawBufferPointer(start: name, count: strlen(name)))
      if bytes == [0x2E] || bytes == [0x2E, 0x2E] { continue }
      body(name, bytes, descriptor)
    }
  }
}
