// Methods that run at every reply are `mutating` even if they change nothing: a judge is large, and calling a
// method that is not `mutating` copies it.
extension Judge {
  /// Judges a reply: which command it answers, what it means there, and what it changes.
  mutating func judge(_ reply: Reply, _ judgement: inout Judgement) {
    judgeForm(reply, &judgement)
    let code = reply.code
    if let farewell, !endsTransfer(code) {
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
    guard !repeatsEnd(reply), let match = match(code) else {
      judgeReplyToNothing(reply, &judgement)
      return
    }
    settleOrder(match, code, &judgement)
    let index = match.endsHead ? dropHead(before: match.index) : match.index
    guard queue.indices.contains(index) else { return }
    describe(queue[index], code, &judgement)
    hasJustEndedTransfer = judgement.isFinal && queue[index].isEndOfTransfer(code)
    if !judgement.isFinal {
      judgePreliminary(index, reply, &judgement)
    } else {
      let entry = queue.remove(at: index)
      if index > 0 { queue.removeAll { $0.ordinal < entry.ordinal && $0.faults.contains(.isBlank) } }
      judgeFinal(entry, reply, &judgement)
    }
  }

  /// Whether a reply ends a transfer that was in progress at 221; the two may arrive in either order.
  private func endsTransfer(_ code: ReplyCode) -> Bool {
    guard farewell == 221, let transfer = queue.first, transfer.isUnderWay else { return false }
    return !code.isPreliminary && transfer.suits(code, in: diagram)
  }

  /// Finds the command answered by a reply that should not have been sent: a server may continue after its farewell.
  private mutating func attribute(_ code: ReplyCode, _ judgement: inout Judgement) {
    guard let match = match(code) else { return }
    let entry = queue[match.index]
    describe(entry, code, &judgement)
    judgement.box = .error
    judgement.isFinal = !code.isPreliminary
    guard judgement.isFinal else { return }
    queue.remove(at: match.index)
    transferMachine.forget(entry.ordinal)
  }

  private mutating func describe(_ entry: CommandInFlight, _ code: ReplyCode, _ judgement: inout Judgement) {
    if !entry.isGreeting {
      judgement.command = entry.command
      judgement.ordinal = entry.ordinal
    }
    judgement.step = entry.step
    let box = entry.box(code, in: diagram)
    judgement.box = box
    // A reply without an arrow in the diagram ends its command anyway, unless it is preliminary.
    judgement.isFinal = box == .error ? !code.isPreliminary : box != .wait
  }

  /// Whether a reply only repeats the end of a transfer: some servers end one twice, in the same words or in others, and
  /// the repetition may come after the next command was sent.
  ///
  /// No command that waits may get its code. Only a 226 may have other words, and only if no server is known to answer such a
  /// command with it by mistake, and its success is not 250: where that is meant, 226 is no more than the wrong code.
  private mutating func repeatsEnd(_ reply: Reply) -> Bool {
    guard hasJustEndedTransfer, !queue.isEmpty, uncountedCommands == 0 else { return false }
    let code = reply.code
    let isSame = code.secondDigit == 2 && lastReply?.bytes == reply.bytes
    guard isSame || code == 226 else { return false }
    return queue.allSatisfy { entry in
      !entry.isGreeting && entry.standing(code) == .notListed
        && (isSame || !entry.hasSeen(code) && entry.standing(250) == .notListed)
    }
  }

  /// A reply with no command that waits for one.
  private mutating func judgeReplyToNothing(_ reply: Reply, _ judgement: inout Judgement) {
    judgement.isFinal = !reply.code.isPreliminary
    if uncountedCommands > 0 {
      uncountedCommands -= reply.code.isPreliminary ? 0 : 1
      judgement.step = .simple
      judgement.box = diagram.box(.simple, reply.code)
      return
    }
    if reply.code == 421 {
      // RFC 959, section 5.4 lets 421 answer any command; a server that shuts down often has none to answer.
      judgement.box = .failure
      farewell = 421
      return
    }
    judgement.box = .error
    judgement.add(
      "959:5.4:nothing-spontaneous", by: .server, expected: "no reply without a command",
      received: reply.code.description)
  }

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
  }

