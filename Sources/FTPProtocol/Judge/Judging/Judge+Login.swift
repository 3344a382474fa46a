extension Judge {
  /// Takes the final reply to USER, PASS, ACCT, REIN or HOST.
  mutating func settleLogin(
    _ role: VerbRow.Role, _ entry: CommandInFlight, _ code: ReplyCode, _ judgement: inout Judgement
  ) {
    switch role {
    case .user: settleUser(code)
    case .password: settlePassword(entry, code, &judgement)
    case .account: settleAccount(code)
    case .reinitialize:
      guard code.firstDigit == 2 else { return }
      reset()
      protection = ProtectionState()
    default:
      guard entry.faults.contains(.noPredecessor), code.firstDigit == 2, login == .loggedIn else { return }
      judgement.add(
        "7151:3:host-after-login", by: .server, expected: "503 to HOST after login",
        received: code.description)
    }
  }

  /// Whether a USER waits for its reply.
  var hasUserInFlight: Bool { queue.contains { $0.role == .user } }

  private mutating func settleUser(_ code: ReplyCode) {
    // A USER that was sent meanwhile has begun another login, which this reply is not about.
    let isLatest = !hasUserInFlight
    switch code.firstDigit {
    case 2:
      login = .loggedIn
      if isLatest { order.login.settle(.done) }
    case 3:
      login = code == 332 ? .awaitingAccount : .awaitingPassword
      if isLatest { order.login.settle(.accepted) }
    default:
      // A server that does not let a user change keeps the one it has.
      if login != .loggedIn { login = .refused }
      if isLatest { order.login.settle(.refused) }
    }
  }

  private mutating func settlePassword(
    _ entry: CommandInFlight, _ code: ReplyCode, _ judgement: inout Judgement
  ) {
    switch code.firstDigit {
    case 2:
      login = .loggedIn
      guard entry.faults.contains(.noPredecessor) else { return }
      judgement.add(
        "959:4.1.1:pass-after-user", by: .server, expected: "503 to PASS without USER",
        received: code.description)
    case 3: login = .awaitingAccount
    default:
      if login != .loggedIn || !entry.faults.contains(.noPredecessor) { login = .refused }
      if order.login.stage == .none { order.login.stage = .refused }
    }
  }

  private mutating func settleAccount(_ code: ReplyCode) {
    switch code.firstDigit {
    case 2:
      if login == .awaitingAccount { login = .loggedIn }
      kept = putOff
    case 4, 5: if login == .awaitingAccount { login = .refused }
    default: break
    }
    putOff = nil
  }
}
