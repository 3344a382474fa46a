import FTPProtocol

// Compares LIST, NLST and MLSD with what is known about the contents of the directory.
extension ServerModel {
  /// Compares a complete listing.
  mutating func compareListing(
    _ exchange: Exchange, _ session: Int, _ before: SessionModel
  ) -> Difference? {
    let command = exchange.command
    let named = command.argument == nil ? before.directory : path(command, before)
    guard let directory = named, let data = exchange.data else { return nil }
    if Self.mayBePattern(command) { return nil }
    switch folder[directory] {
    // Servers differ in how they list a file or a missing directory.
    case .file, .absent, .unknown: return nil
    case .directory: break
    }
    switch command.verb {
    case .nlst: return readsNames ? compareNames(Self.names(data), directory, exchange) : nil
    case .mlsd: return compareEntries(data, directory, exchange, before)
    case .list: return compareLines(data, directory, exchange)
    default: return nil
    }
  }

  /// Whether the argument of a listing may be meant otherwise: many servers take some of LIST and NLST for options, or for
  /// patterns.
  static func mayBePattern(_ command: Command) -> Bool {
    guard let argument = command.argument, command.verb != .mlsd else { return false }
    return argument.first == UInt8(ascii: "-") || argument.contains(where: "*?[]{}".utf8.contains)
  }

  /// NLST: one name per line, and nothing but names.
  ///
  /// It may omit directories, and names that begin with a dot.
  private mutating func compareNames(
    _ names: [[UInt8]], _ directory: ModelPath, _ exchange: Exchange
  ) -> Difference? {
    let counts = Self.counts(of: names)
    for (path, standing) in sorted(folder.contents(of: directory)) {
      guard let name = path.name else { continue }
      if let repetition = repetition(of: name, counts, path, exchange) { return repetition }
      let isDotted = name.first == UInt8(ascii: ".")
      if counts[name] != nil {
        if standing == .directory { listsDirectories = true }
        if isDotted { listsDots = true }
        continue
      }
      switch standing {
      case .directory where !listsDirectories: continue
      case .unknown, .absent: continue
      case .file, .directory: break
      }
      if isDotted, !listsDots { continue }
      return missing(path, among: names, exchange)
    }
    return surplus(names, directory, exchange)
  }

  /// MLSD: each entry with its facts.
  private mutating func compareEntries(
    _ data: [UInt8], _ directory: ModelPath, _ exchange: Exchange, _ session: SessionModel
  ) -> Difference? {
    var entries: [FactList] = []
    for line in data.lines {
      guard let entry = try? FactList.read(line).value else { return nil }
      // Where OPTS has left out the type, the name shows it.
      if entry.type != .current, entry.type != .parent, entry.name != [0x2E], entry.name != [0x2E, 0x2E] {
        entries.append(entry)
      }
    }
    // A listing in ASCII type may have its line ends converted a second time.
    let names = entries.map { entry in
      Self.lastName(entry.name.reversed().drop { $0 == 0x0D }.reversed())
    }
    let counts = Self.counts(of: names)
    for (path, standing) in sorted(folder.contents(of: directory)) {
      guard let name = path.name, standing != .unknown else { continue }
      if let repetition = repetition(of: name, counts, path, exchange) { return repetition }
      if counts[name] != nil { continue }
      if name.first == UInt8(ascii: "."), !listsDots { continue }
      return missing(path, among: names, exchange)
    }
    if let surplus = surplus(names, directory, exchange) { return surplus }
    for (entry, name) in zip(entries, names) {
      if let difference = compare(entry, directory.appending(name), exchange, session) { return difference }
    }
    return nil
  }

  /// LIST, which is for people: each plain name must be at the end of a line, and names that no longer exist at the end
  /// of none.
  private func compareLines(
    _ data: [UInt8], _ directory: ModelPath, _ exchange: Exchange
  ) -> Difference? {
    let lines = data.lines.map { line in line.filter { $0 != 0x0D && $0 != 0x0A } }
    func isShown(_ name: [UInt8]) -> Bool {
      lines.contains { line in
        guard line.suffix(name.count).elementsEqual(name) else { return false }
        guard let before = line.dropLast(name.count).last else { return true }
        return before == 0x20 || before == 0x09
      }
    }
    let contents = sorted(folder.contents(of: directory))
    for (path, standing) in contents {
      guard let name = path.name, Self.isPlain(name), standing != .unknown, !isShown(name) else { continue }
      return difference(
        .presence, path, exchange, "a line for \(path)", "\(lines.count) lines, none of which ends with it")
    }
    if let difference = compareRead(data, directory, exchange) { return difference }
    guard folder.isComplete(directory) else { return nil }
    for path in folder.past.sorted(by: { "\($0)" < "\($1)" })
    where path.parent == directory && folder[path] == .absent {
      guard let name = path.name, Self.isPlain(name), isShown(name),
        // A line with `two words` also ends with `words`.
        !contents.contains(where: { ($0.key.name ?? []).suffix(name.count + 1).elementsEqual([0x20] + name) })
      else { continue }
      return difference(
        .presence, path, exchange, "no line for \(path), which does not exist", "a line that ends with it")
    }
    return nil
  }

