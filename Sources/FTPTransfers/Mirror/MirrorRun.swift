import FTPProtocol
import FTPSystem

/// A mirror of one directory, in either direction: lists both sides, plans, and takes the steps.
struct MirrorRun: Sendable {
  let queue: FTPQueue
  let path: FTPPath
  let folder: String
  let options: FTPMirrorOptions
  let patterns: MirrorPatterns

  init(queue: FTPQueue, path: FTPPath, folder: String, options: FTPMirrorOptions) {
    self.queue = queue
    self.path = path
    self.folder = folder
    self.options = options
    patterns = MirrorPatterns(
      including: options.including.map { Glob(Array($0.utf8)) },
      excluding: options.excluding.map { Glob(Array($0.utf8)) })
  }

  func download() async throws -> FTPMirrorReport {
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
      case .transfer(let path, let size, _, _):
        var options = fileOptions(for: path)
        options.resumes = true
        _ = try await queue.download(
          remote(path), to: SegmentTarget(root, path.names), segments: self.options.segments, listed: size,
          options)
      case .delete(let path): try root.removeFile(path.names)
      case .deleteDirectory(let path): try root.removeDirectory(path.names)
      case .skip: break
      }
    }
  }

  func upload() async throws -> FTPMirrorReport {
    let root = try DirectoryRoot.open(folder)
    let here = try localTree(root)
    let there = try await remoteTree(comparedTo: here, isSource: false, isThere: try await makeTop())
    return try await perform(MirrorPlan(from: here, to: there, planOptions(foldsCase: false))) { action in
      switch action {
      case .makeDirectory(let path): try await queue.run { try await $0.makeDirectories(remote(path)) }
      case .transfer(let path, _, _, _):
        let source = try LocalSource(try root.open(path.names), name: path.name)
        _ = try await queue.upload(source, to: remote(path), fileOptions(for: path))
      case .delete(let path): _ = try await queue.run { try await $0(.delete(remote(path))) }
      case .deleteDirectory(let path):
        _ = try await queue.run { try await $0(.removeDirectory(remote(path))) }
      case .skip: break
      }
    }
  }

  #if canImport(Darwin)
    static let foldsCase = true
  #else
    static let foldsCase = false
  #endif

  func planOptions(foldsCase: Bool) -> MirrorPlan.Options {
    MirrorPlan.Options(deletes: options.deletes, patterns: patterns, foldsCase: foldsCase)
  }

  func remote(_ path: MirrorPath) -> FTPPath {
    path.names.reduce(self.path) { $0.appending($1) }
  }

  private func fileOptions(for path: MirrorPath) -> FTPFileOptions {
    var file = FTPFileOptions()
    file.waits = options.waits
    if let tell = options.progress { file.progress = { tell(FTPPath(bytes: path.bytes), $0) } }
    return file
  }

  /// Takes the steps; a failure does not prevent later steps, unless the connection is lost for good.
  private func perform(
    _ plan: MirrorPlan, _ take: @escaping @Sendable (MirrorPlan.Action) async throws -> Void
  ) async throws -> FTPMirrorReport {
    var report = FTPMirrorReport()
    report.clashes = plan.clashes.map { $0.map { FTPPath(bytes: $0.bytes) } }
    let turns = AsyncSemaphore(options.jobs)
    for actions in plan.groups(for: options.jobs) {
      try await withThrowingTaskGroup(of: FTPMirrorStep.self) { group in
        for action in actions {
          group.addTask {
            guard await turns.take() else { throw FTPError.cancelled }
            defer { turns.release() }
            return try await step(action, take)
          }
        }
        for try await step in group {
          report.steps.append(step)
          options.step?(step)
        }
      }
    }
    return report
  }

  private func step(
    _ action: MirrorPlan.Action, _ take: (MirrorPlan.Action) async throws -> Void
  ) async throws -> FTPMirrorStep {
    guard !options.isDryRun else { return FTPMirrorStep(action) }
    do { try await take(action) } catch {
      guard let failure = FTPError(any: error), !failure.endsMirror else { throw error }
      return FTPMirrorStep(action, failure: failure)
    }
    return FTPMirrorStep(action)
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
