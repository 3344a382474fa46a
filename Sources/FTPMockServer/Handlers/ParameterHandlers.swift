import FTPProtocol

/// TYPE, STRU, MODE, ALLO (RFC 959, sections 4.1.2 and 4.1.3).
enum ParameterHandlers {
  static let all = [
    CommandHandler(.type, action: type),
    CommandHandler(.stru) { session, argument in
      guard let structure = FileStructure(argument: argument.trimmed) else {
        return .reply(501, "A structure is one letter: F, R or P.")
      }
      guard structure != .page else { return .reply(504, "Structure P is not implemented.") }
      session.parameters.structure = structure
      return .reply(200, "Structure set to \(structure.word).")
    },
    CommandHandler(.mode) { session, argument in
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
    if words.count == 2, words[0] == "L", words[1] != "8", decimal(words[1]) != nil {
      return .reply(504, "Only a byte size of 8 is implemented.")
    }
    switch RepresentationType(argument: argument.trimmed) {
    // A server that does not print treats Telnet format as Non-print (RFC 1123, section 4.1.2.2).
    case .ascii(.nonPrint), .ascii(.telnet): session.parameters.representation = .ascii(.nonPrint)
    case .image: session.parameters.representation = .image
    case .local: session.parameters.representation = .local(byteSize: 8)
    case .ascii, .ebcdic: return .reply(504, "Type not implemented for that parameter.")
    case nil: return .reply(501, "No such type.")
    }
    return .reply(200, "Type set to \(session.parameters.type).")
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
