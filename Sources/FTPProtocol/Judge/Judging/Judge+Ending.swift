extension Judge {
  /// Records that the reply to the oldest command with this verb is no longer awaited; nil if there is none.
  package mutating func abandon(oldest verb: Verb) -> Judgement? {
    queue.first { !$0.isGreeting && $0.command.verb == verb }.map { abandon($0.ordinal) }
  }

  /// Records that the caller stopped waiting for the reply to a command.
  ///
  /// `ordinal` is ``Judgement/ordinal`` of the command. A reply that arrives later answers the next command,
  /// or nothing. This has no effect if the command has had its final reply.
  @discardableResult
  public mutating func abandon(_ ordinal: Int) -> Judgement {
    var judgement = Judgement()
    guard let index = queue.firstIndex(where: { $0.ordinal == ordinal }) else { return judgement }
    let entry = queue.remove(at: index)
    judgement.command = entry.command
    judgement.ordinal = ordinal
    transferMachine.forget(ordinal)
    updateState()
    let requirement: RequirementID =
      entry.role == .abort ? "959:4.1.3:abor-426-226" : "959:4.2:every-command-answered"
    judgement.add(
      requirement, by: .server, expected: "a reply to \(entry.command.printable)",
      received: "none within the time allowed")
    return judged(judgement)
  }
}

extension Judge {
  /// Processes the end of the control connection and reports missing replies.
  mutating func judge(_ how: ControlEnd, _ judgement: inout Judgement) {
    guard end == nil else { return }
    end = how
    let open = queue
    queue = []
    transferMachine.forget()
    setupMachine.forget()
    uncountedCommands = 0
    putOff = nil
    kept = nil
    guard how != .byClient else { return }
    let party: Verdict.Party = how == .lost ? .network : .server
    if farewell == 221, let transfer = open.first(where: \.isUnderWay) {
      judgement.add(
        "959:4.1.1:quit-during-transfer", by: party,
        expected: "the final reply to \(transfer.command.printable)",
        received: "221 and the close of the control connection")
    }
    guard farewell == nil else { return }
    // A client with a thousand commands ahead needs only the first few verdicts.
    for entry in open.lazy.filter({ !$0.faults.contains(.isBlank) }).prefix(8) {
      judgeMissingReply(entry, party, &judgement)
    }
  }

  private func judgeMissingReply(
    _ entry: CommandInFlight, _ party: Verdict.Party, _ judgement: inout Judgement
  ) {
    let name = entry.command.printable
    let received = "the close of the control connection"
    if entry.isGreeting {
      judgement.add("959:5.4:greeting", by: party, expected: "220, 120 or 421", received: received)
    } else if entry.role == .quit {
      judgement.add(
        "959:4.1.1:quit-221-close", by: party, expected: "221 to QUIT before the close", received: received)
    } else if entry.preliminaries > 0 {
      judgement.add(
        "959:4.2:preliminary-then-final", by: party, expected: "the final reply to \(name)",
        received: received)
    } else if entry.role == .abort, entry.isSkipped {
      judgement.add(
        "959:4.1.3:abor-426-226", by: party, expected: "the reply to ABOR", received: received)
    } else {
      judgement.add(
        "959:4.2:every-command-answered", by: party, expected: "a reply to \(name)", received: received)
    }
  }
}
