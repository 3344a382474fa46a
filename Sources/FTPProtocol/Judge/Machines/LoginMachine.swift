// The login: RFC 959, section 4.1.1, and the last diagram of section 6.
//
//     none ── USER ──┬─ success ──────────────────────────────────▶ logged in
//                    ├─ then(pass) ─▶ awaiting password ── PASS ──┬─ success ─▶ logged in
//                    │                                            ├─ then(acct) ─┐
//                    ├─ then(acct) ─▶ awaiting account ◀──────────┼──────────────┘
//                    │                       └─ ACCT ── success ──┼────────────▶ logged in
//                    └─ failure, error ─▶ refused ◀───────────────┴─ failure, error
//
// USER is allowed at any time, even during a session; a server that refuses the new user may keep the old
// one. ACCT may also answer a 332 outside a login, which changes nothing here. PASS must directly follow USER.

package enum LoginState: String, Hashable, Sendable, CaseIterable {
  /// No user is logged in and no login is in progress.
  case none
  /// The user is named, a password is asked for.
  case awaitingPassword
  /// An account is asked for to complete the login.
  case awaitingAccount
  case loggedIn
  /// The last attempt was refused.
  case refused
}

/// The state of the login, and how commands and replies change it.
struct LoginMachine: Sendable {
  private(set) var state = LoginState.none
  /// USER, then PASS, as the client has sent them.
  private(set) var sequence = CommandSequence()
  /// Whether USER was sent since the greeting or REIN.
  private(set) var hasUser = false

  private static let rule = CommandSequence.Rule(
    first: "USER", second: "PASS", order: "959:4.1.1:pass-after-user",
    directly: "959:4.1.1:pass-directly-after", again: "USER again after a failed login")
}

// What the client sends.
extension LoginMachine {
  mutating func sendUser() {
    sequence.begin()
    hasUser = true
  }

  mutating func sendPassword(_ judgement: inout Judgement) -> CommandInFlight.Faults {
    sequence.finish(Self.rule, &judgement)
  }

  mutating func sendReinitialize() { hasUser = false }

  /// HOST belongs before USER (RFC 7151, section 3.2), and names no port.
  func sendHost(_ command: Command, _ judgement: inout Judgement) -> CommandInFlight.Faults {
    let argument = command.argument ?? []
    let afterHost = argument.lastIndex(of: 0x5D).map { argument[($0 + 1)...] } ?? argument[...]
    if afterHost.contains(0x3A) {
      judgement.add(
        "7151:3.1:client-sends-no-port", by: .client, expected: "a host name without a port",
        received: Escaping.ascii(argument, limit: 64))
    }
    guard hasUser else { return [] }
    judgement.add(
      "7151:3.2:host-before-user", by: .client, expected: "HOST before USER", received: "HOST after USER")
    return .noPredecessor
  }

  mutating func sendOther(_ verb: Verb) { sequence.interrupt(with: verb) }
}

// What the server answers.
extension LoginMachine {
  /// The greeting has led to a box.
  mutating func settleGreeting(_ box: ReplyOutcome) {
    if box == .failure { state = .refused }
  }

  /// USER led to a box; `isLatest` is false if another USER was sent since, which began a login that this
  /// reply is not about.
  mutating func settleUser(_ box: ReplyOutcome, isLatest: Bool) {
    let stage: CommandSequence.Stage
    switch box {
    case .success:
      state = .loggedIn
      stage = .done
    case .then(let next):
      state = next == .acct ? .awaitingAccount : .awaitingPassword
      stage = .accepted
    case .wait, .failure, .error:
      // A server that does not let a user change keeps the one it has.
      if state != .loggedIn { state = .refused }
      stage = .refused
    }
    if isLatest { sequence.settle(stage) }
  }

  mutating func settlePassword(
    _ box: ReplyOutcome, _ faults: CommandInFlight.Faults, _ code: ReplyCode, _ judgement: inout Judgement
  ) {
    switch box {
    case .success:
      // A user who is already logged in gains nothing: the code merely claims too much.
      let requirement: RequirementID =
        state == .loggedIn ? "959:4.2:bad-sequence-503" : "959:4.1.1:pass-after-user"
      state = .loggedIn
      guard faults.contains(.noPredecessor) else { return }
      judgement.add(
        requirement, by: .server, expected: "503 to PASS without USER", received: code.description)
    case .then: state = .awaitingAccount
    case .wait, .failure, .error:
      // If USER was enough, the user is logged in, whatever happens to the password.
      if state != .loggedIn { state = .refused }
      if sequence.stage == .none { sequence.refuse() }
    }
  }

  mutating func settleAccount(_ box: ReplyOutcome) {
    guard state == .awaitingAccount else { return }
    switch box {
    case .success: state = .loggedIn
    case .failure: state = .refused
    case .wait, .error, .then: break
    }
  }

  func settleHost(
    _ box: ReplyOutcome, _ faults: CommandInFlight.Faults, _ code: ReplyCode, _ judgement: inout Judgement
  ) {
    guard box == .success, faults.contains(.noPredecessor), state == .loggedIn else { return }
    judgement.add(
      "7151:3:host-after-login", by: .server, expected: "503 to HOST after login",
      received: code.description)
  }

  /// Resets to the state after the greeting; a USER sent after the reset belongs to the new state.
  mutating func reset(hasUserInFlight: Bool) {
    state = .none
    hasUser = hasUserInFlight
    if !hasUserInFlight { sequence = CommandSequence() }
  }
}
