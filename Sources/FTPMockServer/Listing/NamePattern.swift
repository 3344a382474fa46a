import FTPProtocol

/// Names with `*` and `?` in LIST, NLST and STAT, which RFC 959 does not define, but which `mget` of most clients
/// needs.
extension SessionContext {
  /// The entries that a name with a wildcard in its last part matches, in order and under the names by which they were
  /// requested; nil if it has no wildcard, or an entry has exactly that name.
  ///
  /// A leading wildcard does not match a dot, as in a shell. Throws `.notFound` if nothing matches, or the error that
  /// prevents listing the directory.
  func matches(_ argument: Argument) throws(StorageError) -> [StorageEntry]? {
    let slash = argument.bytes.lastIndex(of: UInt8(ascii: "/"))
    let prefix = Array(slash.map { argument.bytes[...$0] } ?? [])
    let pattern = Array(argument.bytes[prefix.count...])
    guard let first = pattern.first,
      pattern.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") })
    else { return nil }
    if let path = try? path(argument), (try? storage.entry(at: path)) != nil { return nil }
    let (path, entry) = try listedEntry(Argument(prefix))
    guard entry.isDirectory else { throw .notDirectory }
    let glob = Glob(pattern)
    // Entries that have disappeared meanwhile are left out.
    let entries = try storage.names(in: path).compactMap { name -> StorageEntry? in
      guard glob.matches(name), first == UInt8(ascii: ".") || name.first != UInt8(ascii: "."),
        var entry = try? storage.entry(at: path.appending(name))
      else { return nil }
      entry.name = prefix + name
      return entry
    }
    guard !entries.isEmpty else { throw .notFound }
    return entries
  }
}
