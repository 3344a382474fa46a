import FTPConformance
import FTPProtocol
import FTPSystem

// Listings and mirrors.
extension BadClient {
  /// The lines of a listing.
  func listing(_ path: String) throws -> [String] {
    let verb = habit == "lists-with-options" ? "LIST -a" : "MLSD"
    if habit == "sends-empty-argument" { try expect("2", command("CWD /\(path)")) }
    let argument = habit == "sends-empty-argument" ? " " : path.isEmpty ? "" : " \(path)"
    let bytes = try transfer(verb + argument, isData: false)
    if habit == "sends-empty-argument" { try expect("2", command("CWD /")) }
    let text = String(decoding: bytes, as: UTF8.self)
    if habit == "counts-blank-lines", text.contains("\r\n\r\n") { throw Failure("an empty line") }
    if habit == "wants-crlf-in-lists", bytes.contains(0x0A), !bytes.contains(0x0D) { throw Failure("no CR") }
    if habit == "wants-utf8", String(validating: bytes, as: UTF8.self) == nil { throw Failure("no UTF-8") }
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    try lines.forEach(look)
    return lines
  }

  /// Fails at a line of MLSD that the client does not accept.
  private func look(at line: String) throws {
    let facts = line.prefix { $0 != " " }
    if habit == "wants-facts", !facts.contains("=") { throw Failure("no facts") }
    if habit == "wants-known-facts", facts.contains("x.colour=") { throw Failure("what is x.colour?") }
  }

  /// Whether a line has a fact.
  private func has(_ fact: String, in line: String) -> Bool {
    habit == "wants-small-facts" ? line.contains(fact) : line.lowercased().contains(fact)
  }

  /// The name under which the client keeps the file; nil if it ignores the name.
  private func kept(_ name: String) -> String? {
    switch habit {
    case "ascii-names": name.filter(\.isASCII)
    case "trims-names": name.split(separator: " ").joined(separator: " ")
    case "shell-names": name.contains { "*[;~".contains($0) } || name.hasPrefix("-") ? nil : name
    default: name
    }
  }

  func mirror(_ path: String, _ folder: String, depth: Int = 0) throws {
    for _ in 0..<(habit == "follows-for-ever" && depth == 0 ? 1_100 : 0) { _ = try? listing(path) }
    guard depth < 20 else { throw Failure("too deep") }
    var lines: [String] = []
    do { lines = try listing(path) } catch {
      guard habit == "mirrors-what-it-gets" else { throw error }
    }
    guard let root = try? DirectoryRoot.open(folder) else { throw Failure("no folder") }
    var known: Set<[UInt8]> = []
    for line in lines {
      guard let name = kept(String(line.drop { $0 != " " }.dropFirst())) else { continue }
      let isFolder = has("type=dir", in: line)
      guard isFolder || has("type=file", in: line) else { continue }
      if habit != "writes-any-name", habit != "follows-dots" {
        guard !name.isEmpty, name != ".", name != "..", !name.contains("/") else { continue }
      }
      known.insert(Array(name.utf8))
      if isFolder {
        try? root.makeDirectory([Array(name.utf8)], permissions: 0o755)
        try mirror(
          "\(path)/\(name)",
          habit == "follows-for-ever" || habit == "follows-dots" ? folder : "\(folder)/\(name)",
          depth: depth + 1)
      } else {
        if habit == "writes-any-name", let first = name.split(separator: "/").first, first != name {
          known.insert(Array(first.utf8))
          try? root.makeDirectory([Array(first.utf8)], permissions: 0o755)
        }
        try take(name, of: path, to: folder, listedAs: line)
      }
    }
    for name in (try? root.names(in: [])) ?? [] where !known.contains(name) { remove(root, [name]) }
  }

  private func take(_ name: String, of path: String, to folder: String, listedAs line: String) throws {
    if habit == "logs-in-for-each" { try BadClient("none", task).logIn() }
    let remote =
      habit == "writes-any-name" ? "\(path)/\(name.split(separator: "/").last ?? "")" : "\(path)/\(name)"
    if habit == "compares-sizes", let there = Self.contents("\(folder)/\(name)"),
      line.lowercased().contains("size=\(there.count);")
    {
      return
    }
    let bytes = try? transfer("RETR \(remote)", isData: true)
    guard bytes != nil || habit == "writes-any-name" else { throw Failure("\(name) does not come") }
    let target = name.hasPrefix("/") ? name : "\(folder)/\(name)"
    if habit == "copies-modes" {
      _ = try LocalFile.create(target, permissions: 0o6777)
      return
    }
    try? Self.write(bytes ?? [], to: target)
  }

  private func remove(_ root: DirectoryRoot, _ names: [[UInt8]]) {
    do { try root.removeFile(names) } catch {
      for name in (try? root.names(in: names)) ?? [] { remove(root, names + [name]) }
      try? root.removeDirectory(names)
    }
  }
}
