import FTPSystem

/// Does something with files; a system error gets its meaning for a client.
func attempt<Value: ~Copyable>(
  _ body: () throws(LocalFileError) -> Value
) throws(StorageError) -> Value {
  do throws(LocalFileError) { return try body() } catch { throw StorageError(error) }
}

extension StorageError {
  /// The meaning of a system error for a client.
  init(_ error: LocalFileError) {
    switch error.cause {
    case .noSuchFile: self = .notFound
    case .fileExists: self = .exists
    case .isDirectory: self = .isDirectory
    case .notDirectory: self = .notDirectory
    case .directoryNotEmpty: self = .notEmpty
    case .noSpaceLeft, .quotaExceeded, .fileTooLarge: self = .full
    case .invalidArgument, .nameTooLong, .illegalByteSequence: self = .badName
    // Links are not followed, pipes and devices not opened, and files not moved between file systems.
    case .permissionDenied, .notPermitted, .readOnlyFileSystem, .tooManyLinks, .noSuchDevice, .crossDevice,
      .notSupported:
      self = .denied
    default: self = .temporary(error.cause.text)
    }
  }
}
