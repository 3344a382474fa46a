// Two commands, the second of which has a meaning only after the first: USER and PASS, RNFR and RNTO, REST and its
// transfer, AUTH and ADAT, PBSZ and PROT. By RFC 959, section 5.4, a client sends the second only after the reply to the first;
// RFC 1123 and practice let it send both at once. So a sequence has two clocks. The client's advances with the commands, ahead
// of the replies: `begin`, `interrupt`, `finish`. The server's advances with the replies: `settle`, which comes too late if
// the second command has already used up the sequence.
//
//            begin          settle
//     none ─────────▶ sent ───┬────▶ accepted    then(…): the second may come
//      ▲                      ├────▶ done        success: the second is not needed
//      └── finish ◀── all ────┴────▶ refused     failure, error: begin again
//
// Any other command in between is kept as the interruption, and the command that finishes learns of it.

/// One sequence of two commands.
struct CommandSequence: Sendable {
  enum Stage: Sendable {
    /// Not begun, or used up.
    case none
    /// The first command was sent and is not answered.
    case sent
    case accepted
    case refused
    /// It was accepted and was all that was needed: 230 to USER.
    case done
  }

  private(set) var stage = Stage.none
  /// The command that came in between and breaks the sequence.
  private(set) var interruption: Verb?

  var isOpen: Bool { stage == .sent || stage == .accepted }

  /// The first command is sent.
  mutating func begin() {
    stage = .sent
    interruption = nil
  }

  /// Takes the answer to the first command, unless the second has used the sequence up already.
  mutating func settle(_ stage: Stage) {
    if self.stage == .sent { self.stage = stage }
  }

  /// A command that belongs to no sequence, or to another, is sent.
  mutating func interrupt(with verb: Verb) {
    if isOpen, interruption == nil { interruption = verb }
  }

  /// The second command was refused: the first must come next, even if it was never sent.
  mutating func refuse() { stage = .refused }
}

extension CommandSequence {
  /// What to report about a second command that is out of place.
  struct Rule: Sendable {
    let first: StaticString
    let second: StaticString
    /// The requirement that the second comes after the first.
    let order: RequirementID
    /// The requirement that nothing comes in between.
    let directly: RequirementID
    /// What is expected if the first was refused.
    let again: StaticString
  }

  /// The second command is sent: judges its place, and uses the sequence up.
  mutating func finish(_ rule: Rule, _ judgement: inout Judgement) -> CommandInFlight.Faults {
    defer { self = CommandSequence() }
    if let verb = interruption {
      judgement.add(
        rule.directly, by: .client, expected: "\(rule.second) directly after \(rule.first)",
        received: "\(verb.printable) between \(rule.first) and \(rule.second)")
      return []
    }
    switch stage {
    case .sent, .accepted, .done: return []
    case .refused:
      judgement.add(
        "959:4.2:group-restarts", by: .client, expected: "\(rule.again)", received: "\(rule.second)")
      return .noPredecessor
    case .none:
      judgement.add(
        rule.order, by: .client, expected: "\(rule.first) before \(rule.second)",
        received: "\(rule.second) alone")
      return .noPredecessor
    }
  }
}
