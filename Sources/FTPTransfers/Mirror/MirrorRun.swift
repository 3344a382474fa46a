import FTPProtocol
import FTPSystem

/// A mirror of one directory, in either direction: lists both sides, plans, and takes the steps.
struct MirrorRun: Sendable {
  let path: FTPPath
  let folder: String
  let options: FTPMirrorOptions
  private let site: FTPSite
  let connection: TransferConnection
  let patterns: MirrorPatterns

  init(session: FTPSession, path: FTPPath, folder: String, options: FTPMirrorOptions) {
    self.path = path
    self.folder = folder
    self.options = options
    site = session.site
    connection = TransferConnection(
      site, retries: options.retries, backoff: options.backoff, clock: .system, first: session)
    patterns = MirrorPatterns(
      including: options.including.map { Glob(Array($0.utf8)) },
      excluding: options.excluding.map { Glob(Array($0.utf8)) })
  }

  func download() async throws -> FTPMirrorReport {
    try await closing {
      let here = try existingTree()
      let there = try await remoteTree(comparedTo: here, isSource: true)
      let plan = MirrorPlan(from: there, to: here, planOptions(foldsCase: Self.foldsCase))
      // A folder that is missing is made when it is certain that there is something to put into it.
      guard let root = try options.isDryRun ? nil : DirectoryRoot.openOrMake(folder) else {
        return try await perform(plan) { _ in }
      }
      return try await perform(plan) { action in
        switch action {
        case .makeDirectory(let path): try root.makeDirectory(path.names)
        case .transfer(let path, let size, _, _): try await fetch(path, of: size, into: root)
        case .delete(let path): try root.removeFile(path.names)
        case .deleteDirectory(let path): try root.removeDirectory(path.names)
        case .skip: break
        }
      }
    }
  }

  func upload() async throws -> FTPMirrorReport {
    try await closing {
      let root = try DirectoryRoot.open(folder)
      let here = try localTree(root)
      let there = try await remoteTree(comparedTo: here, isSource: false, isThere: try await makeTop())
      return try await perform(MirrorPlan(from: here, to: there, planOptions(foldsCase: false))) { action in
        switch action {
        case .makeDirectory(let path):
          let place = remote(path)
          try await connection.retrying { try await $0.makeDirectories(place) }
        case .transfer(let path, _, _, _): try await send(path, from: root)
        case .delete(let path):
          let place = remote(path)
          try await connection.retrying { _ = try await $0(.delete(place)) }
        case .deleteDirectory(let path):
          let place = remote(path)
          try await connection.retrying { _ = try await $0(.removeDirectory(place)) }
        case .skip: break
        }
      }
    }
  }

  #if canImport(Darwin)
    static let foldsCase = true
  #else
    static let foldsCase = false
  #endif

  private func closing(_ body: () async throws -> FTPMirrorReport) async throws -> FTPMirrorReport {
    let result: Result<FTPMirrorReport, any Error>
    do { result = .success(try await body()) } catch { result = .failure(FTPError(any: error) ?? error) }
    await connection.close()
    return try result.get()
  }

  func planOptions(foldsCase: Bool) -> MirrorPlan.Options {
    MirrorPlan.Options(deletes: options.deletes, patterns: patterns, foldsCase: foldsCase)
  }

  /// Takes the steps one after the other; a failure does not prevent later steps, unless the connection is
  /// lost for good.
  private func perform(
    _ plan: MirrorPlan, _ take: (MirrorPlan.Action) async throws -> Void
  ) async throws -> FTPMirrorReport {
    var report = FTPMirrorReport()
    report.clashes = plan.clashes.map { $0.map { FTPPath(bytes: $0.bytes) } }
    for action in plan.actions {
      var failure: FTPError?
      if !options.isDryRun {
        do { try await take(action) } catch {
          guard let error = FTPError(any: error), !error.endsMirror else { throw error }
          failure = error
        }
      }
      let step = FTPMirrorStep(action, failure: failure)
      report.steps.append(step)
      options.step?(step)
    }
    return report
  }

  // MARK: - Files

  func remote(_ path: MirrorPath) -> FTPPath {
    path.names.reduce(self.path) { $0.appending($1) }
  }

  /// Downloads a file whose listing says that it has `size` bytes.
  private func fetch(_ path: MirrorPath, of size: UInt64?, into root: DirectoryRoot) async throws {
    var download = SegmentedDownload(
      site: site, path: remote(path), target: SegmentTarget(root, path.names))
    download.listedSize = size
    download.segments = options.segments
    download.resumes = true
    download.waits = options.waits
    if let remark = options.remark { download.remark = remark }
    download.retries = options.retries
    download.backoff = options.backoff
    if let tell = options.progress { download.progress = { tell(FTPPath(bytes: path.bytes), $0) } }
    await connection.begin(retries: options.retries, backoff: options.backoff)
    _ = try await download.run(over: connection)
  }

  private func send(_ path: MirrorPath, from root: DirectoryRoot) async throws {
    var options = FTPFileOptions()
    (options.waits, options.remark) = (self.options.waits, self.options.remark)
    if let tell = self.options.progress { options.progress = { tell(FTPPath(bytes: path.bytes), $0) } }
    let target = remote(path)
    await connection.begin(retries: self.options.retries, backoff: self.options.backoff)
    try await connection.retrying { [options] session in
      let source = try LocalSource(try root.open(path.names), name: path.name)
      _ = try await session.upload(source, to: target, options: options)
    }
  }
}

extension FTPError {
  /// True if all later steps would fail too.
  var endsMirror: Bool {
    switch self {
    case .cancelled, .conversation, .stalled: true
    default: false
    }
  }
}
