extension Judge {
  /// Queues a command and judges its timing.
  mutating func take(_ command: Command, _ judgement: inout Judgement) {
    var entry = CommandInFlight(command, ordinal: commandCount)
    commandCount += 1
    judgement.command = command
    judgement.ordinal = entry.ordinal
    if case .some = kept { kept = nil }
    if entry.role != .account, case .some = putOff { putOff = nil }
    judgeMoment(entry, &judgement)
    if entry.traits.contains(.followsREST), restartMachine.sequence.isOpen { entry.step = .restarted }
    judgement.step = entry.step
    entry.faults = judgeOrder(entry, &judgement)
    entry.takeForm()
    guard end == nil else { return }
    guard queue.count < limits.commandsInFlight else {
      uncountedCommands += 1
      judgement.add(
        "959:5.4:wait-for-final", by: .client,
        expected: "no more than \(limits.commandsInFlight) commands ahead",
        received: "\(command.printable) with \(queue.count) commands unanswered")
      return
    }
    queue.append(entry)
  }

  /// Judges a command by what is in progress: the greeting, or a transfer.
  private mutating func judgeMoment(_ entry: CommandInFlight, _ judgement: inout Judgement) {
    if !queue.isEmpty, queue[0].isGreeting {
      judgement.add(
        "959:5.4:wait-for-greeting", by: .client, expected: "no command before the greeting",
        received: entry.command.printable)
    }
    guard case .some = transferMachine.current else { return }
    switch entry.role {
    case .abort: transferMachine.sendAbort()
    case .status, .quit: break
    case .noop: judgement.facts.append(.between(.transfer))
    default:
      judgement.add(
        "959:5.4:wait-for-final", by: .client, expected: "ABOR, STAT or QUIT alone during a transfer",
        received: entry.command.printable)
    }
  }

  /// Judges a command by the commands before it, and moves the sequences on.
  private mutating func judgeOrder(
    _ entry: CommandInFlight, _ judgement: inout Judgement
  ) -> CommandInFlight.Faults {
    let command = entry.command
    var faults: CommandInFlight.Faults = []
    switch entry.role {
    case .password: faults = loginMachine.sendPassword(&judgement)
    case .newName: faults = renameMachine.sendNewName(&judgement)
    case .host: faults = loginMachine.sendHost(command, &judgement)
    case .activeSetup?, .passiveSetup?:
      if let role = entry.role { faults = setupMachine.send(role, command, &judgement) }
    case .transfer:
      restartMachine.sendTransfer(command, &judgement)
      if parameters.mode.endsByClosing { setupMachine.use(by: command, &judgement) }
    case .mechanism?, .securityData?, .bufferSize?, .protectionLevel?:
      if let role = entry.role { faults = securityMachine.send(role, &judgement) }
    default: break
    }
    interrupt(entry, &judgement)
    switch entry.role {
    case .user: loginMachine.sendUser()
    case .reinitialize: loginMachine.sendReinitialize()
    case .oldName: renameMachine.sendOldName()
    case .restart, .range: restartMachine.sendPoint()
    default: break
    }
    return faults
  }

  /// Lets a command break the sequences it has no place in; the second of one has used it up before, the first begins it later.
  private mutating func interrupt(_ entry: CommandInFlight, _ judgement: inout Judgement) {
    if entry.role == .noop {
      // The RFCs disagree on whether NOOP breaks a sequence, so it is only noted.
      if renameMachine.sequence.isOpen { judgement.facts.append(.between(.rnfr)) }
      if restartMachine.sequence.isOpen { judgement.facts.append(.between(.rest)) }
      if loginMachine.sequence.isOpen { judgement.facts.append(.between(.user)) }
      return
    }
    let verb = entry.command.verb
    renameMachine.sendOther(verb)
    loginMachine.sendOther(verb)
    if !entry.traits.contains(.keepsREST) { restartMachine.sendOther(verb) }
  }
}
