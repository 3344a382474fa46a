import FTPProtocol

/// USER, PASS, ACCT, REIN, QUIT (RFC 959, section 4.1.1).
enum LoginHandlers {
  static let all = [
    CommandHandler(.user, action: user),
    CommandHandler(.pass, mayLackArgument: true, turn: .pass, action: pass),
    CommandHandler(.acct, action: account),
    CommandHandler(.rein) { session, _ in
      session.reinitialize()
      let reply = ServerReply(220, "Ready for a new user.")
      session.hasReinitialized = true
      return session.isProtected ? clear(session, reply) : .reply(reply)
    },
    CommandHandler(.quit) { _, _ in
      .reply(ServerReply(221, "Goodbye."), then: .close)
    },
  ]

  /// The reply to REIN under TLS, which then ends (RFC 4217, section 13).
  ///
  /// TLS that began before the first command stays.
  private static func clear(_ session: SessionContext, _ reply: ServerReply) -> Response {
    let habits = session.configuration.habits
    if !habits.contains(.keepsLevel) {
      session.protection.hasBufferSize = false
      session.protection.coversData = false
      session.protection.hasLevel = false
    }
    if session.configuration.tls?.mode == .implicit || habits.contains(.staysAfterREIN) {
      return .reply(reply)
    }
    session.protection.serverName = nil
    return .reply(reply, then: .clear)
  }

  /// Existing and unknown names get the same reply (RFC 2577, section 7), except if no password is needed.
  @Sendable private static func user(_ session: SessionContext, _ argument: Argument) -> Response {
    // A new USER ends the login and keeps the transfer parameters (RFC 959, section 4.1.1).
    session.login = .none
    session.hasAccount = false
    let name = String(decoding: argument.bytes.drop { $0 == 0x20 }, as: UTF8.self)
    let user = find(name, session)
    if let user, user.password == .none { return accept(user, after: .user, session) }
    if user == nil, session.configuration.habits.contains(.tellsUserNames) {
      return .reply(530, "There is no such user.")
    }
    guard let question = session.reply(to: .user, leadingTo: .pass, "Password required.") else {
      return refuse(session)
    }
    session.login = .awaitingPassword(name: name)
    return question
  }

  @Sendable private static func pass(_ session: SessionContext, _ argument: Argument) -> Response {
    guard case .awaitingPassword(let name) = session.login else {
      return .reply(503, "Bad sequence of commands: USER comes first.")
    }
    session.login = .none
    if let user = find(name, session) {
      switch user.password {
      case .none, .any: return accept(user, after: .pass, session)
      case .exactly(let password)
      where argument.bytes.elementsEqual(password.utf8)
        || session.configuration.habits.contains(.comparesPasswordsInPart)
          && zip(argument.bytes, password.utf8).allSatisfy(==):
        return accept(user, after: .pass, session)
      default: break
      }
    }
    return refuse(session)
  }

  @Sendable private static func account(_ session: SessionContext, _ argument: Argument) -> Response {
    switch session.login {
    case .awaitingAccount(let user):
      // After a failure, the login begins again with USER (RFC 959, section 4.2: 5yz within a group).
      session.login = .none
      return names(argument, user) ? admit(user, session) : refuse(session)
    case .loggedIn(let user) where session.lacksAccount:
      guard names(argument, user) else { return refuse(session) }
      session.hasAccount = true
      return .reply(230, "Account accepted.")
    case .loggedIn: return .reply(202, "No account is needed.")
    case .none, .awaitingPassword: return .reply(503, "Bad sequence of commands: log in first.")
    }
  }

  private static func names(_ argument: Argument, _ user: User) -> Bool {
    user.account.map { argument.bytes.elementsEqual($0.name.utf8) } ?? true
  }

  private static func refuse(_ session: SessionContext) -> Response {
    session.failedLogins += 1
    session.pause(session.configuration.timeouts.wrongPassword)
    if session.failedLogins >= session.configuration.limits.loginAttempts {
      return .reply(ServerReply(421, "Too many failed logins, closing."), then: .close)
    }
    return .reply(530, "Login incorrect.")
  }

  /// Admits a user whose password is right, who may need to name an account first.
  private static func accept(_ user: User, after verb: Verb, _ session: SessionContext) -> Response {
    guard user.account?.purpose == .login else { return admit(user, session) }
    guard let question = session.reply(to: verb, leadingTo: .acct, "Need account for login.") else {
      return refuse(session)
    }
    session.login = .awaitingAccount(user)
    return question
  }

  private static func admit(_ user: User, _ session: SessionContext) -> Response {
    guard session.core.admit(user) else {
      return .reply(ServerReply(421, "Too many sessions of this user, try again later."), then: .close)
    }
    session.login = .loggedIn(user)
    session.failedLogins = 0
    let home = VirtualPath(user.home)
    session.directory = (try? session.storage.entry(at: home))?.isDirectory == true ? home : .root
    return .reply(230, "User \(user.name) logged in.")
  }

  /// `ftp` is another name for anonymous (RFC 1635, section 3).
  private static func find(_ name: String, _ session: SessionContext) -> User? {
    let users = session.configuration.users
    if let user = users.first(where: { $0.name == name }) { return user }
    let folded = name.lowercased()
    guard folded == "anonymous" || folded == "ftp" else { return nil }
    return users.first { $0.name == "anonymous" }
  }
}
