import FTPProtocol

/// An operation on a server, as a value, with its options.
///
/// ```swift
/// var request = FTPRequest.download("pub/large.bin", to: "large.bin")
/// request.segments = 4
/// request.resumes = true
/// request.tag = "the large one"
/// ```
public struct FTPRequest: Sendable {
  /// The operation.
  public enum Operation: Sendable {
    /// Download a file into one of this machine.
    case download(FTPPath, to: String)
    /// Upload a file of this machine.
    case upload(String, to: FTPPath)
    /// Add a file of this machine to the end of one of the server.
    case append(String, to: FTPPath)
    /// Delete a file, or, if `recursively` is set, a directory with its content.
    case delete(FTPPath, recursively: Bool)
    /// Make a directory and its missing parents.
    case makeDirectory(FTPPath)
    /// Remove an empty directory.
    case removeDirectory(FTPPath)
    /// Rename an entry.
    case rename(FTPPath, to: FTPPath)
  }

  /// The operation.
  public var operation: Operation
  /// The server and the user; nil for those of the queue.
  public var site: FTPSite?
  /// Requests with a higher number begin first; those with the same number in the order in which they were added.
  public var priority = 0
  /// The most connections for a download, 1 or more; fewer if the file is small, or the server does not
  /// allow that many, or has no REST.
  public var segments = 1
  /// The fewest bytes of a segment.
  public var leastSegment: UInt64 = 1 << 20
  /// Whether to continue an earlier, interrupted transfer.
  public var resumes = false
  /// Whether to wait if another process transfers the same file; otherwise the request fails.
  public var waits = false
  /// How often to try again, on a new connection, after a 4yz reply or a lost connection; attempts that transferred
  /// bytes do not count.
  public var retries = 3
  /// How long to wait before that.
  public var backoff = FTPBackoff()
  /// What to do if the target already exists.
  public var overwriting = FTPOverwriting.always
  /// Whether the target gets the time of the source.
  public var keepsTime = true
  /// The caller's name for the request.
  public var tag: String?
  /// Any data of the caller.
  public var userInfo: [String: any Sendable] = [:]

  /// Makes a request.
  public init(_ operation: Operation) { self.operation = operation }

  /// Downloads a file into one of this machine.
  public static func download(_ path: FTPPath, to file: String) -> FTPRequest {
    FTPRequest(.download(path, to: file))
  }

  /// Uploads a file of this machine.
  public static func upload(_ file: String, to path: FTPPath) -> FTPRequest {
    FTPRequest(.upload(file, to: path))
  }

  /// Appends a local file to one on the server.
  ///
  /// It is not tried again once bytes were sent.
  public static func append(_ file: String, to path: FTPPath) -> FTPRequest {
    FTPRequest(.append(file, to: path))
  }

  /// Deletes a file, or, if `recursively` is set, a directory with its content.
  public static func delete(_ path: FTPPath, recursively: Bool = false) -> FTPRequest {
    FTPRequest(.delete(path, recursively: recursively))
  }

  /// Makes a directory and its missing parents.
  public static func makeDirectory(_ path: FTPPath) -> FTPRequest { FTPRequest(.makeDirectory(path)) }

  /// Removes an empty directory.
  public static func removeDirectory(_ path: FTPPath) -> FTPRequest { FTPRequest(.removeDirectory(path)) }

  /// Renames an entry.
  public static func rename(_ path: FTPPath, to other: FTPPath) -> FTPRequest {
    FTPRequest(.rename(path, to: other))
  }
}
