// What replies change. Each machine learns only to which box the reply led, not its digits.
extension Judge {
  /// Lets a final reply take effect.
  mutating func settle(
    _ entry: CommandInFlight, _ box: ReplyOutcome, _ reply: Reply, _ judgement: inout Judgement
  ) {
    let code = reply.code
    let command = entry.command
    // The reply inside a 6yz is unreadable, so it only ends a transfer.
    if code.kind == .protected, entry.role != .transfer { return }
    guard let role = entry.role else {
      if entry.isGreeting { loginMachine.settleGreeting(box) }
      return
    }
    switch role {
    case .user:
      loginMachine.settleUser(box, isLatest: !hasUserInFlight)
    case .password: loginMachine.settlePassword(box, entry.faults, code, &judgement)
    case .account:
      loginMachine.settleAccount(box)
      if box == .success { kept = putOff }
      putOff = nil
    case .reinitialize:
      guard box == .success else { return }
      reset()
      securityMachine.reset()
    case .host: loginMachine.settleHost(box, entry.faults, code, &judgement)
    case .mechanism:
      if securityMachine.settleMechanism(box, command, code, &judgement) { reset() }
    case .securityData, .bufferSize, .protectionLevel, .clearing, .protected:
      securityMachine.settle(role, entry, box, code, &judgement)
    case .type, .structure, .mode: parameters.settle(role, box, command, code, &judgement)
    case .activeSetup, .passiveSetup:
      if setupMachine.settle(entry, box, reply, server: serverAddress, &judgement) {
        transferMachine.expectConnection()
      }
    case .restart, .range: restartMachine.settle(box, isRange: role == .range, command.argument)
    case .oldName: renameMachine.settleOldName(box, command.argument)
    case .newName: renameMachine.settleNewName(box, entry.faults, code, &judgement)
    case .transfer: endTransfer(entry, box, code, &judgement)
    case .abort: if box == .success { setupMachine.settleAbort() }
    case .quit: if box == .success { farewell = code }
    case .status, .noop: break
    }
  }

  /// A transfer has had its 1yz reply.
  mutating func beginTransfer(_ entry: CommandInFlight, _ code: ReplyCode, _ judgement: inout Judgement) {
    if let box = judgement.box { judgeLogin(entry, box, code, &judgement) }
    let isAborted = queue.contains { $0.role == .abort && $0.ordinal > entry.ordinal }
    transferMachine.begin(
      TransferState(
        command: entry.command, ordinal: entry.ordinal, preliminary: code,
        restartOffset: restartMachine.offset, isAborted: isAborted), &judgement)
  }

  /// A transfer has had its final reply.
  private mutating func endTransfer(
    _ entry: CommandInFlight, _ box: ReplyOutcome, _ code: ReplyCode, _ judgement: inout Judgement
  ) {
    transferMachine.forget(entry.ordinal)
    // 332 keeps the command, and everything agreed on for it, until the account has arrived.
    if box == .then(.acct) { return }
    restartMachine.endTransfer()
    if box == .success, code.kind != .protected { judgeSuccess(entry, box, code, &judgement) }
    if !transferMachine.end(entry, box, &judgement) {
      setupMachine.takeBack()
    } else if parameters.mode.endsByClosing {
      setupMachine.forget()
    }
  }

  private mutating func judgeSuccess(
    _ entry: CommandInFlight, _ box: ReplyOutcome, _ code: ReplyCode, _ judgement: inout Judgement
  ) {
    if entry.preliminaries == 0 {
      judgeLogin(entry, box, code, &judgement)
      judgement.cite(
        "959:5.4:success-needs-preliminary",
        expected: "1yz to \(entry.command.printable) before its final reply", received: "\(code) at once")
    } else if code != 226, code != 250 {
      judgement.cite(
        "959:3.2:close-reported-226-250", expected: "226 or 250 at the end of a transfer",
        received: code.description)
    }
    transferMachine.judgeSuccess(
      code, endsByClosing: parameters.mode.endsByClosing,
      isAborted: queue.contains { $0.role == .abort }, &judgement)
  }

  /// A command that touches files was carried out without a login.
  mutating func judgeLogin(
    _ entry: CommandInFlight, _ box: ReplyOutcome, _ code: ReplyCode, _ judgement: inout Judgement
  ) {
    guard loginMachine.state != .loggedIn, entry.traits.contains(.touchesFiles), code.kind != .protected
    else {
      return
    }
    switch box {
    case .failure, .then(.acct): return
    // There is no such arrow, but the code may still say that the command was executed.
    case .error: if code.kind == nil || code.isNegative { return }
    case .wait, .success, .then: break
    }
    judgement.add(
      "959:4.2:not-logged-in-530", by: .server, expected: "530 to \(entry.command.printable) before login",
      received: code.description)
  }

  /// Whether a USER waits for its reply.
  private var hasUserInFlight: Bool {
    mutating get { queue.contains { $0.role == .user } }
  }

  /// Resets everything to the state of a new connection, as REIN and AUTH do, except the control connection.
  private mutating func reset() {
    loginMachine.reset(hasUserInFlight: hasUserInFlight)
    parameters = TransferParameters()
    restartMachine = RestartMachine()
    renameMachine = RenameMachine()
    setupMachine = SetupMachine()
    transferMachine.expectConnection()
  }
}
