extension Listing {
  /// The lines of LIST and STAT for a directory, or the line for a file under the name that was asked for.
  static func lines(_ session: SessionContext, _ argument: Argument) throws(StorageError) -> [[UInt8]] {
    let (path, entry) = try session.listedEntry(argument)
    let listing =
      entry.isDirectory
      ? Listing(
        directory: path.bytes,
        entries: try session.storage.entries(in: path).map { ListingEntry($0, name: $0.name) },
        now: session.configuration.clock())
      : Listing(
        directory: nil, entries: [ListingEntry(entry, name: argument.bytes)],
        now: session.configuration.clock())
    return session.configuration.dialect.lines(for: listing)
  }
}

extension ListingEntry {
  /// What the storage knows of an entry, and defaults for what it does not.
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
