import FTPProtocol
import FTPSystem

/// A mirror of one directory, in either direction: lists both sides, plans, and takes the steps.
struct MirrorRun: Sendable {
  private let path: FTPPath
  private let folder: String
  private let options: FTPMirrorOptions
  private let site: FTPSite
  private let connection: TransferConnection
  private let patterns: MirrorPatterns

  /// How deep a tree is walked, so that the walk ends even if the tree leads into itself.
  private static let deepest = 100

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
      let root = try DirectoryRoot.open(folder)
      let here = try localTree(root)
      let there = try await remoteTree(comparedTo: here)
      return try await perform(plan(from: there, to: here, foldsCase: Self.foldsCase)) { action in
        switch action {
        case .makeDirectory(let path): try root.makeDirectory(path.names)
        case .transfer(let path, _, _, _): try await fetch(path, into: root)
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
      let there = try await remoteTree(comparedTo: here, isThere: try await makeTop())
      return try await perform(plan(from: here, to: there, foldsCase: false)) { action in
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
    private static let foldsCase = true
  #else
    private static let foldsCase = false
  #endif

  private func closing(_ body: () async throws -> FTPMirrorReport) async throws -> FTPMirrorReport {
    let result: Result<FTPMirrorReport, any Error>
    do { result = .success(try await body()) } catch { result = .failure(FTPError(any: error) ?? error) }
    await connection.close()
    return try result.get()
  }

  private func plan(from source: MirrorTree, to destination: MirrorTree, foldsCase: Bool) -> MirrorPlan {
    MirrorPlan(
      from: source, to: destination,
      MirrorPlan.Options(deletes: options.deletes, patterns: patterns, foldsCase: foldsCase))
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

  private func remote(_ path: MirrorPath) -> FTPPath {
    path.names.reduce(self.path) { $0.appending($1) }
  }

  private func fetch(_ path: MirrorPath, into root: DirectoryRoot) async throws {
    var download = SegmentedDownload(
      site: site, path: remote(path), target: SegmentTarget(root, path.names))
    download.segments = options.segments
    download.resumes = true
    download.retries = options.retries
    download.backoff = options.backoff
    if let tell = options.progress { download.progress = { tell(FTPPath(bytes: path.bytes), $0) } }
    await connection.begin(retries: options.retries, backoff: options.backoff)
    _ = try await download.run(over: connection)
  }

  private func send(_ path: MirrorPath, from root: DirectoryRoot) async throws {
    var options = FTPFileOptions()
    if let tell = self.options.progress { options.progress = { tell(FTPPath(bytes: path.bytes), $0) } }
    let target = remote(path)
    await connection.begin(retries: self.options.retries, backoff: self.options.backoff)
    try await connection.retrying { [options] session in
      let source = try LocalSource(try root.open(path.names), name: path.name)
      _ = try await session.upload(source, to: target, options: options)
    }
  }

  // MARK: - Trees

  /// Creates the top on the server; false if it is missing and must not be created.
  private func makeTop() async throws -> Bool {
    guard !path.bytes.isEmpty else { return true }
    let path = path
    if try await connection.retrying({ try await $0.entry(at: path) })?.isDirectory ?? false { return true }
    if options.isDryRun { return false }
    try await connection.retrying { try await $0.makeDirectories(path) }
    return true
  }

  private func localTree(_ root: DirectoryRoot) throws(LocalFileError) -> MirrorTree {
    var tree = MirrorTree()
    var next = [MirrorPath()]
    while let path = next.popLast() {
      let entries: [MirrorTree.Entry]
      do throws(LocalFileError) {
        entries = try root.list(path.names).filter { !Self.isOurs($0.name) }.map { entry in
          MirrorTree.Entry(
            entry.name, MirrorTree.Kind(entry.status.kind),
            size: entry.status.kind == .file ? entry.status.size : nil,
            modified: MirrorTime(entry.status.modified.seconds))
        }
      } catch {
        // Without the top, there is nothing to compare.
        if path.names.isEmpty { throw error }
        tree.listings[path] = MirrorTree.Listing([], doubt: error.description)
        continue
      }
      tree.listings[path] = MirrorTree.Listing(entries)
      next += Self.directories(entries, in: path, patterns)
    }
    return tree
  }

  /// The tree of the server.
  ///
  /// If a listing may be in any time zone, files of the same size as the local ones are asked for their time.
  private func remoteTree(comparedTo here: MirrorTree, isThere: Bool = true) async throws -> MirrorTree {
    var tree = MirrorTree()
    guard isThere else { return MirrorTree([MirrorPath(): MirrorTree.Listing([])]) }
    var next = [MirrorPath()]
    while let path = next.popLast() {
      let place = remote(path)
      let listing: FTPListing
      do {
        listing = try await connection.retrying { try await $0.listing(of: place) }
      } catch let error as FTPError where !path.names.isEmpty && !error.endsMirror {
        tree.listings[path] = MirrorTree.Listing([], doubt: "it cannot be listed: \(error)")
        continue
      }
      let sizes = Dictionary(
        (here.listings[path]?.entries ?? []).map { ($0.name, $0.size) },
        uniquingKeysWith: { first, _ in first })
      var entries: [MirrorTree.Entry] = []
      for entry in listing.entries where !Self.isOurs(entry.name) {
        var modified = entry.modified.map {
          MirrorTime($0.secondsSince1970, precision: entry.precision.seconds)
        }
        if listing.verb == .list {
          modified = nil
          if entry.kind == .file, NameFault.of(entry.name) == nil,
            sizes[entry.name].flatMap(\.self) == entry.size
          {
            let file = place.appending(entry.name)
            let identity = try await connection.retrying { try await $0.identity(of: file) }
            modified = identity.modified.map { MirrorTime($0.secondsSince1970) }
          }
        }
        entries.append(
          MirrorTree.Entry(entry.name, MirrorTree.Kind(entry.kind), size: entry.size, modified: modified))
      }
      let count = listing.others.count
      let doubt =
        count == 0 ? nil : "\(count == 1 ? "a line" : "\(count) lines") of its listing cannot be read"
      tree.listings[path] = MirrorTree.Listing(entries, doubt: doubt)
      next += Self.directories(entries, in: path, patterns)
    }
    return tree
  }

  /// The directories of a listing that must be listed as well.
  private static func directories(
    _ entries: [MirrorTree.Entry], in path: MirrorPath, _ patterns: MirrorPatterns
  ) -> [MirrorPath] {
    guard path.names.count < deepest else { return [] }
    return entries.compactMap { entry in
      let inside = path.appending(entry.name)
      guard entry.kind == .directory, NameFault.of(entry.name) == nil, !patterns.excludes(inside) else {
        return nil
      }
      return inside
    }
  }

  /// Whether a name is that of an incomplete transfer.
  private static func isOurs(_ name: [UInt8]) -> Bool {
    [FTPSession.temporarySuffix, SegmentTarget.partSuffix, SegmentTarget.stateSuffix].contains { suffix in
      name.count > suffix.utf8.count && name.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }
  }
}

extension MirrorTree.Kind {
  fileprivate init(_ kind: FileStatus.Kind) {
    self = kind == .file ? .file : kind == .directory ? .directory : kind == .link ? .link : .other
  }

  fileprivate init(_ kind: ListedEntry.Kind) {
    self = kind == .file ? .file : kind == .directory ? .directory : kind == .link ? .link : .other
  }
}

extension ListedDate.Precision {
  fileprivate var seconds: Int64 {
    switch self {
    case .day: 86_400
    case .minute: 60
    case .second, .fraction: 1
    }
  }
}

extension FTPError {
  /// True if all later steps would fail too.
  fileprivate var endsMirror: Bool {
    switch self {
    case .cancelled, .conversation, .stalled: true
    default: false
    }
  }
}
