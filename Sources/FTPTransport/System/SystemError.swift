#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An error code of the operating system (`errno`).
///
/// Two are equal when their codes are equal. The text is made when it is asked for.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of `errno`.
  public let code: Int32

  /// Wraps a value of `errno`.
  public init(code: Int32) { self.code = code }

  /// What libc says about the code, e.g. `Connection refused`.
  public var text: String { Platform.text(ofError: code) }

  /// The same as `text`.
  public var description: String { text }

  /// Nobody listens at that address (`ECONNREFUSED`).
  public static let connectionRefused = SystemError(code: ECONNREFUSED)
  /// The peer dropped the connection (`ECONNRESET`).
  public static let connectionReset = SystemError(code: ECONNRESET)
  /// The connection was dropped before it was used (`ECONNABORTED`).
  public static let connectionAborted = SystemError(code: ECONNABORTED)
  /// Bytes were written to a connection that is closed (`EPIPE`).
  public static let brokenPipe = SystemError(code: EPIPE)
  /// The socket has no peer (`ENOTCONN`).
  public static let notConnected = SystemError(code: ENOTCONN)
  /// The port is taken (`EADDRINUSE`).
  public static let addressInUse = SystemError(code: EADDRINUSE)
  /// The address belongs to no interface of this machine (`EADDRNOTAVAIL`).
  public static let addressNotAvailable = SystemError(code: EADDRNOTAVAIL)
  /// The machine does not speak this address family (`EAFNOSUPPORT`).
  public static let addressFamilyNotSupported = SystemError(code: EAFNOSUPPORT)
  /// The caller may not do this (`EACCES`).
  public static let permissionDenied = SystemError(code: EACCES)
  /// The process has no descriptor left (`EMFILE`).
  public static let tooManyOpenFiles = SystemError(code: EMFILE)
  /// There is no such file (`ENOENT`).
  public static let noSuchFile = SystemError(code: ENOENT)
  /// The file is there already (`EEXIST`).
  public static let fileExists = SystemError(code: EEXIST)
  /// The file system is full (`ENOSPC`).
  public static let noSpaceLeft = SystemError(code: ENOSPC)

  /// The error of the call that failed last on this thread.
  static var last: SystemError { SystemError(code: errno) }
}
