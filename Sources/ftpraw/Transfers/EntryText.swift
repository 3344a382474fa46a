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
  ///
  /// A text whose bytes are not UTF-8 is followed by the bytes, percent-encoded.
  static func json(_ entry: FTPEntry) -> JSONText {
    var members: [JSONText.Member] = []
    func add(_ name: String, _ bytes: [UInt8]?) {
      guard let bytes else { return }
      members.append(.init(name, .string(String(decoding: bytes, as: UTF8.self))))
      if String(validating: bytes, as: UTF8.self) == nil {
        members.append(.init("\(name)Bytes", .string(PercentEncoding.part(bytes))))
      }
    }
    add("name", entry.name)
    members += .of(["kind": entry.kind.rawValue])
    if let size = entry.size { members += .of(["size": size]) }
    if let time = entry.modified {
      members += .of(["modified": time.iso8601, "precision": "\(entry.precision)"])
      if entry.isYearGuessed { members += .of(["yearGuessed": true]) }
    }
    if let mode = entry.mode { members += .of(["mode": String(mode, radix: 8)]) }
    add("owner", entry.owner)
    add("group", entry.group)
    add("target", entry.target)
    if entry.leavesFolder { members += .of(["leavesFolder": true]) }
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

  /// The name; if it is not UTF-8, its bytes above ASCII are shown as `\xHH`.
  private static func name(_ entry: FTPEntry) -> String {
    String(validating: entry.name, as: UTF8.self).map { PrintableText.line($0) } ?? Escaping.ascii(entry.name)
  }

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
