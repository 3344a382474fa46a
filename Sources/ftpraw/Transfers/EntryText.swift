import FTPProtocol
import FTPText
import FTPTransfers

/// Entries of a listing as `ls` prints them.
struct EntryText: Sendable {
  /// How wide the column of sizes is.
  private let width: Int

  init(_ entries: [FTPEntry]) {
    width = entries.map { Self.size($0).count }.max() ?? 0
  }

  /// Kind, size, time as far as it is known, and the name, in one line.
  func line(_ entry: FTPEntry) -> String {
    let size = Self.size(entry)
    let padding = String(repeating: " ", count: width - size.count)
    let time = Self.time(entry) ?? "-"
    let rest = String(repeating: " ", count: max(0, 19 - time.count))
    let target = entry.target.map { " -> " + Escaping.ascii($0) } ?? ""
    return "\(Self.letter(entry)) \(padding)\(size)  \(time)\(rest)  \(Self.name(entry))\(target)"
  }

  /// The same as a JSON object; what is not known is left out.
  static func json(_ entry: FTPEntry) -> JSONText {
    var members: [JSONText.Member] = [
      .init("name", .string(entry.text)), .init("kind", .string(entry.kind.rawValue)),
    ]
    if let size = entry.size { members.append(.init("size", .integer(Int64(clamping: size)))) }
    if let time = entry.modified {
      members.append(.init("modified", .string(time.iso8601)))
      members.append(.init("precision", .string("\(entry.precision)")))
      if entry.isYearGuessed { members.append(.init("yearGuessed", .boolean(true))) }
    }
    if let mode = entry.mode { members.append(.init("mode", .string(String(mode, radix: 8)))) }
    for (name, value) in [("owner", entry.owner), ("group", entry.group), ("target", entry.target)] {
      if let value { members.append(.init(name, .string(String(decoding: value, as: UTF8.self)))) }
    }
    if entry.leavesFolder { members.append(.init("leavesFolder", .boolean(true))) }
    return .object(members)
  }

  private static func letter(_ entry: FTPEntry) -> String {
    switch entry.kind {
    case .file: "-"
    case .directory: "d"
    case .link: "l"
    case .pipe: "p"
    case .socket: "s"
    case .characterDevice: "c"
    case .blockDevice: "b"
    case .door: "D"
    case .unknown: "?"
    }
  }

  private static func size(_ entry: FTPEntry) -> String { entry.size.map(String.init) ?? "-" }

  private static func name(_ entry: FTPEntry) -> String { PrintableText.line(entry.text) }

  /// The time in UTC, as precise as the server gave it.
  private static func time(_ entry: FTPEntry) -> String? {
    guard let time = entry.modified else { return nil }
    let text = time.iso8601.map { $0 == "T" ? " " : $0 }
    switch entry.precision {
    case .day: return String(text.prefix(10))
    case .minute: return String(text.prefix(16))
    case .second, .fraction: return String(text.prefix(19))
    }
  }
}
