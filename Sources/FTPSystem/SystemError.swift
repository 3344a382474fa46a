import LibC

/// An error code of the operating system (`errno`).
///
/// Two are equal if their codes are equal. The text is made on demand.
public struct SystemError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
  /// The value of `errno`.
  public let code: Int32

  /// Wraps a value of `errno`.
  public init(code: Int32) { self.code = code }

  /// What libc says about the code, e.g.
  ///
  /// `Connection refused`.
  public var text: String { Platform.text(ofError: code) }

  /// The same as `text`.
  public var description: String { text }

  /// Nothing listens at that address (`ECONNREFUSED`).
  public static let connectionRefused = SystemError(code: ECONNREFUSED)
  /// The peer dropped the connection (`ECONNRESET`).
  public static let connectionReset = SystemError(code: ECONNRESET)
  /// The connection was dropped before it was used (`ECONNABORTED`).
  public static let connectionAborted = SystemError(code: ECONNABORTED)
  /// Bytes were written to a connection that is closed (`EPIPE`).
  public static let brokenPipe = SystemError(code: EPIPE)
  /// The socket has no peer (`ENOTCONN`).
  public static let notConnected = SystemError(code: ENOTCONN)
  /// The port is in use (`EADDRINUSE`).
  public static let addressInUse = SystemError(code: EADDRINUSE)
  /// The address belongs to no interface of this machine (`EADDRNOTAVAIL`).
  public static let addressNotAvailable = SystemError(code: EADDRNOTAVAIL)
  /// The caller may not do this (`EACCES`).
  public static let permissionDenied = SystemError(code: EACCES)
  /// The process has no descriptor left (`EMFILE`).
  public static let tooManyOpenFiles = SystemError(code: EMFILE)
  /// There is no such file (`ENOENT`).
  public static let noSuchFile = SystemError(code: ENOENT)
  /// The file already exists (`EEXIST`).
  public static let fileExists = SystemError(code: EEXIST)
  /// The file system is full (`ENOSPC`).
  public static let noSpaceLeft = SystemError(code: ENOSPC)

  /// The user has no room left (`EDQUOT`).
  public static let quotaExceeded = SystemError(code: EDQUOT)
  /// The file would be larger than allowed (`EFBIG`).
  public static let fileTooLarge = SystemError(code: EFBIG)
  /// Only the owner, or no user at all, may do this (`EPERM`).
  public static let notPermitted = SystemError(code: EPERM)
  /// The file system cannot be written to (`EROFS`).
  public static let readOnlyFileSystem = SystemError(code: EROFS)
  /// It is a directory (`EISDIR`).
  public static let isDirectory = SystemError(code: EISDIR)
  /// It is not a directory (`ENOTDIR`).
  public static let notDirectory = SystemError(code: ENOTDIR)
  /// The directory is not empty (`ENOTEMPTY`).
  public static let directoryNotEmpty = SystemError(code: ENOTEMPTY)
  /// The name is a symbolic link where none is followed, or links form a circle (`ELOOP`).
  public static let tooManyLinks = SystemError(code: ELOOP)
  /// The name is too long (`ENAMETOOLONG`).
  public static let nameTooLong = SystemError(code: ENAMETOOLONG)
  /// The file system cannot keep these bytes as a name (`EILSEQ`).
  public static let illegalByteSequence = SystemError(code: EILSEQ)
  /// An argument is invalid (`EINVAL`).
  public static let invalidArgument = SystemError(code: EINVAL)
  /// A named pipe without a reader, a socket, or a device that is not there (`ENXIO`).
  public static let noSuchDevice = SystemError(code: ENXIO)
  /// The two names are on different file systems (`EXDEV`).
  public static let crossDevice = SystemError(code: EXDEV)
  /// Not possible for this kind of file (`EOPNOTSUPP`).
  public static let notSupported = SystemError(code: EOPNOTSUPP)

  /// The error of the call that failed last on this thread.
  package static var last: SystemError { SystemError(code: errno) }
}
