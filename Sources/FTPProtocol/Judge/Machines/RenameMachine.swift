// A rename: RFC 959, section 4.1.3, and the third diagram of section 6.
//
//     none ── RNFR ── then(rnto) ─▶ pending ── RNTO, however it is answered ─▶ none
//
// RNTO must directly follow RNFR. A server forgets the old name with the reply to RNTO, or to an RNFR that it
// refuses; any command in between breaks the client's sequence but does not change the server's name.

/// The state of a rename, and how commands and replies change it.
struct RenameMachine: Sendable {
  /// The old name of a pending rename, or nil.
  private(set) var oldName: [UInt8]?
  /// RNFR, then RNTO, as the client has sent them.
  private(set) var sequence = CommandSequence()

  private static let rule = CommandSequence.Rule(
    first: "RNFR", second: "RNTO", order: "959:4.1.3:rnto-after-rnfr",
    directly: "959:4.1.3:rnto-directly-after", again: "RNFR again after it was refused")
}

// What the client sends.
extension RenameMachine {
  mutating func sendOldName() { sequence.begin() }

  mutating func sendNewName(_ judgement: inout Judgement) -> CommandInFlight.Faults {
    sequence.finish(Self.rule, &judgement)
  }

  mutating func sendOther(_ verb: Verb) { sequence.interrupt(with: verb) }
}

// What the server answers.
extension RenameMachine {
  mutating func settleOldName(_ box: ReplyOutcome, _ argument: [UInt8]?) {
    let isAccepted = box == .then(.rnto)
    sequence.settle(isAccepted ? .accepted : .refused)
    oldName = isAccepted ? argument ?? [] : nil
  }

  mutating func settleNewName(
    _ box: ReplyOutcome, _ faults: CommandInFlight.Faults, _ code: ReplyCode, _ judgement: inout Judgement
  ) {
    oldName = nil
    guard box == .success, faults.contains(.noPredecessor) else { return }
    judgement.add(
      "959:4.1.3:rnto-after-rnfr", by: .server, expected: "503 to RNTO without RNFR",
      received: code.description)
  }
}
