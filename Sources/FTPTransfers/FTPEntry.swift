import FTPProtocol
import FTPSystem

/// A file, a directory or something else with a name, as a server or this machine describes it.
public struct FTPEntry: Hashable, Sendable {
  /// Its source, and everything that the source said.
  public enum Source: Hashable, Sendable {
    /// A line of MLSD or MLST.
    case facts(FactList)
    /// A line of LIST.
    case line(ListedEntry)
    /// Answers to SIZE, MDTM and CWD.
    case answers
    /// The file system of this machine.
    case local
  }

  /// The name, byte by byte.
  ///
  /// In a listing, it may be anything that the server sent: see ``leavesFolder``.
  public var name: [UInt8]
  /// The kind of the entry.
  public var kind: ListedEntry.Kind
  /// The size in bytes; nil if it is unknown or only approximate.
  public var size: UInt64?
  /// When the content was last changed, in UTC; nil if unknown.
  public var modified: TimeValue?
  /// The smallest unit of ``modified`` that the server gave.
  public var precision = ListedDate.Precision.second
  /// Whether the year of ``modified`` had to be guessed.
  public var isYearGuessed = false
  /// The POSIX permissions as a number; nil if unknown.
  public var mode: UInt16?
  /// The name or number of the owner.
  public var owner: [UInt8]?
  /// The name or number of the group.
  public var group: [UInt8]?
  /// The target of a link.
  public var target: [UInt8]?
  /// The source of the entry.
  public var source: Source

  /// Makes an entry without further facts.
  public init(name: some Collection<UInt8>, kind: ListedEntry.Kind, source: Source = .answers) {
    self.name = Array(name)
    self.kind = kind
    self.source = source
  }

  /// Makes an entry from a line of LIST.
  public init(_ entry: ListedEntry) {
    self.init(name: entry.name, kind: entry.kind, source: .line(entry))
    // If the size is in blocks, the last one may not be full.
    size = entry.sizeUnit == 1 ? entry.size : nil
    modified = entry.modified?.utc
    precision = entry.modified?.precision ?? .second
    isYearGuessed = entry.modified?.isYearGuessed ?? false
    mode = entry.mode
    owner = entry.owner
    group = entry.group
    target = entry.target
  }

  /// Makes an entry from a line of MLSD or MLST.
  public init(_ facts: FactList) {
    self.init(name: facts.name, kind: Self.kind(of: facts), source: .facts(facts))
    size = facts.size
    modified = facts.modify
    precision = modified.map { $0.fraction.isEmpty ? .second : .fraction } ?? .second
    mode = facts.unixMode
    owner = (facts.fact("UNIX.ownername") ?? facts.fact("UNIX.owner") ?? facts.fact("UNIX.uid"))?.value
    group = (facts.fact("UNIX.groupname") ?? facts.fact("UNIX.group") ?? facts.fact("UNIX.gid"))?.value
    if let kind = facts.type?.systemDefined?.kind, let colon = kind.utf8.firstIndex(of: 0x3A) {
      let target = kind.utf8[kind.utf8.index(after: colon)...]
      if !target.isEmpty { self.target = Array(target) }
    }
  }

  /// The name as text; bytes that are not UTF-8 are replaced.
  public var text: String { String(decoding: name, as: UTF8.self) }

  /// Whether it is a directory.
  public var isDirectory: Bool { kind == .directory }

  /// Whether it is the directory that is listed, or the one above.
  public var isCurrentOrParent: Bool {
    if case .facts(let facts) = source, facts.type == .current || facts.type == .parent { return true }
    return name == [0x2E] || name == [0x2E, 0x2E]
  }

  /// Whether the name, appended to the path of a folder, would lead out of it or could not be sent: it is empty, `.` or
  /// `..`, or contains a slash, NUL, CR or LF.
  ///
  /// Such an entry is listed, because the server listed it. Operations on trees refuse it.
  public var leavesFolder: Bool { nameFlaw != nil }

  /// Why the name cannot be that of an entry of its folder, as the end of a sentence: `contains a slash`; nil if it can.
  public var nameFlaw: String? { NameFault.of(name)?.rawValue }

  private static func kind(of facts: FactList) -> ListedEntry.Kind {
    guard let type = facts.type else { return .unknown }
    if type == .file { return .file }
    if type.isDirectory { return .directory }
    guard let kind = type.systemDefined?.kind.lowercased() else { return .unknown }
    if kind.hasPrefix("slink") || kind.hasPrefix("symlink") { return .link }
    switch kind.prefix(3) {
    case "fif", "pip": return .pipe
    case "soc": return .socket
    case "chr", "cha": return .characterDevice
    case "blk", "blo": return .blockDevice
    default: return .unknown
    }
  }
}

extension FTPEntry {
  /// The local entry of a name.
  package init(local status: FileStatus, name: [UInt8]) {
    let kind: ListedEntry.Kind =
      switch status.kind {
      case .file: .file
      case .directory: .directory
      case .link: .link
      case .pipe: .pipe
      case .socket: .socket
      case .characterDevice: .characterDevice
      case .blockDevice: .blockDevice
      }
    self.init(name: name, kind: kind, source: .local)
    size = status.size
    modified = TimeValue(secondsSince1970: status.modified.seconds)
    mode = status.permissions
  }
}
