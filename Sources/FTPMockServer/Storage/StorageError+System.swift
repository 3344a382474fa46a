import FTPSystem

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