  /// What a parser of listings reads in LIST, or in the answer to STAT: the kinds and sizes of what is known.
  private func compareRead(_ data: [UInt8], _ directory: ModelPath, _ exchange: Exchange) -> Difference? {
    // No date is compared, so the time does not matter.
    guard let now = TimeValue(secondsSince1970: 1 << 30) else { return nil }
    let entries = ListingParser.read(data, clock: ListingClock(now: now)).lines.compactMap(\.entry)
    let counts = Self.counts(of: entries.map(\.name))
    for entry in entries where Self.isPlain(entry.name) {
      let path = directory.appending(entry.name)
      if let repetition = repetition(of: entry.name, counts, path, exchange) { return repetition }
      switch (folder[path], entry.kind) {
      case (.file(let file), .file):
        if let mode = file.mode, let shown = entry.mode, (mode ^ shown) & 0o777 != 0 {
          return difference(
            .facts, path, exchange, "the permissions \(String(mode, radix: 8)) of \(path)",
            String(shown, radix: 8))
        }
        guard let size = entry.size, entry.sizeUnit == 1, let sizes = file.sizes,
          !sizes.contains(Int(clamping: size))
        else { continue }
        return difference(
          .size, path, exchange, "\(sizes.sorted().map(String.init).choice) as the size of \(path)", "\(size)"
        )
      case (.file, .directory), (.directory, .file):
        let kind = entry.kind == .file ? "directory" : "file"
        return difference(.presence, path, exchange, "a \(kind) \(path)", "a \(entry.kind)")
      default: continue
      }
    }
    return nil
  }

  /// STAT of a file or a directory; servers differ in how much of a directory they show.
  func compareStatus(_ exchange: Exchange, _ before: SessionModel) -> Difference? {
    guard let named = path(exchange.command, before), let reply = exchange.final else { return nil }
    let lines = reply.lines.dropFirst().dropLast().flatMap { $0.text + [0x0A] }
    switch folder[named] {
    case .directory: return compareRead(lines, named, exchange)
    case .file: return named.parent.flatMap { compareRead(lines, $0, exchange) }
    case .absent, .unknown: return nil
    }
  }

  /// The difference for a name that is listed more than once.
  private func repetition(
    of name: [UInt8], _ counts: [[UInt8]: Int], _ path: ModelPath, _ exchange: Exchange
  ) -> Difference? {
    guard let count = counts[name], count > 1, Self.isPlain(name) else { return nil }
    return difference(.presence, path, exchange, "one line for \(path)", "\(count)")
  }

  /// How often each name is listed.
  private static func counts(of names: [[UInt8]]) -> [[UInt8]: Int] {
    names.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  private func missing(_ path: ModelPath, among names: [[UInt8]], _ exchange: Exchange) -> Difference {
    difference(.presence, path, exchange, "\(Self.quoted(path.name ?? []))", Self.list(names))
  }

  /// The difference for a listed name that does not exist.
  private func surplus(
    _ names: [[UInt8]], _ directory: ModelPath, _ exchange: Exchange
  ) -> Difference? {
    // One that a terminal cannot show may be listed in another form.
    let isAltered = folder.contents(of: directory).keys.contains { path in
      path.name.map { !Self.isPrintable($0) && !names.contains($0) } ?? false
    }
    guard folder.isComplete(directory), !isAltered else { return nil }
    for name in names {
      let path = directory.appending(name)
      guard folder[path] == .absent else { continue }
      return difference(
        .presence, path, exchange, "no \(Self.quoted(name)), which does not exist", Self.list(names))
    }
    return nil
  }

  private func sorted(
    _ contents: [ModelPath: FolderModel.Standing]
  ) -> [(key: ModelPath, value: FolderModel.Standing)] {
    contents.sorted { left, right in
      (left.key.name ?? []).lexicographicallyPrecedes(right.key.name ?? [])
    }
  }

  /// The names in an NLST, without their paths, the directory itself and its parent.
  static func names(_ data: [UInt8]) -> [[UInt8]] {
    data.lines.map { line in lastName(line.filter { $0 != 0x0D && $0 != 0x0A }) }
      .filter { !$0.isEmpty && $0 != [0x2E] && $0 != [0x2E, 0x2E] }
  }

  static func lastName(_ name: some BidirectionalCollection<UInt8>) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    guard let end = name.dropLast().lastIndex(of: slash) else { return Array(name) }
    return Array(name[name.index(after: end)...])
  }

  /// Whether a name consists of characters that every system allows, so that no server has a reason to refuse it.
  static func isPlain(_ name: [UInt8]) -> Bool {
    name.first != UInt8(ascii: ".")
      && name.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "._-".utf8.contains(byte)
        }
      }
  }

  /// Whether a name has blanks only within it, and nothing that a terminal cannot show: a server that alters others in a
  /// listing does so with good reason.
  static func isPrintable(_ name: [UInt8]) -> Bool {
    name.allSatisfy { $0 >= 0x20 && $0 != 0x7F } && name.first != 0x20 && name.last != 0x20
  }

  private static func quoted(_ name: [UInt8]) -> String { "'\(Escaping.ascii(name))'" }

  private static func list(_ names: [[UInt8]]) -> String {
    let shown = names.prefix(12).map(quoted).joined(separator: ", ")
    return names.isEmpty ? "no name" : names.count > 12 ? "\(shown) and \(names.count - 12) more" : shown
  }
}
