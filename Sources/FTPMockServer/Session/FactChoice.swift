import FTPProtocol

/// The facts that MLST and MLSD send (RFC 3659, section 7.5), in the order in which they are sent.
struct FactChoice: Hashable, Sendable {
  enum Fact: String, CaseIterable, Sendable {
    case type, size, modify, perm, unique, create
    case mode = "UNIX.mode"
  }

  private(set) var facts: Set<Fact>

  /// The facts of RFC 3659 that any client can use.
  static let usual = FactChoice(facts: [.type, .size, .modify, .perm, .unique])

  private init(facts: Set<Fact>) { self.facts = facts }

  /// Reads the list of OPTS MLST: names that each end with a semicolon, without unknown ones; nil if it is
  /// malformed (RFC 3659, section 7.9).
  init?(option: [UInt8]) {
    let list = FactSelection.read(option)
    guard list.notes.isEmpty, !list.value.contains(where: \.isEnabled) else { return nil }
    let wanted = Set(list.value.map { $0.name.lowercased() })
    facts = Set(Fact.allCases.filter { wanted.contains($0.rawValue.lowercased()) })
  }

  /// The names of the facts that are sent, each with a semicolon.
  var names: String { ordered.map { $0.rawValue + ";" }.joined() }

  /// The line of FEAT: all facts, with an asterisk after those that are sent.
  var feature: String {
    "MLST "
      + FactSelection.list(Fact.allCases.map { FactSelection($0.rawValue, isEnabled: facts.contains($0)) })
  }

  /// The role of a directory in its own listing; ordinary entries have none (RFC 3659, section 7.5.1).
  enum Relation: String, Sendable {
    /// The directory that is listed.
    case listed = "cdir"
    /// The directory above.
    case parent = "pdir"
  }

  /// The line for an entry under this name; every name in the tree can be written.
  func line(
    for entry: StorageEntry, at path: VirtualPath, name: [UInt8], _ access: Access,
    _ relation: Relation? = nil
  ) -> [UInt8] {
    let facts = ordered.compactMap { fact -> FactList.Fact? in
      switch fact {
      case .type: .init(fact.rawValue, relation?.rawValue ?? Self.type(entry))
      case .size: entry.isDirectory || entry.isSpecial ? nil : .init(fact.rawValue, "\(entry.size)")
      case .modify: .init(fact.rawValue, entry.modified.description)
      case .perm: .init(fact.rawValue, Self.permissions(entry, path, access))
      case .unique: .init(fact.rawValue, String(entry.identity, radix: 16))
      case .create: entry.created.map { .init(fact.rawValue, $0.description) }
      case .mode: .init(fact.rawValue, entry.permissions.octal)
      }
    }
    return (try? FactList(facts, name: name).encoded()) ?? [0x20] + name
  }

  /// Whether entries show their type, without which the listed directory looks like one of its entries.
  var tellsType: Bool { facts.contains(.type) }

  private var ordered: [Fact] { Fact.allCases.filter { facts.contains($0) } }

  /// The type, or `OS.unix=` and a word for kinds without a standard type (RFC 3659, section 7.5.1).
  private static func type(_ entry: StorageEntry) -> String {
    switch entry.kind {
    case .file: "file"
    case .directory: "dir"
    case .link: "OS.unix=symlink"
    case .pipe: "OS.unix=fifo"
    case .socket: "OS.unix=socket"
    case .characterDevice: "OS.unix=chr"
    case .blockDevice: "OS.unix=blk"
    }
  }

  /// The permitted actions, one letter each (RFC 3659, section 7.5.5).
  private static func permissions(_ entry: StorageEntry, _ path: VirtualPath, _ access: Access) -> String {
    let rights = access.rights(to: path)
    let inside = access.rights(in: path)
    func letter(_ letter: String, _ rights: Rights, _ right: Rights) -> String {
      rights.contains(right) ? letter : ""
    }
    let moving = letter("d", rights, .delete) + letter("f", rights, .rename)
    if entry.isSpecial { return moving }
    guard entry.isDirectory else {
      return letter("a", rights, .append) + moving + letter("r", rights, .read)
        + letter("w", rights, .overwrite)
    }
    return letter("c", inside, .create) + moving + "e" + letter("l", inside, .list)
      + letter("m", inside, .makeDirectory) + letter("p", inside, .delete)
  }
}

extension UInt16 {
  /// Mode bits as in chmod: `0644`.
  var octal: String {
    let digits = String(self & 0o7777, radix: 8)
    return String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }

  /// Mode bits in up to four octal digits; nil for anything else.
  init?(octal text: some StringProtocol) {
    guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x37).contains($0) }),
      let mode = UInt16(text, radix: 8)
    else { return nil }
    self = mode
  }
}