  /// Gives up the commands before the one at `index`; returns its new index.
  private mutating func dropHead(before index: Int) -> Int {
    guard let head = queue.firstIndex(where: { !$0.isSkipped }), head < index else { return index }
    if queue[head].isTransfer { transferMachine.forget() }
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
      judgeValue(entry, reply, &judgement)
    }
    // The count saturates, so that no peer can make it overflow.
    queue[index].preliminaries = min(entry.preliminaries + 1, 2)
    if entry.isTransfer, entry.preliminaries == 0 { beginTransfer(entry, reply.code, &judgement) }
  }

  /// Judges a restart mark: `110 MARK yyyy = mmmm` from the receiver of the data.
  private func judgeMark(_ entry: CommandInFlight, _ reply: Reply, _ judgement: inout Judgement) {
    guard judgement.box != .error, entry.standing(110) != .notListed else {
      judgement.box = .error
      judgement.add(
        "959:4.2:mark-reply", by: .server, expected: "110 during a transfer of a file alone",
        received: "110 to \(entry.command.printable)")
      return
    }
    let words = reply.firstLine.text.split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 4, words[0].elementsEqual("MARK".utf8), words[2].elementsEqual("=".utf8),
      !words[1].isEmpty, !words[3].isEmpty
    else {
      judgement.add(
        "1123:4.1.3.4:mark-reply-form", by: .server, expected: "110 MARK ssss = rrrr",
        received: "another text")
      return
    }
  }

  /// The step has no arrow for the first digit.
  private func judgeStep(_ entry: CommandInFlight, _ code: ReplyCode, _ judgement: inout Judgement) {
    let digit = code.firstDigit
    guard digit >= 1, digit <= 5 else { return }
    let name = entry.isGreeting ? "the connection" : entry.command.printable
    let digits = (UInt8(1)...5).filter { diagram.row(entry.step).box(firstDigit: $0) != .error }
      .map { "\($0)yz" }.joined(separator: ", ")
    judgement.add(
      entry.step.requirement, by: .server, expected: "\(digits) to \(name)",
      received: code.description)
  }

  /// Looks the code up among those of the command.
  private mutating func judgeListing(
    _ entry: CommandInFlight, _ code: ReplyCode, _ judgement: inout Judgement
  ) {
    switch entry.standing(code) {
    case .allowed, .tolerated: break
    case .practice: judgement.facts.append(.practice(code))
    case .notListed:
      // No RFC names the positive code of EPSV ALL, nor the code that refuses others after it.
      if entry.faults.contains(.isEPSVAll), judgement.box == .success { return }
      if entry.faults.contains(.afterEPSVAll), judgement.box == .failure { return }
      // ABOR can end a transfer before it has begun.
      if entry.isTransfer, code == 426 || code == 425, queue.contains(where: { $0.role == .abort }) { return }
      guard CommandReplies.isWithinGrammar(code) else { return }
      let verb = entry.command.verb
      judgement.cite(
        code.hasOneMeaning ? CommandReplies.generalRules : CommandReplies.requirement(for: verb, code),
        expected: entry.step == .greeting
          ? "220, 120 or 421" : "\(entry.listedCodes) to \(entry.command.printable)\(entry.laterWords(code))",
        received: code.description)
    }
  }

  /// Judges a final reply and lets it take effect.
  private mutating func judgeFinal(_ entry: CommandInFlight, _ reply: Reply, _ judgement: inout Judgement) {
    guard let box = judgement.box else { return }
    let code = reply.code
    let count = judgement.verdicts.count
    if box == .error { judgeStep(entry, code, &judgement) }
    if !entry.isTransfer { judgeLogin(entry, box, code, &judgement) }
    settle(entry, box, reply, &judgement)
    // Each deviation is reported once: if a rule was broken, the list of codes is not checked.
    if judgement.verdicts.count == count, box != .error { judgeListing(entry, code, &judgement) }
    if box == .success { judgeValue(entry, reply, &judgement) }
    if code == 421 { farewell = 421 }
    if box == .then(.acct), entry.step != .user, entry.step != .pass { putOff = entry }
  }
}

extension Judge {
  /// Judges the form of the value that the text of a reply carries: each rule once, however often it is broken.
  func judgeValue(_ entry: CommandInFlight, _ reply: Reply, _ judgement: inout Judgement) {
    guard let row = entry.row, let value = VerbTable.rows[row].value else { return }
    for deviation in value.deviations(in: reply, to: entry.command).summed {
      judgement.cite(
        deviation.requirement, expected: ReplyValue.expectation(of: deviation.requirement) ?? "another form",
        received: deviation.text)
    }
  }
}

extension CommandInFlight {
  /// Whether a code is one with which servers end this transfer, so not one that is meant for a command sent during it.
  fileprivate func isEndOfTransfer(_ code: ReplyCode) -> Bool {
    isTransfer && (standing(code) != .notListed || hasSeen(code))
  }
}
