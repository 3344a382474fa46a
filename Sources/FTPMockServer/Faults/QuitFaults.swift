import FTPProtocol

/// `quit-…`: the end of a session.
enum QuitFaults {
  static let bodies: [String: FaultBody] = [
    "quit-closed": FaultBody(.answering(.quit, with: .close)),
    "quit-open": FaultBody(.answering(.quit, with: .reply(221, "Goodbye."))),
    "quit-code": FaultBody(.code("226")) { code in .recoding(code) { $0.verb == .quit } },
    "quit-refused": FaultBody(.answering(.quit, with: .reply(500, "Command not understood."))),
  ]
}
