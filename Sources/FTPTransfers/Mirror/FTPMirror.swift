import FTPProtocol

/// How a tree is made like another.
public struct FTPMirrorOptions: Sendable {
  /// Whether what the source does not have is deleted.
  ///
  /// Nothing is deleted in a directory whose listing at the source is empty, has failed, or holds what cannot be read.
  public var deletes = false
  /// Whether to tell what would be done and do nothing.
  public var isDryRun = false
  /// Patterns of the files that are meant, `*` for any bytes and `?` for one; all where there are none.
  ///
  /// One with a slash is compared with the path from the top of the tree, one without with the name.
  public var including: [String] = []
  /// Patterns of files and directories that are left alone.
  public var excluding: [String] = []
  /// Over how many connections each file is downloaded at most.
  public var segments = 1
  /// How often what has failed is tried again on a fresh connection.
  public var retries = 3
  /// How long to wait before that.
  public var backoff = FTPBackoff()
  /// Told of each step when it has been taken, or would be.
  public var step: (@Sendable (FTPMirrorStep) -> Void)?
  /// Told how far the transfer of a file has come.
  public var progress: (@Sendable (FTPPath, FTPProgress) -> Void)?

  /// Takes everything over and deletes nothing.
  public init() {}
}

/// One thing that a mirror has done, or has left.
public struct FTPMirrorStep: Sendable {
  /// What was done.
  public enum Kind: String, Hashable, Sendable {
    /// A directory was made.
    case makeDirectory
    /// A file was taken over.
    case transfer
    /// A file or link was deleted.
    case delete
    /// An empty directory was deleted.
    case deleteDirectory
    /// Something is left as it is: ``FTPMirrorStep/reason`` says why.
    case skip
    /// Something is left as it is because it is the same.
    case same
  }

  /// What was done.
  public let kind: Kind
  /// The names from the top of the tree, with slashes between them; empty for the top itself.
  public let path: FTPPath
  /// Why, in words; empty where there is nothing to say.
  public let reason: String
  /// Bytes of a file that was taken over; nil where they are not known.
  public let size: UInt64?
  /// Why it could not be done; nil where it was done.
  public let failure: FTPError?
  /// Whether it is a directory of which it is not known what is in it, so that it was left as it is.
  public let isUnlisted: Bool

  init(_ action: MirrorPlan.Action, failure: FTPError? = nil) {
    let place: MirrorPath
    var size: UInt64?
    switch action {
    case .makeDirectory(let path): (kind, place, reason) = (.makeDirectory, path, "")
    case .transfer(let path, let bytes, _, let cause):
      (kind, place, reason) = (.transfer, path, cause.rawValue)
      size = bytes
    case .delete(let path): (kind, place, reason) = (.delete, path, "")
    case .deleteDirectory(let path): (kind, place, reason) = (.deleteDirectory, path, "")
    case .skip(let path, .same): (kind, place, reason) = (.same, path, "")
    case .skip(let path, let omission): (kind, place, reason) = (.skip, path, omission.text)
    }
    if case .skip(_, .listing) = action { isUnlisted = true } else { isUnlisted = false }
    path = FTPPath(bytes: place.bytes)
    self.size = size
    self.failure = failure
  }
}

/// What a mirror has come to.
public struct FTPMirrorReport: Sendable {
  /// Every step, in its order.
  public internal(set) var steps: [FTPMirrorStep] = []
  /// Names in one directory that differ in case alone, which not every system can hold side by side.
  public internal(set) var clashes: [[FTPPath]] = []

  /// The steps that could not be taken.
  public var failures: [FTPMirrorStep] { steps.filter { $0.failure != nil } }

  /// How many steps of a kind were taken.
  public func count(_ kind: FTPMirrorStep.Kind) -> Int {
    steps.count { $0.kind == kind && $0.failure == nil }
  }
}

extension MirrorPlan.Omission {
  /// In words.
  var text: String {
    switch self {
    case .same: "it is the same"
    case .kind(.link): "it is a link, and may lead out of the folder"
    case .kind(let kind): kind == .other ? "it is neither a file nor a directory" : "it is a \(kind.rawValue)"
    case .name(let fault): fault.rawValue
    case .clash(let other): "here \(Escaping.ascii(other)) has the same name"
    case .inTheWay(let kind): "something else has its name (\(kind.rawValue))"
    case .listing(let doubt): doubt
    case .kept(let doubt): "it is not deleted, because \(doubt)"
    }
  }
}

extension FTPSession {
  /// Mirrors a directory of the server to a local folder.
  ///
  /// Names that lead out of the folder are refused, and links are not followed. What cannot be done is in the report, and the
  /// rest is done.
  /// - Parameters:
  ///   - path: the directory; empty for the working directory.
  ///   - folder: The folder, which must exist.
  ///   - options: What to copy and delete.
  /// - Returns: What was done, and what failed.
  /// - Throws: ``FTPError`` where the directory cannot be listed, or the connection is lost for good.
  public nonisolated func mirror(
    from path: FTPPath, toFolder folder: String, options: FTPMirrorOptions = FTPMirrorOptions()
  ) async throws -> FTPMirrorReport {
    try await MirrorRun(session: self, path: path, folder: folder, options: options).download()
  }

  /// Mirrors a local folder to a directory of the server, which is created if it does not exist.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - path: The directory; empty for the working directory.
  ///   - options: What to copy and delete.
  /// - Returns: What was done, and what failed.
  /// - Throws: ``FTPError`` where the folder cannot be listed, or the connection is lost for good.
  public nonisolated func mirror(
    fromFolder folder: String, to path: FTPPath, options: FTPMirrorOptions = FTPMirrorOptions()
  ) async throws -> FTPMirrorReport {
    try await MirrorRun(session: self, path: path, folder: folder, options: options).upload()
  }

  /// Downloads a file over several connections, of which this is the first.
  ///
  /// Where the server allows fewer there are fewer, and where it has no REST, or does something else than it says, there is one. What has come
  /// is kept beside the target, with a state file that says which parts of it are there, until all is there and every seam has
  /// been compared.
  /// - Parameters:
  ///   - path: The file on the server.
  ///   - file: The local file.
  ///   - segments: how many connections there are at most, 1 or more; each has at least 1 MiB to fetch.
  ///   - retries: how often each connection is made again where it has failed without a byte.
  ///   - options: What to do with an existing file, and whether to resume.
  ///   - opened: told of each session that is opened beside this one.
  ///   - remark: told what was noticed on the way, such as a server without REST, in words.
  /// - Returns: how many bytes the file has.
  /// - Throws: ``FTPError``, and what the question before overwriting throws.
  @discardableResult
  public nonisolated func download(
    _ path: FTPPath, to file: String, segments: Int, retries: Int = 3,
    options: FTPFileOptions = FTPFileOptions(), opened: @escaping @Sendable (FTPSession) -> Void = { _ in },
    remark: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> UInt64 {
    do {
      var download = SegmentedDownload(site: site, path: path, target: try SegmentTarget(path: file))
      download.segments = segments
      download.retries = retries
      download.resumes = options.resumes
      download.keepsTime = options.keepsTime
      download.overwriting = options.overwriting
      download.progress = options.progress ?? { _ in }
      download.opened = opened
      download.remark = remark
      let connection = TransferConnection(
        site, retries: retries, backoff: download.backoff, clock: download.clock, first: self, opened: opened)
      let result: Result<UInt64, any Error>
      do { result = .success(try await download.run(over: connection)) } catch { result = .failure(error) }
      await connection.close()
      return try result.get()
    } catch {
      throw FTPError(any: error) ?? error
    }
  }
}
