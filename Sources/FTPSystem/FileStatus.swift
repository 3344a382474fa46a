import LibC

/// The system's facts about a file, a directory or something else with a name.
package struct FileStatus: Hashable, Sendable {
  package enum Kind: Hashable, Sendable, CaseIterable {
    /// A regular file.
    case file
    case directory
    /// A symbolic link, which is not followed.
    case link
    /// A named pipe.
    case pipe
    case socket
    /// A character device, such as a terminal.
    case characterDevice
    /// A block device, such as a disk.
    case blockDevice
  }

  package let kind: Kind
  /// Bytes; for a directory or a device, the system's own figure.
  package let size: UInt64
  /// When the contents were changed.
  package let modified: LocalClock.WallTime
  /// The low twelve bits of the mode: set-user-ID and the like, then read, write and execute for owner, group and
  /// others.
  package let permissions: UInt16
  /// The number of the owner.
  package let owner: UInt32
  /// The number of the group.
  package let group: UInt32
  /// How many names it has.
  package let linkCount: UInt64
  /// A number that stays with it for its life, on its device.
  package let number: UInt64
  package let device: UInt64

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFDIR: .directory
      case S_IFLNK: .link
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      case S_IFCHR: .characterDevice
      case S_IFBLK: .blockDevice
      default: .file
      }
    size = UInt64(clamping: status.st_size)
    let time = Platform.modificationTime(of: status)
    modified = LocalClock.WallTime(
      seconds: Int64(time.tv_sec), nanoseconds: Int32(clamping: time.tv_nsec))
    permissions = UInt16(truncatingIfNeeded: status.st_mode & 0o7777)
    owner = status.st_uid
    group = status.st_gid
    linkCount = UInt64(clamping: status.st_nlink)
    number = UInt64(truncatingIfNeeded: status.st_ino)
    device = UInt64(truncatingIfNeeded: status.st_dev)
  }

  /// Whether both are about the same file, whatever its name.
  package func isSameFile(as other: FileStatus) -> Bool {
    number == other.number && device == other.device
  }
}

extension FileStatus {
  /// Asks about an open descriptor.
  static func of(_ descriptor: Int32) throws(SystemError) -> FileStatus {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    return FileStatus(status)
  }

  /// Asks about a name in a directory, without following it if it is a link.
  static func of(_ name: UnsafePointer<CChar>, in directory: Int32) throws(SystemError) -> FileStatus {
    var status = stat()
    guard fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw .last }
    return FileStatus(status)
  }
}

extension LocalFile {
  /// The system's facts about the file; throws with operation `.measure`.
  package func status() throws(LocalFileError) -> FileStatus {
    do throws(SystemError) {
      return try FileStatus.of(descriptor)
    } catch {
      throw LocalFileError(operation: .measure, path: path, cause: error)
    }
  }
}
