extension Listing {
  /// What LIST and STAT show of a directory, or of a file under the requested name: the names, and a function that
  /// makes lines for some of them at a time.
  static func names(
    _ session: SessionContext, _ argument: Argument
  ) throws(StorageError) -> (names: [[UInt8]], write: ListingSource.Writer) {
    let (storage, dialect) = (session.storage, session.configuration.dialect)
    let now = session.configuration.clock()
    if let entries = try session.matches(argument) {
      return (dialect.lines(for: Listing(directory: nil, entries: entries, now: now)), { Array($0) })
    }
    let (path, found) = try session.listedEntry(argument)
    guard found.isDirectory else {
      var entry = found
      entry.name = argument.bytes
      let listing = Listing(directory: nil, entries: [entry], now: now)
      return ([argument.bytes], { _ in dialect.lines(for: listing) })
    }
    let names = try storage.names(in: path)
    // Entries that have disappeared meanwhile are left out.
    func listing(_ names: ArraySlice<[UInt8]>) -> Listing {
      let entries = names.compactMap { try? storage.entry(at: path.appending($0)) }
      return Listing(directory: path.bytes, entries: entries, now: now)
    }
    if dialect.isLineByLine { return (names, { dialect.lines(for: listing($0)) }) }
    // A heading with a total needs all entries.
    return (dialect.lines(for: listing(names[...])), { Array($0) })
  }
}
