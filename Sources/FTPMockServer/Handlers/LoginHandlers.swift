import FTPProtocol
import FTPTransport

/// USER, PASS, ACCT, REIN, QUIT (RFC 959, section 4.1.1).
enum LoginHandlers {
  static let all = [
    CommandHandler(.user, .required("username"), needs: [], help: "Names the user.", action: user),
    CommandHandler(
      .pass, .optional("password"), needs: [.directlyAfter(.user)], help: "Gives the password.", action: pass),
    CommandHandler(.acct, .required("account"), needs: [], help: "Gives an account; none is needed here.") {
      session, _ in
      session.user == nil
        ? .reply(503, "Bad sequence of commands: log in first.") : .reply(202, "No account is needed.")
    },
    CommandHandler(.rein, .ignored, needs: [], help: "Logs out and begins anew.") { session, _ in
      session.reinitialize()
      return .reply(220, "Ready for a new user.")
    },
    CommandHandler(.quit, .ignored, needs: [], help: "Ends the session.") { _, _ in
      .replyAndClose(ServerReply(221, "Goodbye."))
    },
  ]

  /// Known and unknown names get the same answer (RFC 2577, section 7), except where no password is asked.
  @Sendable private static func user(_ session: SessionContext, _ argument: Argument) -> Response {
    // A new USER ends the login and leaves the transfer parameters (RFC 959, section 4.1.1).
    session.login = .none
    let name = argument.text
    if let user = find(name, session), user.password == .none { return admit(user, session) }
    session.login = .awaitingPassword(name: name)
    return .reply(331, "Password required.")
  }

  @Sendable private static func pass(_ session: SessionContext, _ argument: Argument) -> Response {
    guard case .awaitingPassword(let name) = session.login else {
      return .reply(503, "Bad sequence of commands: USER comes first.")
    }
    session.login = .none
    if let user = find(name, session) {
      switch user.password {
      case .none, .any: return admit(user, session)
      case .exactly(let password) where argument.bytes.elementsEqual(password.utf8):
        return admit(user, session)
      default: break
      }
    }
    session.failedLogins += 1
    session.pause(session.configuration.timeouts.wrongPassword)
    if session.failedLogins >= session.configuration.limits.loginAttempts {
      return .replyAndClose(ServerReply(421, "Too many failed logins, closing."))
    }
    return .reply(530, "Login incorrect.")
  }

  private static func admit(_ user: User, _ session: SessionContext) -> Response {
    guard session.core.admit(user) else {
      return .replyAndClose(ServerReply(421, "Too many sessions of this user, try again later."))
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
