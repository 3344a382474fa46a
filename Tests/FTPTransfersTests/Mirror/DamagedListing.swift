import FTPMockServer
import FTPProtocol

@testable import FTPTransfers

/// A true listing, what it says, and ways to damage it.
struct DamagedListing {
  /// How a server lists; nil for MLSD.
  let dialect: ListingDialect?
  let bytes: [UInt8]
  /// What the undamaged listing says.
  let truth: FTPListing

  /// Every way of a server of this project to list.
  static let dialects: [ListingDialect?] = [nil] + ListingDialect.all

  init(_ dialect: ListingDialect?, using generator: inout SeededGenerator) {
    self.dialect = dialect
    var names: Set<String> = []
    let isPlain = dialect.map { ["mvs", "mvs-members", "vms"].contains($0.name) } ?? false
    let pieces = isPlain ? Self.plainPieces : Self.pieces
    for _ in 0..<Int.random(in: 1...7, using: &generator) {
      var name = pieces.randomElement(using: &generator) ?? ""
      name += isPlain ? String(names.count) : pieces.randomElement(using: &generator) ?? ""
      if FTPEntry(name: name.utf8, kind: .file).leavesFolder { name = "X\(names.count)" }
      names.insert(name)
    }
    let entries = names.sorted().map { name in
      StorageEntry(
        name: Array(name.utf8), kind: Bool.random(using: &generator) ? .file : .directory,
        size: .random(in: 0...90_000, using: &generator),
        modified: FileTime(year: 2024, month: 1 + name.utf8.count % 12, day: 17, hour: 9, minute: 30))
    }
    bytes = Self.write(entries, dialect)
    truth = Self.read(bytes, dialect) ?? FTPListing(facts: [])
  }

  private static let plainPieces = ["A", "NOTES", "BIN", "X7", "DATA"]
  private static let pieces = [
    "a", "notes", ".txt", "B7", "-", "gr\u{FC}\u{DF}e", " 1", "=", ";", "total", ".", "2024", "..", "\u{7F}x",
    "(x)",
  ]
  private static let now = FileTime(year: 2024, month: 5, day: 20)

  private static func write(_ entries: [StorageEntry], _ dialect: ListingDialect?) -> [UInt8] {
    let lines: [[UInt8]]
    if let dialect {
      lines = dialect.lines(for: Listing(directory: Array("/pub".utf8), entries: entries, now: now))
    } else {
      lines =
        [Array("type=cdir; .".utf8)]
        + entries.map { entry in
          let facts = entry.isDirectory ? "type=dir;" : "type=file;size=\(entry.size);"
          return Array("\(facts)modify=20240517093000; ".utf8) + entry.name
        }
    }
    return lines.flatMap { $0 + [0x0D, 0x0A] }
  }

  /// What a session makes of a listing; nil if it throws.
  static func read(_ bytes: [UInt8], _ dialect: ListingDialect?) -> FTPListing? {
    guard bytes.last ?? 0x0A == 0x0A else { return nil }
    var listing: FTPListing
    if let dialect {
      guard let now = TimeValue(secondsSince1970: now.seconds) else { return nil }
      let system = try? SystemReply.read(dialect.system.utf8).value.system
      let (lines, recognition) = ListingParser.read(bytes, clock: ListingClock(now: now), system: system)
      listing = FTPListing(lines: lines, recognition: recognition)
    } else {
      listing = FTPListing(facts: bytes)
      for heading in listing.headings where heading.name != [0x2E] { listing.others.append(heading.name) }
    }
    return listing.entries.isEmpty && !listing.others.isEmpty ? nil : listing
  }

  /// The listing with up to three damages.
  func damaged(using generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &generator) { damage(&bytes, using: &generator) }
    return bytes
  }

  private func damage(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) + [0x0A] }
    lines.removeLast()
    guard let index = lines.indices.randomElement(using: &generator), bytes.count > 2 else { return }
    let place = Int.random(in: 0..<bytes.count, using: &generator)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: lines.remove(at: index)
    case 1: return bytes.insert(contentsOf: [0x0D, 0x0A], at: place)
    case 2: lines[index].removeLast(min(2, lines[index].count))
    case 3: lines.shuffle(using: &generator)
    case 4:
      let line = (Self.insertions + lines).randomElement(using: &generator) ?? []
      lines.insert(line, at: index)
    case 5: return bytes.removeSubrange(place...)
    case 6: lines.removeSubrange(index...)
    default:
      bytes[place] =
        Bool.random(using: &generator) ? bytes[place] ^ 0x20 : .random(in: 0...255, using: &generator)
      return
    }
    bytes = lines.flatMap(\.self)
  }

  private static let insertions = [
    "total 12\r\n", "\r\n", "ls: x: Permission denied\r\n", "Welcome.\r\n", "type=cdir; /other\r\n",
    "type=file;size=1; new\r\n", "-rw-r--r-- 1 ftp ftp 5 May 17  2024 new\r\n", "1024 new\r\n", "pub:\r\n",
    " x\r\n",
  ].map { Array($0.utf8) }
}
