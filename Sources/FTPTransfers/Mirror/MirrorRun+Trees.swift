import FTPProtocol
import FTPSystem

// The trees on both sides, and how far they are known for certain.
extension MirrorRun {
  /// How deep a tree is walked, so that the walk ends even if the tree leads into itself.
  private static let deepest = 100

  /// Creates the top on the server; false if it is missing and must not be created.
  func makeTop() async throws -> Bool {
    guard !path.bytes.isEmpty else { return true }
    let path = path
    if try await queue.run({ try await $0.entry(at: path) })?.isDirectory ?? false { return true }
    if options.isDryRun { return false }
    try await queue.run { try await $0.makeDirectories(path) }
    return true
  }

  /// The tree of the local folder; that of an empty folder if there is none.
  func existingTree() throws(LocalFileError) -> MirrorTree {
    do throws(LocalFileError) { return try localTree(try DirectoryRoot.open(folder)) } catch {
      guard error.cause == .noSuchFile else { throw error }
      return MirrorTree([MirrorPath(): MirrorTree.Listing([])])
    }
  }

  func localTree(_ root: DirectoryRoot) throws(LocalFileError) -> MirrorTree {
    var tree = MirrorTree()
    var next = [MirrorPath()]
    while let path = next.popLast() {
      let entries: [MirrorTree.Entry]
      do throws(LocalFileError) {
        entries = try root.list(path.names).filter { !SegmentTarget.isTemporary($0.name) }.map { entry in
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
  func remoteTree(
    comparedTo here: MirrorTree, isSource: Bool, isThere: Bool = true
  ) async throws -> MirrorTree {
    var tree = MirrorTree()
    guard isThere else { return MirrorTree([MirrorPath(): MirrorTree.Listing([])]) }
    var next = [MirrorPath()]
    while let path = next.popLast() {
      let place = remote(path)
      let listing: FTPListing
      do {
        let first = try await queue.run { try await $0.listing(of: place) }
        listing = isSource && options.deletes ? try await proved(first, at: path, comparedTo: here) : first
      } catch let error as FTPError where !path.names.isEmpty && !error.endsMirror {
        tree.listings[path] = MirrorTree.Listing([], doubt: "it cannot be listed: \(error)")
        continue
      }
      let sizes = Dictionary(
        (here.listings[path]?.entries ?? []).map { ($0.name, $0.size) },
        uniquingKeysWith: { first, _ in first })
      var entries: [MirrorTree.Entry] = []
      for entry in listing.entries where !SegmentTarget.isTemporary(entry.name) {
        var modified = entry.modified.map {
          MirrorTime($0.secondsSince1970, precision: entry.precision.seconds)
        }
        if listing.verb == .list {
          modified = nil
          if entry.kind == .file, NameFault.of(entry.name, copied: true) == nil,
            sizes[entry.name].flatMap(\.self) == entry.size
          {
            let file = place.appending(entry.name)
            let identity = try await queue.run { try await $0.identity(of: file) }
            modified = identity.modified.map { MirrorTime($0.secondsSince1970) }
          }
        }
        entries.append(
          MirrorTree.Entry(entry.name, MirrorTree.Kind(entry.kind), size: entry.size, modified: modified))
      }
      let fault = entries.lazy.filter { !patterns.excludes(path.appending($0.name)) }
        .compactMap { entry in NameFault.of(entry.name, copied: true).map { (entry.name, $0) } }.first
      let doubt =
        listing.doubt
        ?? fault.map { "its listing has the name \(Escaping.ascii($0.0, limit: 60)): it \($0.1.rawValue)" }
      tree.listings[path] = MirrorTree.Listing(entries, doubt: doubt)
      next += Self.directories(entries, in: path, patterns)
    }
    return tree
  }

  /// A listing of the server, in doubt unless the server lacks what would be deleted because of it.
  private func proved(
    _ listing: FTPListing, at path: MirrorPath, comparedTo here: MirrorTree
  ) async throws -> FTPListing {
    guard let local = here.listings[path]?.entries, !local.isEmpty else { return listing }
    let place = remote(path)
    let options = planOptions(foldsCase: Self.foldsCase)
    let proof = AbsenceProof(
      list: { try await queue.run { try await $0.listing(of: place) } },
      has: { name in try await queue.run { try await $0.has(place.appending(name)) } },
      names: { try await queue.run { try await $0.names(in: place) } })
    do {
      return try await proof.proved(listing) { listing in
        let names = listing.entries.map(\.name)
        // Nothing is deleted because of an empty listing.
        return names.isEmpty ? [] : MirrorPlan.extra(local, in: path, comparedTo: names, options).map(\.name)
      }
    } catch let error as FTPError where !error.endsMirror {
      var doubtful = listing
      doubtful.suspect("its listing cannot be confirmed: \(error)")
      return doubtful
    }
  }

  /// The directories of a listing that must be listed as well.
  private static func directories(
    _ entries: [MirrorTree.Entry], in path: MirrorPath, _ patterns: MirrorPatterns
  ) -> [MirrorPath] {
    guard path.names.count < deepest else { return [] }
    return entries.compactMap { entry in
      let inside = path.appending(entry.name)
      guard entry.kind == .directory, NameFault.of(entry.name, copied: true) == nil,
        !patterns.excludes(inside)
      else {
        return nil
      }
      return inside
    }
  }
}

extension MirrorTree.Kind {
  fileprivate init(_ kind: FileStatus.Kind) {
    self = kind == .file ? .file : kind == .directory ? .directory : kind == .link ? .link : .other
  }

  fileprivate init(_ kind: ListedEntry.Kind) {
    switch kind {
    case .file: self = .file
    case .directory: self = .directory
    case .link: self = .link
    case .unknown: self = .unknown
    default: self = .other
    }
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
