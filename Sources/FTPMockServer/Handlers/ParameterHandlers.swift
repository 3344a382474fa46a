import FTPProtocol

/// TYPE, STRU, MODE, ALLO (RFC 959, sections 4.1.2 and 4.1.3).
enum ParameterHandlers {
  static let all = [
    CommandHandler(
      .type, action: type),
    CommandHandler(.stru) {
      session, argument in
      guard let structure = FileStructure(argument: argument.trimmed) else {
        return .reply(501, "A structure is one letter: F, R or P.")
      }
      guard structure != .page else { return .reply(504, "Structure P is not implemented.") }
      session.parameters.structure = structure
      return .reply(200, "Structure set to \(structure.word).")
    },
    CommandHandler(.mode) {
      session, argument in
      guard let mode = TransmissionMode(argument: argument.trimmed) else {
        return .reply(501, "A mode is one letter: S, B or C.")
      }
      guard mode != .deflate else { return .reply(504, "Mode Z is not implemented.") }
      session.parameters.mode = mode
      return .reply(200, "Mode set to \(mode.word).")
    },
    CommandHandler(.allo, action: allocate),
  ]

  @Sendable private static func type(_ session: SessionContext, _ argument: Argument) -> Response {
    let words = argument.words
    switch (words.first ?? "", words.dropFirst().first) {
    // A server that does not print treats Telnet format as Non-print (RFC 1123, section 4.1.2.2).
    case ("A", nil), ("A", "N"), ("A", "T"): session.parameters.representation = .ascii
    case ("I", nil): session.parameters.representation = .image
    case ("L", "8"): session.parameters.representation = .local8
    case ("L", let size?) where size.utf8.allSatisfy { (0x30...0x39).contains($0) } && words.count == 2:
      return .reply(504, "Only a byte size of 8 is implemented.")
    case ("A", "C"), ("E", nil), ("E", "N"), ("E", "T"), ("E", "C"):
      return .reply(504, "Type not implemented for that parameter.")
    default: return .reply(501, "No such type.")
    }
    guard words.count <= 2 else { return .reply(501, "No such type.") }
    return .reply(200, "Type set to \(session.parameters.representation.name).")
  }

  /// `ALLO n` or `ALLO n R m`: nothing is reserved, but there must be enough space.
  @Sendable private static func allocate(_ session: SessionContext, _ argument: Argument) -> Response {
    let words = argument.words
    guard words.count == 1 || (words.count == 3 && words[1] == "R" && decimal(words[2]) != nil),
      let first = words.first, let size = decimal(first)
    else { return .reply(501, "Syntax: ALLO <SP> <decimal-integer> [<SP> R <SP> <decimal-integer>]") }
    return size <= session.storage.available
      ? .reply(202, "No allocation needed.") : .reply(504, "There is no room for that many bytes.")
  }

  /// A number without a sign; one that is too large counts as the maximum.
  static func decimal(_ text: String) -> UInt64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return UInt64(text) ?? .max
  }
}
