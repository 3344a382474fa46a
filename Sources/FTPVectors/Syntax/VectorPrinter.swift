import FTPProtocol

extension Vector: CustomStringConvertible {
  /// The vector as a file in canonical form, which `init(parsing:)` reads back.
  public var description: String {
    var text = ""
    for line in comment { text += line.isEmpty ? "#\n" : "# \(line)\n" }
    func add(_ name: String, _ value: String) {
      let key = "\(name):"
      text += key + String(repeating: " ", count: max(1, 6 - key.count)) + value + "\n"
    }
    if !id.isEmpty { add("id", id) }
    if !requirements.isEmpty { add("rfc", requirements.map(\.rawValue).joined(separator: " ")) }
    if !origin.isEmpty { add("from", origin) }
    if let charset { add("charset", charset) }
    if reading != .lenient { add("reading", reading.rawValue) }
    for difference in differences { add("differs", difference.description) }
    for row in rows { text += row.description + "\n" }
    return text
  }
}

extension VectorRow: CustomStringConvertible {
  /// The row as a line of a file, without line end.
  package var description: String {
    func row(_ tag: String, _ text: String) -> String { text.isEmpty ? tag : "\(tag) \(text)" }
    return switch content {
    case .command(let line): row("C>", line.controlText)
    case .reply(let line): row("S>", line.controlText)
    case .data(.download, let line): row("D>", line.dataText)
    case .data(.upload, let line): row("D<", line.dataText)
    case .meaning(let meaning): row("=>", meaning.description)
    case .verdict(let verdict): row("!!", verdict.description)
    case .state(let state): row("@@", state.description)
    case .difference(let difference): row("~~", difference.description)
    case .mark(let mark): row("--", mark.description)
    case .comment(let text): row("#", text)
    case .blank: ""
    }
  }
}
