import FTPProtocol

/// Something to be done on a server, as a value: what, how often, and for whom.
///
/// ```swift
/// var request = FTPRequest.download("pub/large.bin", to: "large.bin")
/// request.segments = 4
/// request.resumes = true
/// request.tag = "the large one"
/// ```
public struct FTPRequest: Sendable {
  /// What is to be done.
  public enum Operation: Sendable {
    /// Download a file into one of this machine.
    case download(FTPPath, to: String)
    /// Upload a file of this machine.
    case upload(String, to: FTPPath)
    /// Add a file of this machine to the end of one of the server.
    case append(String, to: FTPPath)
    /// Delete a file, or, where `recursively` says so, a directory with all that is in it.
    case delete(FTPPath, recursively: Bool)
    /// Make a directory, and those above it.
    case makeDirectory(FTPPath)
    /// Remove an empty directory.
    case removeDirectory(FTPPath)
    /// Give something another name.
    case rename(FTPPath, to: FTPPath)
  }

  /// What is to be done.
  public var operation: Operation
  /// The server and the user; nil for those of the queue.
  public var site: FTPSite?
  /// Requests with a higher number are begun first; those with the same number in the order in which they came.
  public var priority = 0
  /// Over how many connections a download comes at most, 1 or more; fewer where the file is small, or the server does not
  /// allow so many, or has no REST.
  public var segments = 1
  /// No segment has fewer bytes.
  public var leastSegment: UInt64 = 1 << 20
  /// Whether to continue from what an earlier transfer left.
  public var resumes = false
  /// How often to try again, on a fresh connection, after a reply 4yz or a lost connection; what has brought bytes does not count.
  public var retries = 3
  /// How long to wait before that.
  public var backoff = FTPBackoff()
  /// What to do where the target is there already.
  public var overwriting = FTPOverwriting.always
  /// Whether the target gets the time of the source.
  public var keepsTime = true
  /// A name of the caller's for it.
  public var tag: String?
  /// What else the caller wants to find with it again.
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

  /// Adds a file of this machine to the end of one of the server.
  ///
  /// It is not tried again once bytes have gone.
  public static func append(_ file: String, to path: FTPPath) -> FTPRequest {
    FTPRequest(.append(file, to: path))
  }

  /// Deletes a file, or, where `recursively` says so, a directory with all that is in it.
  public static func delete(_ path: FTPPath, recursively: Bool = false) -> FTPRequest {
    FTPRequest(.delete(path, recursively: recursively))
  }

  /// Makes a directory, and those above it.
  public static func makeDirectory(_ path: FTPPath) -> FTPRequest { FTPRequest(.makeDirectory(path)) }

  /// Removes an empty directory.
  public static func removeDirectory(_ path: FTPPath) -> FTPRequest { FTPRequest(.removeDirectory(path)) }

  /// Gives something another name.
  public static func rename(_ path: FTPPath, to other: FTPPath) -> FTPRequest {
    FTPRequest(.rename(path, to: other))
  }
}
