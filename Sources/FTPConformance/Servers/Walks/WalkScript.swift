import FTPConversation
import FTPProtocol

/// One command of a walk.
struct WalkStep: Hashable, Sendable {
  /// Whether the neighbour sends it, a second session in the same directory.
  var isNeighbours = false
  /// The command line.
  ///
  /// `{directory}`, `{user}` and `{password}` are replaced by those of the walk, `{PASSWORD}` by the password in capitals,
  /// `PORT {address}` by the command of active mode that fits the connection.
  var line: [UInt8]
  /// What it sends over the data connection.
  var content: WalkContent?
  /// What becomes of its transfer, unless that is carried out at once.
  var fate: Fate?

  /// What may become of a transfer.
  enum Fate: String, Hashable, Sendable, CaseIterable {
    /// It is begun, and ends before the next command of the same session: the other session's commands come meanwhile.
    case held
    /// The client closes the data connection of a download early.
    case cut
    /// The client sends ABOR in the middle of it.
    case aborted
    /// It has no data connection, because none was announced.
    case alone
  }

  init(_ line: [UInt8], sending content: WalkContent? = nil, byNeighbour isNeighbours: Bool = false) {
    self.line = line
    self.content = content
    self.isNeighbours = isNeighbours
  }

  init(_ line: String, sending content: WalkContent? = nil, byNeighbour isNeighbours: Bool = false) {
    self.init(Array(line.utf8), sending: content, byNeighbour: isNeighbours)
  }
}

extension WalkStep {
  /// Whether it announces an address of this side's, so that the next transfer is in active mode.
  var announcesAddress: Bool { line == Array("PORT {address}".utf8) }
  /// Whether it sends a password that may be wrong.
  var guessesPassword: Bool { line.starts(with: "PASS ".utf8) && line != Array("PASS {password}".utf8) }
}

extension WalkStep: CustomStringConvertible {
  /// The step as a script writes it: `STOR a < lines`, `2: NOOP`, `RETR a > held`.
  var description: String {
    let end = fate.map { " > \($0.rawValue)" } ?? ""
    var text = Escaping.ascii(line).replacing(";", with: "\\x3b").replacing("<", with: "\\x3c")
      .replacing(" > ", with: " \\x3e ")
    // Otherwise this would be read as the mark of the neighbour, or as the space before the content.
    if text.hasPrefix("2: ") || text == "2:" { text = "\\x32" + text.dropFirst() }
    if content != nil || fate != nil, text.last == " " { text = text.dropLast() + "\\x20" }
    return (isNeighbours ? "2: " : "") + text + (content.map { " < \($0)" } ?? "") + end
  }

  /// Reads ``description``; throws if the text is not a step.
  init(parsing description: String) throws(WalkScriptError) {
    var text = description[...]
    isNeighbours = text.hasPrefix("2: ")
    if isNeighbours { text = text.dropFirst(3) }
    content = nil
    fate = Fate.allCases.first { text.hasSuffix(" > \($0.rawValue)") }
    if let fate {
      text = text.dropLast(3 + fate.rawValue.count)
      while text.last == " " { text.removeLast() }
    }
    if let arrow = text.lastIndex(of: "<") {
      let name = text[text.index(after: arrow)...].drop { $0 == " " }
      guard let content = WalkContent(name) else {
        throw WalkScriptError(
          "'\(Escaping.ascii(name.utf8, limit: 40))' is not valid content; use empty, word, lines, text, blanks or bytes:N"
        )
      }
      self.content = content
      text = text[..<arrow]
      while text.last == " " { text.removeLast() }
    }
    guard let line = VectorText.unescape(String(text)), Command(parsing: line) != nil,
      !line.contains(0x0D), !line.contains(0x0A)
    else { throw WalkScriptError("'\(Escaping.ascii(text.utf8, limit: 40))' is not a command") }
    self.line = line
    // An upload must send something.
    if content == nil, Command(parsing: line)?.verb.sendsData ?? false { content = .lines }
  }
}

/// A sequence of commands in one text: `MKD a; CWD a; NOOP; PWD`.
///
/// Data connections for transfers are opened automatically. A command after `2:` is sent by the neighbour. What an
/// upload sends is written after `<`: `empty`, `word`, `lines`, `text`, `blanks` or `bytes:N`. After `>` comes what
/// becomes of a transfer: `held` until the session's next command, `cut`, a download that the client ends, `aborted` by
/// ABOR, or `alone`, without a data connection.
package struct WalkScript: Hashable, Sendable {
  var steps: [WalkStep]

  init(_ steps: [WalkStep]) { self.steps = steps }

  /// Reads a script; throws if a step is malformed, or there is none.
  package init(parsing text: String) throws(WalkScriptError) {
    steps = []
    for part in text.split(separator: ";") {
      let step = part.drop { $0 == " " }
      if !step.isEmpty { steps.append(try WalkStep(parsing: String(step))) }
    }
    guard !steps.isEmpty else { throw WalkScriptError("it contains no command") }
  }
}

extension WalkScript: CustomStringConvertible {
  /// The script in its written form.
  package var description: String { steps.map(\.description).joined(separator: "; ") }
}

extension WalkScript: Codable {
  package init(from decoder: any Decoder) throws {
    self = try decoder.value { try WalkScript(parsing: $0) }
  }

  package func encode(to encoder: any Encoder) throws { try encoder.write(description) }
}

/// Why a text is not a script of a walk.
package struct WalkScriptError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, as a phrase in printable ASCII.
  package let description: String

  init(_ description: String) { self.description = description }
}
