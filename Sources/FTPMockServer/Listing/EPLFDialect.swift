extension ListingDialect {
  /// The easily parsed LIST format (EPLF) of Daniel J.
  ///
  /// Bernstein: facts with commas, a tab, the name.
  public static let eplf = ListingDialect(
    name: "eplf", system: "UNIX Type: L8", line: { entry, _ in EPLFDialect.line(entry) })
}

/// `+i2.7,m1715938200,r,s42,up644,<TAB>notes.txt`; a link is shown as its target, here a file.
enum EPLFDialect {
  static func line(_ entry: StorageEntry) -> [UInt8] {
    var facts: [String] = []
    if entry.identity != 0 { facts.append("i1.\(entry.identity)") }
    facts.append("m\(entry.modified.seconds)")
    facts += entry.isDirectory ? ["/"] : ["r", "s\(entry.size)"]
    facts.append("up" + String(entry.permissions & 0o7777, radix: 8))
    return [UInt8]("+" + facts.map { $0 + "," }.joined() + "\t", entry.name)
  }
}
