// What runs at every reply is `mutating` even where it changes nothing: a judge is large, and to call a method
// that is not is to copy it.
extension Judge {
  /// Judges a reply: which command it answers, what it means there, and what it changes.
  mutating func judge(_ reply: Reply, _ judgement: inout Judgement) {
    judgeForm(reply, &judgement)
    let code = reply.code
    if let farewell {
      judgement.box = .error
      judgement.isFinal = true
      judgement.add(
        farewell == 421 ? "959:4.2:close-after-421" : "959:4.1.1:quit-221-close", by: .server,
        expected: "the close of the control connection after \(farewell)", received: code.description)
      attribute(code, &judgement)
      return
    }
    if queue.isEmpty, let late = kept { queue.append(late) }
    if case .some = kept { kept = nil }
    guard let match = match(code) else {
      judgeReplyToNothing(reply, &judgement)
      return
    }
    settleOrder(match, code, &judgement)
    let index = match.endsHead ? dropHead(before: match.index) : match.index
    guard queue.indices.contains(index) else { return }
    if code.isPreliminary {
      describe(queue[index], code, &judgement)
      judgePreliminary(index, reply, &judgement)
    } else {
      let entry = queue.remove(at: index)
      describe(entry, code, &judgement)
      if index > 0 { queue.removeAll { $0.ordinal < entry.ordinal && $0.faults.contains(.isBlank) } }
      judgeFinal(entry, reply, &judgement)
    }
  }

  /// Says which command a reply answers that should not have come: a server may go on after its farewell.
  private mutating func attribute(_ code: ReplyCode, _ judgement: inout Judgement) {
    guard let match = match(code) else { return }
    let entry = queue[match.index]
    describe(entry, code, &judgement)
    judgement.box = .error
    guard !code.isPreliminary else { return }
    queue.remove(at: match.index)
    if transfer?.ordinal == entry.ordinal { transfer = nil }
  }

  private mutating func describe(_ entry: CommandInFlight, _ code: ReplyCode, _ judgement: inout Judgement) {
    if !entry.isGreeting {
      judgement.command = entry.command
      judgement.ordinal = entry.ordinal
    }
    judgement.step = entry.step
    judgement.box = entry.box(code)
    judgement.isFinal = !code.isPreliminary
  }

  /// Turns what the parser found in the bytes into verdicts, and judges the digits.
  private mutating func judgeForm(_ reply: Reply, _ judgement: inout Judgement) {
    if !reply.isPlain { judgeDeviations(of: reply, &judgement) }
    if !CommandReplies.isWithinGrammar(reply.code) {
      cite(
        "959:4.2:digit-ranges", expected: "1 to 5, then 0 to 5", received: reply.code.description, &judgement)
    }
    if reply.code.firstDigit == 6, !protection.isControlProtected {
      judgement.add(
        "2228:5.2:protected-replies", by: .server, expected: "6yz only after a security exchange",
        received: reply.code.description)
    }
  }

  /// One verdict for each kind of departure: a greeting of forty lines that all repeat the code is wrong once.
  private func judgeDeviations(of reply: Reply, _ judgement: inout Judgement) {
    let deviations = reply.deviations
    for (index, first) in deviations.enumerated()
    where !deviations[..<index].contains(where: { $0.kind == first.kind }) {
      let others = deviations[(index + 1)...].count { $0.kind == first.kind && $0.line != first.line }
      var more = others == 0 ? "" : ", and so \(others == 1 ? "does 1 more" : "do \(others) more")"
      if first.kind == .otherCodeAtEnd, let code = reply.lastLine.code { more = ", \(code)" }
      judgement.add(
        first.requirement, by: .server, expected: first.kind.expectation,
        received: "line \(first.line + 1) \(first.kind.summary)\(more)")
    }
  }

  /// Adds a verdict on the server, unless the same requirement was cited for this event already.
  func cite(_ requirement: RequirementID, expected: String, received: String, _ judgement: inout Judgement) {
    guard !judgement.verdicts.contains(where: { $0.requirement == requirement }) else { return }
    judgement.add(requirement, by: .server, expected: expected, received: received)
  }

  /// A reply with no command that waits for one.
  private mutating func judgeReplyToNothing(_ reply: Reply, _ judgement: inout Judgement) {
    judgement.isFinal = !reply.code.isPreliminary
    if uncountedCommands > 0 {
      uncountedCommands -= reply.code.isPreliminary ? 0 : 1
      judgement.step = .simple
      judgement.box = StateDiagram.box(.simple, reply.code)
      return
    }
    if reply.code == 421 {
      // RFC 959, section 5.4 lets 421 answer any command; a server that shuts down has often none to answer.
      judgement.box = .failure
      farewell = 421
      return
    }
    judgement.box = .error
    judgement.add(
      "959:5.4:nothing-spontaneous", by: .server, expected: "no reply without a command",
      received: reply.code.description)
  }

