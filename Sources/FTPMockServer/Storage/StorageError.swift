import FTPProtocol

/// Why an operation of the storage failed.
enum StorageError: Error, Hashable, Sendable {
  /// There is no entry with that name.
  case notFound
  /// There is already an entry with that name.
  case exists
  /// It is a directory, but must not be.
  case isDirectory
  /// It is not a directory, but must be.
  case notDirectory
  /// The directory is not empty.
  case notEmpty
  /// The user may not do that.
  case denied
  /// The name cannot be stored.
  case badName
  /// There is no space.
  case full
  /// The offset is after the end of the file.
  case badOffset
  /// The offset has no meaning with the current parameters.
  case mismatch
  /// An error that may not recur: no descriptor is left, the disk does not answer.
  case temporary(String)

  /// The error in words, without a full stop.
  var text: String {
    switch self {
    case .notFound: "No such file or directory"
    case .exists: "File exists"
    case .isDirectory: "Is a directory"
    case .notDirectory: "Not a directory"
    case .notEmpty: "Directory not empty"
    case .denied: "Permission denied"
    case .badName: "File name not allowed"
    case .full: "No space left"
    case .badOffset: "Restart point is past the end of the file"
    case .mismatch: "A restart needs image or ASCII type, file structure and a mode that has a place for it"
    case .temporary(let text): text
    }
  }

  /// The code of the reply that refuses a command.
  func code(for verb: Verb) -> ReplyCode {
    switch (self, verb.modern) {
    // These have no code for a temporary error (RFC 959, section 5.4).
    case (.temporary, .cwd), (.temporary, .cdup), (.temporary, .avbl), (.temporary, .site): 550
    case (.notFound, .rnto): 550
    case (_, .rnto): 553
    case (.temporary, _): 450
    case (.badOffset, _): 554
    case (.mismatch, _): 555
    // An impossible name is an invalid argument (RFC 3659, section 7.1).
    case (.badName, .mlst), (.badName, .mlsd): 501
    case (_, .stor), (_, .appe), (_, .stou): self == .full ? 452 : 553
    default: 550
    }
  }
}
