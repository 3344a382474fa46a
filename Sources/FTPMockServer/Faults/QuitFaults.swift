import FTPProtocol

/// `quit-…`: the end of a session.
enum QuitFaults {
  static let all = [
    FaultKind(
      "quit-closed", "The connection is closed without a reply to QUIT.",
      "959:4.1.1:quit-221-close", .answering(.quit, with: .close)),
    FaultKind(
      "quit-open", "QUIT gets 221, and the session continues.", "959:4.1.1:quit-221-close",
      .answering(.quit, with: .reply(221, "Goodbye."))),
    FaultKind(
      "quit-code", .code("226"), "QUIT gets another code than 221.", "959:5.4:quit-codes"
    ) { code in .recoding(code) { $0.verb == .quit } },
    FaultKind(
      "quit-refused", "QUIT gets 500, and the session continues.", "959:5.4:quit-codes",
      .answering(.quit, with: .reply(500, "Command not understood."))),
  ]
}
