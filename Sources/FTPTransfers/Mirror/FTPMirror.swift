import FTPProtocol

/// How to make one tree equal to another.
public struct FTPMirrorOptions: Sendable {
  /// Whether to delete entries that the source lacks.
  ///
  /// Nothing is deleted in a directory whose listing at the source is empty or has failed, nor in and below one whose
  /// listing is partly unreadable or in doubt. Before local entries are deleted, the server is asked for each of them.
  public var deletes = false
  /// Whether to report the steps without taking them.
  public var isDryRun = false
  /// Patterns of the files to copy, `*` for any bytes and `?` for one; all files if there are none.
  ///
  /// One with a slash is compared with the path from the top of the tree, one without with the name.
  public var including: [String] = []
  /// Patterns of files and directories to ignore.
  public var excluding: [String] = []
  /// Over how many connections each file is downloaded at most.
  public var segments = 1
  /// How many files to transfer at a time; with more than one, all directories are made first, and everything is deleted
  /// last.
  public var jobs = 1
  /// Whether to wait if another process transfers the same file; otherwise that step fails.
  public var waits = false
  /// Called with each step when it was taken, or would be.
  public var step: (@Sendable (FTPMirrorStep) -> Void)?
  /// Called with the progress of the transfer of a file.
  public var progress: (@Sendable (FTPPath, FTPProgress) -> Void)?

  /// The defaults: copies everything and deletes nothing.
  public init() {}
}

/// One step of a mirror, or an entry that it left unchanged.
public struct FTPMirrorStep: Sendable {
  /// What was done.
  public enum Kind: String, Hashable, Sendable {
    /// A directory was created.
    case makeDirectory
    /// A file was copied.
    case transfer
    /// A file or link was deleted.
    case delete
    /// An empty directory was deleted.
    case deleteDirectory
    /// An entry is left unchanged; ``FTPMirrorStep/reason`` says why.
    case skip
    /// An entry is left unchanged because both sides are the same.
    case same
  }

  /// What was done.
  public let kind: Kind
  /// The names from the top of the tree, with slashes between them; empty for the top itself.
  public let path: FTPPath
  /// The reason in words; may be empty.
  public let reason: String
  /// Bytes of a copied file; nil if unknown.
  public let size: UInt64?
  /// Why the step failed; nil if it did not.
  public let failure: FTPError?
  /// Whether the target may lack something because of this: the content of a directory is not known for certain, or an
  /// entry cannot be copied; links and devices are never copied.
  public let leavesGap: Bool

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
    if case .skip(_, let omission) = action { leavesGap = omission.leavesGap } else { leavesGap = false }
    path = FTPPath(bytes: place.bytes)
    self.size = size
    self.failure = failure
  }
}

/// The result of a mirror.
public struct FTPMirrorReport: Sendable {
  /// Every step, in its order.
  public internal(set) var steps: [FTPMirrorStep] = []
  /// Names in one directory that differ only in case, or in how accents are encoded, which some systems cannot keep
  /// apart.
  public internal(set) var clashes: [[FTPPath]] = []

  /// The steps that failed.
  public var failures: [FTPMirrorStep] { steps.filter { $0.failure != nil } }

  /// How many steps of a kind were taken.
  public func count(_ kind: FTPMirrorStep.Kind) -> Int {
    steps.count { $0.kind == kind && $0.failure == nil }
  }
}

extension MirrorPlan.Omission {
  /// Whether the destination may lack something because of it.
  var leavesGap: Bool {
    switch self {
    case .listing, .name, .clash, .inTheWay, .kind(.unknown): true
    case .same, .kept, .kind: false
    }
  }

  /// In words.
  var text: String {
    switch self {
    case .same: "it is unchanged"
    case .kind(.link): "it is a link, and may lead out of the folder"
    case .kind(.unknown): "the listing does not say what it is"
    case .kind(let kind): kind == .other ? "it is neither a file nor a directory" : "it is a \(kind.rawValue)"
    case .name(let fault): "it \(fault.rawValue)"
    case .clash(let other): "\(Escaping.ascii(other)) has the same name here"
    case .inTheWay(let kind): "something else has this name (\(kind.rawValue))"
    case .listing(let doubt): doubt
    case .kept(let doubt): "it is not deleted, because \(doubt)"
    }
  }
}

extension FTPQueue {
  /// Mirrors a directory of the server to a local folder.
  ///
  /// Names that lead out of the folder are refused, and links are not followed. Failures are in the report, and the
  /// other steps are taken.
  /// - Parameters:
  ///   - path: the directory; empty for the working directory.
  ///   - folder: The folder, which is made if it is missing.
  ///   - options: What to copy and delete.
  /// - Returns: What was done, and what failed.
  /// - Throws: ``FTPError`` if the directory cannot be listed, or the connection is lost for good.
  public func mirror(
    from path: FTPPath, toFolder folder: String, options: FTPMirrorOptions = FTPMirrorOptions()
  ) async throws -> FTPMirrorReport {
    let run = MirrorRun(queue: self, path: path, folder: folder, options: options)
    do { return try await run.download() } catch { throw FTPError(any: error) ?? error }
  }

  /// Mirrors a local folder to a directory of the server, which is created if it does not exist.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - path: The directory; empty for the working directory.
  ///   - options: What to copy and delete.
  /// - Returns: What was done, and what failed.
  /// - Throws: ``FTPError`` if the folder cannot be listed, or the connection is lost for good.
  public func mirror(
    fromFolder folder: String, to path: FTPPath, options: FTPMirrorOptions = FTPMirrorOptions()
  ) async throws -> FTPMirrorReport {
    let run = MirrorRun(queue: self, path: path, folder: folder, options: options)
    do { return try await run.upload() } catch { throw FTPError(any: error) ?? error }
  }
}
