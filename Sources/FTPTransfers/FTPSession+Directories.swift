extension FTPSession {
  /// How deep ``removeTree(_:)`` goes, so that it ends even if a tree leads into itself.
  static let deepest = 100

  /// Creates a directory and its missing parents; existing ones are kept.
  ///
  /// - Throws: ``FTPError/refused(_:to:)`` if one is missing and cannot be created.
  public func makeDirectories(_ path: FTPPath) async throws(FTPError) {
    try await inTurn { (session) throws(FTPError) in try await session.makeEach(of: path) }
  }

  /// Removes a file, or a directory with everything in it.
  ///
  /// Links are removed, not followed.
  ///
  /// - Throws: ``FTPError/unsafeName(_:)`` for a name that leads out of its directory, before anything in that
  ///   directory is removed; ``FTPError/refused(_:to:)`` for the first entry that cannot be removed.
  public func removeTree(_ path: FTPPath) async throws(FTPError) {
    try await inTurn { (session) throws(FTPError) in try await session.removeEach(in: path) }
  }

  private func makeEach(of path: FTPPath) async throws(FTPError) {
    // From the top: a server may not allow listing the parents, but then they exist.
    var missing: [FTPPath] = []
    var next = path
    while !next.name.isEmpty, next.name != [0x2E] {
      missing.append(next)
      next = next.parent
    }
    for directory in missing.reversed() {
      do throws(FTPError) { try await call(.makeDirectory(directory)) } catch {
        guard error.isRefusedForGood, try await findEntry(at: directory)?.isDirectory == true else {
          throw error
        }
      }
    }
  }

  private func removeEach(in path: FTPPath) async throws(FTPError) {
    do throws(FTPError) { try await call(.delete(path)) } catch {
      guard error.isRefusedForGood else { throw error }
      try await removeDirectory(path, depth: 0)
    }
  }

  private func removeDirectory(_ path: FTPPath, depth: Int) async throws(FTPError) {
    guard depth < Self.deepest else { throw .unsupported("limit a tree to \(Self.deepest) levels") }
    let listing = try await readListing(of: path)
    if let entry = listing.entries.first(where: \.leavesFolder) { throw .unsafeName(entry.name) }
    for entry in listing.entries {
      let inside = path.appending(entry.name)
      if entry.isDirectory {
        try await removeDirectory(inside, depth: depth + 1)
      } else {
        try await call(.delete(inside))
      }
    }
    try await call(.removeDirectory(path))
  }
}
