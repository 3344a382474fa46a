/// How a server writes LIST: the forms of the systems that clients meet.
///
/// No document defines these forms (RFC 959, section 4.1.3 leaves the listing to people), so clients guess. Times are
/// in UTC. Names are those of the storage, so that a client that reads the listing can use them; only parts of the form
/// are added, such as `;1` in VMS.
///
/// ```swift
/// try MockServer.start(.init(dialect: .dos))
/// ```
///
/// A ``Script`` can send any other form: `LIST -> 150, data "notes.txt\r\n", 226`.
public struct ListingDialect: Sendable {
  /// The name by which users select it.
  public let name: String
  /// The reply to SYST of a system that lists in this way.
  public let system: String
  /// Whether the lines of entries do not depend on other entries, so that a listing need not be
  /// built as a whole.
  package let isLineByLine: Bool
  private let write: @Sendable (Listing) -> [[UInt8]]

  /// Makes a dialect; `write` returns the lines without line ends, and no line may contain CR or LF.
  package init(name: String, system: String, _ write: @escaping @Sendable (Listing) -> [[UInt8]]) {
    isLineByLine = false
    self.name = name
    self.system = system
    self.write = write
  }

  /// Makes a dialect of one line for each entry, which may depend on the current time.
  init(name: String, system: String, line: @escaping @Sendable (StorageEntry, FileTime) -> [UInt8]) {
    isLineByLine = true
    self.name = name
    self.system = system
    write = { listing in listing.entries.map { line($0, listing.now) } }
  }

  /// The lines of a listing, headings included, without line ends.
  package func lines(for listing: Listing) -> [[UInt8]] { write(listing) }

  /// All dialects.
  public static let all: [ListingDialect] = [
    .unix, .unixTotal, .unixNumeric, .unixISO, .dos, .dos24Hour, .dosLongYear, .vms, .os400, .mvs,
    .mvsMembers,
    .netware, .eplf,
  ]

  /// The dialect with this name, in upper or lower case; `iis` is another name of ``dos``.
  public init?(name: String) {
    let wanted = name.lowercased() == "iis" ? "dos" : name.lowercased()
    guard let dialect = Self.all.first(where: { $0.name == wanted }) else { return nil }
    self = dialect
  }
}

extension ListingDialect: Hashable, CustomStringConvertible {
  /// Dialects are the same if their names are.
  public static func == (left: ListingDialect, right: ListingDialect) -> Bool { left.name == right.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The name.
  public var description: String { name }
}
