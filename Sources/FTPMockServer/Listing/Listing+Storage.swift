extension Listing {
  /// What LIST and STAT show of a directory, or of a file under the requested name: the names, and a function that
  /// makes lines for some of them at a time.
  static func names(
    _ session: SessionContext, _ argument: Argument
  ) throws(StorageError) -> (names: [[UInt8]], write: ListingSource.Writer) {
    let (storage, dialect) = (session.storage, session.configuration.dialect)
    let now = session.configuration.clock()
    if let matches = try session.matches(argument) {
      let entries = matches.named.map { ListingEntry($0.entry, name: $0.name) }
      return (dialect.lines(for: Listing(directory: nil, entries: entries, now: now)), { Array($0) })
    }
    let (path, entry) = try session.listedEntry(argument)
    guard entry.isDirectory else {
      let listing = Listing(directory: nil, entries: [ListingEntry(entry, name: argument.bytes)], now: now)
      return ([argument.bytes], { _ in dialect.lines(for: listing) })
    }
    let names = try storage.names(in: path)
    // Entries that have disappeared meanwhile are left out.
    func listing(_ names: ArraySlice<[UInt8]>) -> Listing {
      let entries = names.compactMap { name in
        (try? storage.entry(at: path.appending(name))).map { ListingEntry($0, name: name) }
      }
      return Listing(directory: path.bytes, entries: entries, now: now)
    }
    if dialect.isLineByLine { return (names, { dialect.lines(for: listing($0)) }) }
    // A heading with a total needs all entries.
    return (dialect.lines(for: listing(names[...])), { Array($0) })
  }
}

extension ListingEntry {
  /// What the storage knows about an entry, with defaults for the rest.
  init(_ entry: StorageEntry, name: [UInt8]) {
    self.init(
      name: name, kind: entry.isDirectory ? .directory : .file, size: entry.size, modified: entry.modified,
      permissions: entry.permissions, identity: entry.identity)
    guard let status = entry.status else { return }
    kind =
      switch status.kind {
      case .file: .file
      case .directory: .directory
      case .link: .link(target: [])
      case .pipe: .pipe
      case .socket: .socket
      case .characterDevice: .characterDevice
      case .blockDevice: .blockDevice
      }
    permissions = status.permissions
    owner = Principal("\(status.owner)", number: status.owner)
    group = Principal("\(status.group)", number: status.group)
    linkCount = status.linkCount
  }
}