  /// Judges the order of the replies.
  private mutating func settleOrder(_ match: Match, _ code: ReplyCode, _ judgement: inout Judgement) {
    guard match.index > 0 else { return }
    let answered = queue[match.index]
    if match.ahead > 0 { judgement.facts.append(.ahead(match.ahead)) }
    if match.endsHead {
      judgement.add(
        "959:4.1.3:abor-426-226", by: .server, expected: "a reply to the transfer and one to ABOR",
        received: "\(code) to \(answered.command.printable) as the only one")
    } else if match.isOutOfOrder {
      let passed = queue[..<match.index].first { !$0.isSkipped }
      judgement.add(
        "959:4.2:replies-in-order", by: .server,
        expected: "the reply to \(passed?.command.printable ?? "an earlier command")",
        received: "\(code) to \(answered.command.printable)")
      for index in queue.indices[..<match.index] { queue[index].isSkipped = true }
    }
    if match.ahead > 0, answered.role == .quit, code.firstDigit == 2 {
      judgement.add(
        "959:4.1.1:quit-during-transfer", by: .server, expected: "the final reply of the transfer before 221",
        received: code.description)
    }
  }

  /// Gives up the commands from the one in front to the one at `index`; returns where the latter is then.
  private mutating func dropHead(before index: Int) -> Int {
    guard let head = queue.firstIndex(where: { !$0.isSkipped }), head < index else { return index }
    if queue[head].isTransfer { transfer = nil }
    queue.remove(at: head)
    return index - 1
  }

  /// Judges a 1yz reply; the command stays open.
  private mutating func judgePreliminary(_ index: Int, _ reply: Reply, _ judgement: inout Judgement) {
    let entry = queue[index]
    let code = reply.code
    if code == 110 {
      judgeMark(entry, reply, &judgement)
      return
    }
    if entry.preliminaries > 0 {
      judgement.add(
        "959:4.2:one-preliminary", by: .server, expected: "one 1yz reply to \(entry.command.printable)",
        received: "another, \(code)")
    } else if judgement.box == .error {
      judgeStep(entry, code, &judgement)
    } else {
      judgeListing(entry, code, &judgement)
    }
    // The count stops where it says all it can, so that no peer can make it overflow.
    queue[index].preliminaries = min(entry.preliminaries + 1, 2)
    if entry.isTransfer { beginTransfer(entry, reply, &judgement) }
  }

  /// The step has no arrow for the first digit.
  private func judgeStep(_ entry: CommandInFlight, _ code: ReplyCode, _ judgement: inout Judgement) {
    let digit = code.firstDigit
    guard digit >= 1, digit <= 5 else { return }
    let name = entry.isGreeting ? "the connection" : entry.command.printable
    let digits = (UInt8(1)...5).filter { StateDiagram.row(entry.step).box(firstDigit: $0) != .error }
      .map { "\($0)yz" }.joined(separator: ", ")
    judgement.add(
      Judge.requirement(of: entry.step), by: .server, expected: "\(digits) to \(name)",
      received: code.description)
  }

  /// The requirement that draws the arrows of a step.
  static func requirement(of step: Step) -> RequirementID {
    switch step {
    case .greeting: "959:5.4:greeting"
    case .simple: "959:6:simple-commands"
    case .transfer, .protected: "959:6:transfer-commands"
    case .rnfr, .rnto: "959:6:rename-commands"
    case .rest, .restarted: "959:6:rest-command"
    case .user, .pass, .acct, .auth, .adat: "959:6:login-commands"
    }
  }

  /// Looks the code up among those of the command.
  private mutating func judgeListing(
    _ entry: CommandInFlight, _ code: ReplyCode, _ judgement: inout Judgement
  ) {
    switch entry.standing(code) {
    case .allowed: break
    case .tolerated(let origin): if origin == .practice { judgement.facts.append(.practice(code)) }
    case .notListed:
      // No text names the positive code of EPSV ALL.
      if entry.faults.contains(.isEPSVAll), code.firstDigit == 2 { return }
      // ABOR can end a transfer before it has begun.
      if entry.isTransfer, code == 426 || code == 425, queue.contains(where: { $0.role == .abort }) { return }
      guard CommandReplies.isWithinGrammar(code) else { return }
      let verb = entry.command.verb
      cite(
        CommandReplies.requirement(for: verb),
        expected: entry.step == .greeting
          ? "220, 120 or 421" : "a code that is listed for \(entry.command.printable)",
        received: code.description, &judgement)
    }
  }

  /// Judges a final reply and lets it take effect.
  private mutating func judgeFinal(_ entry: CommandInFlight, _ reply: Reply, _ judgement: inout Judgement) {
    let code = reply.code
    let count = judgement.verdicts.count
    if judgement.box == .error { judgeStep(entry, code, &judgement) }
    if entry.isTransfer {
      endTransfer(entry, reply, &judgement)
    } else {
      judgeLogin(entry, code, &judgement)
    }
    settle(entry, reply, &judgement)
    // One departure is told once: where a rule has spoken, the list of codes is silent.
    if judgement.verdicts.count == count, judgement.box != .error { judgeListing(entry, code, &judgement) }
    if code == 421 { farewell = 421 }
    if case .then(.acct) = judgement.box, entry.step != .user, entry.step != .pass {
      putOff = entry
    }
  }

  /// A command that touches files was carried out without one.
  mutating func judgeLogin(_ entry: CommandInFlight, _ code: ReplyCode, _ judgement: inout Judgement) {
    guard code.firstDigit == 2 || code.firstDigit == 3 || code.firstDigit == 1, login != .loggedIn,
      code != 332,
      let row = entry.row, VerbTable.rows[row].traits.contains(.touchesFiles)
    else { return }
    judgement.add(
      "959:4.2:not-logged-in-530", by: .server, expected: "530 to \(entry.command.printable) before login",
      received: code.description)
  }
}
