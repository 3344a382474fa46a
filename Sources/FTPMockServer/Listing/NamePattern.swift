import FTPProtocol

/// Names with `*` and `?` in LIST, NLST and STAT, which RFC 959 does not have and which `mget` of most clients counts on.
extension SessionContext {
  /// What a name with a sign in its last part stands for.
  struct Matches {
    /// What stands in front of the last part, with its slash.
    let prefix: [UInt8]
    /// What matches it, in order.
    let entries: [StorageEntry]

    /// The entries under the names that they were asked for by.
    var named: [(name: [UInt8], entry: StorageEntry)] { entries.map { (prefix + $0.name, $0) } }
  }

  /// The entries that a name stands for; nil where it has no sign, or something has that very name.
  ///
  /// A sign at the beginning stands for no dot, as in a shell. Throws `.notFound` where nothing matches, and what keeps the
  /// directory from being listed.
  func matches(_ argument: Argument) throws(StorageError) -> Matches? {
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
    // What is gone by the time it is looked at is left out.
    let entries = try storage.names(in: path).compactMap { name in
      glob.matches(name) && (first == UInt8(ascii: ".") || name.first != UInt8(ascii: "."))
        ? try? storage.entry(at: path.appending(name)) : nil
    }
    guard !entries.isEmpty else { throw .notFound }
    return Matches(prefix: prefix, entries: entries)
  }
}
