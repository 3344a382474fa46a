import LibC

/// Files below the root.
extension DirectoryRoot {
  /// What an existing file is opened for.
  package enum Access: Hashable, Sendable {
    case reading
    /// Writing, from the start or from the position of `seek(to:)`; the file is not truncated.
    case writing
    /// Appending, even if others write too.
    case appending
    /// Reading and writing, wherever the calls say; nothing is cut off.
    case updating
  }

  /// Opens an existing regular file.
  ///
  /// - Throws: with operation `.open`: `.noSuchFile`, `.isDirectory`, `.tooManyLinks` for a symbolic link,
  ///   `.permissionDenied` for anything but a regular file, and whatever else the system says.
  package func open(_ names: [[UInt8]], for access: Access = .reading) throws(LocalFileError) -> LocalFile {
    let flags =
      switch access {
      case .reading: O_RDONLY
      case .writing: O_WRONLY
      case .appending: O_WRONLY | O_APPEND
      case .updating: O_RDWR
      }
    // Without O_NONBLOCK the opening of a named pipe would wait for its other end.
    return try open(names, flags: flags | O_NONBLOCK | O_NOCTTY, permissions: 0, operation: .open)
  }

  /// Creates a new file and opens it for writing, with `permissions` less the process's mask.
  ///
  /// - Throws: with operation `.create`: `.fileExists` also where a symbolic link has the name.
  package func create(_ names: [[UInt8]], permissions: UInt16 = 0o666) throws(LocalFileError) -> LocalFile {
    try open(
      names, flags: O_WRONLY | O_CREAT | O_EXCL, permissions: mode_t(permissions), operation: .create)
  }

  /// Opens a regular file for reading and writing, and creates it if it is missing; throws with operation `.create`.
  package func openOrCreate(_ names: [[UInt8]]) throws(LocalFileError) -> LocalFile {
    try open(
      names, flags: O_RDWR | O_CREAT | O_NONBLOCK | O_NOCTTY, permissions: 0o666, operation: .create)
  }

  private func open(
    _ names: [[UInt8]], flags: Int32, permissions: mode_t, operation: LocalFileError.Operation
  ) throws(LocalFileError) -> LocalFile {
    do throws(SystemError) {
      let descriptor = try inParent(names, atRoot: .isDirectory) { (directory, name) throws(SystemError) in
        try retryingDescriptor { openat(directory, name, flags | O_NOFOLLOW | O_CLOEXEC, permissions) }
      }
      switch try FileStatus.of(descriptor.rawValue).kind {
      case .file: return LocalFile(owning: descriptor, path: display(names))
      case .directory: throw .isDirectory
      default: throw .permissionDenied
      }
    } catch {
      throw failure(operation, names, error)
    }
  }
}
