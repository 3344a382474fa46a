import FTPProtocol
import FTPTransport
import FTPVectors

/// A text of a rule, in which words in braces are replaced in each session: `{verb}` and `{argument}` of the command,
/// and `{data}`, `{data:port}` and so on for a port on which the session listens.
struct RuleText: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case bytes([UInt8])
    case verb
    case argument
    case data(PlaceholderKind)
  }

  private let parts: [Part]

  private init(_ parts: [Part]) { self.parts = parts }

  /// A text in which nothing is a placeholder.
  init(literal bytes: [UInt8]) { parts = [.bytes(bytes)] }

  /// Reads a text; a brace at one of the `escaped` offsets begins no placeholder, nor does one without a word and another brace
  /// after it.
  ///
  /// - Returns: the text, and the first word in braces that is not one of those, which is kept as it is.
  static func reading(_ text: [UInt8], escaped: Set<Int> = []) -> (text: RuleText, unknown: String?) {
    var parts: [Part] = []
    var unknown: String?
    var run: [UInt8] = []
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "{"), !escaped.contains(index),
        let end = Self.wordEnd(text, after: index)
      {
        let name = String(decoding: text[(index + 1)..<end], as: UTF8.self)
        if let part = Self.part(name) {
          parts += [.bytes(run), part]
          run = []
          index = end + 1
          continue
        }
        unknown = unknown ?? "{\(name)}"
      }
      run.append(text[index])
      index += 1
    }
    return (RuleText(parts + [.bytes(run)]), unknown)
  }

  /// The bytes for a command.
  ///
  /// `listen` provides the port, always the same, if the text names one.
  func bytes(for command: Command?, listen: () -> SocketAddress?) -> [UInt8] {
    parts.flatMap { part -> [UInt8] in
      switch part {
      case .bytes(let bytes): bytes
      case .verb: Array((command?.verb.name ?? "").utf8)
      case .argument: command?.argument ?? []
      case .data(let kind): Array((listen().flatMap { Self.text(kind, $0) } ?? "").utf8)
      }
    }
  }

  /// How a reply announces a port; a 229 omits family and host (RFC 2428, section 3).
  private static func text(_ kind: PlaceholderKind, _ address: SocketAddress) -> String? {
    kind == .extended ? "|||\(address.port)|" : kind.text(for: address)
  }

  /// The text, with its placeholders as words in braces.
  var bytes: [UInt8] {
    parts.flatMap { part in
      if case .bytes(let bytes) = part { bytes } else { Array(Self.word(part).utf8) }
    }
  }

  /// The brace at the end of a word of letters, digits, colons and hyphens.
  private static func wordEnd(_ text: [UInt8], after brace: Int) -> Int? {
    let word = text[(brace + 1)...].prefix { byte in
      (0x30...0x3A).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D
    }
    return !word.isEmpty && word.endIndex < text.count && text[word.endIndex] == UInt8(ascii: "}")
      ? word.endIndex : nil
  }

  /// The words that may be in braces.
  static let words =
    ["{verb}", "{argument}", "{data}"]
    + PlaceholderKind.allCases.filter(\.isOfPort).map { "{data:\($0.rawValue)}" }

  private static func part(_ name: String) -> Part? {
    switch name {
    case "verb": return .verb
    case "argument": return .argument
    case "data": return .data(.hostport)
    default:
      guard name.hasPrefix("data:"), let kind = PlaceholderKind(rawValue: String(name.dropFirst(5))),
        kind.isOfPort
      else { return nil }
      return .data(kind)
    }
  }

  private static func word(_ part: Part) -> String {
    switch part {
    case .bytes: ""
    case .verb: "{verb}"
    case .argument: "{argument}"
    case .data(.hostport): "{data}"
    case .data(let kind): "{data:\(kind.rawValue)}"
    }
  }
}

extension RuleText: CustomStringConvertible {
  /// The text between quotation marks.
  var description: String {
    let written = parts.map { part in
      guard case .bytes(let bytes) = part else { return Self.word(part) }
      return RuleWord.escaped(bytes) { bytes[$0] == UInt8(ascii: "{") }
    }
    return "\"\(written.joined())\""
  }
}
