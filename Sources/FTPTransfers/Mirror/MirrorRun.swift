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
        case .makeDirectory(let path): _ = try await run(.makeDirectory(remote(path))).perform()
        case .transfer(let path, _, _, _): try await send(path, from: root)
        case .delete(let path): _ = try await run(.delete(remote(path), recursively: false)).perform()
        case .deleteDirectory(let path): _ = try await run(.removeDirectory(remote(path))).perform()
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

  // MARK: - Steps

  func remote(_ path: MirrorPath) -> FTPPath {
    path.names.reduce(self.path) { $0.appending($1) }
  }

  /// An operation as any other caller would request it.
  private func run(_ operation: FTPRequest.Operation, for path: MirrorPath = MirrorPath()) -> RequestRun {
    var request = FTPRequest(operation)
    request.segments = options.segments
    request.waits = options.waits
    request.retries = options.retries
    request.backoff = options.backoff
    if case .download = operation { request.resumes = true }
    var run = RequestRun(request: request, site: site, connection: connection)
    if let remark = options.remark { run.remark = remark }
    if let tell = options.progress { run.progress = { tell(FTPPath(bytes: path.bytes), $0) } }
    return run
  }

  /// Downloads a file whose listing says that it has `size` bytes.
  private func fetch(_ path: MirrorPath, of size: UInt64?, into root: DirectoryRoot) async throws {
    let place = remote(path)
    _ = try await run(.download(place, to: folder), for: path)
      .download(place, to: SegmentTarget(root, path.names), listed: size)
  }

  private func send(_ path: MirrorPath, from root: DirectoryRoot) async throws {
    let place = remote(path)
    let source = try LocalSource(try root.open(path.names), name: path.name)
    _ = try await run(.upload(folder, to: place), for: path).upload(source, to: place)
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
