import FTPClient
import FTPProtocol

// Who is let in, and what a session may do that is not logged in.
extension ServerModel {
  /// What a session was allowed that had no right to it; nil if there is nothing to say.
  func intrusion(
    _ exchange: Exchange, _ outcome: SessionModel.Outcome, _ session: SessionModel
  ) -> Difference? {
    let command = exchange.command
    guard !session.isLost, session.judge.login != .loggedIn, outcome == .done || exchange.hasBegun,
      let final = exchange.replies.last
    else { return nil }
    func difference(_ rule: RequirementID, _ expected: String) -> Difference {
      Difference(
        subject: .access, path: nil, reporter: command, expected: "a refusal of \(expected)",
        received: Probe.words(of: final), rule: rule)
    }
    // What is left of a login that has ended is one thing, whatever shows it.
    let rule: RequirementID =
      switch session.lastEnd {
      case .rein: "959:4.1.1:rein-keeps-control"
      case .user: "959:4.1.1:user-drops-login"
      default: Difference.wrongPassword
      }
    guard command.verb == .pass else {
      return Self.needsLogin(command.verb) ? difference(rule, "\(command.verb) without a login") : nil
    }
    guard let login, let password = login.password, !isRight(command, session) else { return nil }
    guard let user = session.namedUser else {
      return difference(Difference.unnamedUser, "PASS, because no USER came directly before it")
    }
    let guess = command.argument ?? []
    var found = difference(rule, "a login that is wrong")
    found.isLenient = user == login.user && guess.split(separator: 0x20) == password.split(separator: 0x20)
    return found
  }

  /// Whether a PASS completes the login that the server should let in; true if nothing is known about that.
  func isRight(_ command: Command, _ session: SessionModel) -> Bool {
    guard let login else { return true }
    return session.namedUser == login.user && command.argument ?? [] == login.password
  }

  /// Whether a command reads or changes files, which takes a login.
  private static func needsLogin(_ verb: Verb) -> Bool {
    verb.row?.data != nil || verb.has(.changesFiles) || [.cwd, .size, .mdtm, .mlst].contains(verb)
  }
}
