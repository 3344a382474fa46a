import FTPProtocol

/// `login-…`: USER, PASS and ACCT.
enum LoginFaults {
  static let all = [
    FaultKind(
      "login-account", "PASS gets 332, and ACCT completes the login.",
      .field("Q65", "servers that bill, seen by node-ftp and FluentFTP"),
      FaultHooks(onReply: wantingAccount(after: .pass))),
    FaultKind(
      "login-account-first", "USER gets 332, and ACCT completes the login without a password.",
      .field("Q65", "node-ftp users"),
      FaultHooks(configure: withoutPasswords, onReply: wantingAccount(after: .user))),
    FaultKind(
      "login-refused", .count("1", 1...1_000_000, named: "TIMES"),
      "PASS gets 530 this many times, whatever the password is.",
      "959:4.2:group-restarts"
    ) { times in .answering(.pass, with: .reply(530, "Login incorrect.")) { $0.occurrence <= times } },
    FaultKind(
      "login-slow", .span("1s"), "The answer to PASS comes late.", "2577:5:wrong-pass-delayed"
    ) { pause in .preceding(with: .pause(pause)) { $0.verb == .pass } },
    FaultKind(
      "login-no-password", "USER gets 230 at once.", .field("Q65", "FubarDev FtpServer, mtheall/ftpd"),
      .configure(withoutPasswords)),
    FaultKind(
      "login-user-code", .code("200"), "USER gets another code than 331.",
      "959:5.4:user-codes"
    ) { code in .recoding(code) { $0.verb == .user && $0.code == 331 } },
    FaultKind(
      "login-pass-code", .code("220"), "The right password gets another code than 230.", "959:5.4:pass-codes"
    ) { code in .recoding(code) { $0.verb == .pass && $0.code == 230 } },
    FaultKind(
      "login-kept", "A further USER gets 331, and the login does not change.", "959:4.1.1:user-drops-login",
      .answering(.user, with: .reply(331, "Password required.")) { $0.occurrence > 1 }),
    FaultKind(
      "login-names", "USER gets 530 if the name is unknown.",
      "2577:7:user-names-hidden", .habit(.tellsUserNames)),
    FaultKind(
      "login-not-needed", "PWD, CWD and TYPE work without a login.", .field("Q66", "NevolutionX"),
      .onReply { facts, steps in
        guard facts.stage == .single, facts.code == 530 else { return }
        switch facts.verb {
        case .pwd: steps = [.reply(257, "\"/\" is the current directory.")]
        case .cwd: steps = [.reply(250, "Directory changed.")]
        case .type: steps = [.reply(200, "Type set.")]
        default: break
        }
      }),
    FaultKind(
      "login-long", .count("100", 1...10_000, named: "LINES"),
      "The answer to the right password is a long message of the day.", "1123:4.1.2.11:multiline-any-length"
    ) { count in
      .rewriting(if: { $0.verb == .pass && $0.code == 230 }) { reply in
        let inside = (0..<count).map { Array("Rule \($0): be kind.".utf8) }
        reply.lines = [Array("Welcome.".utf8)] + inside + [Array("Logged in.".utf8)]
      }
    },
  ]

  private static func wantingAccount(
    after verb: Verb
  ) -> @Sendable (ReplyFacts, inout [ReplyStep]) -> Void {
    { facts, steps in
      if facts.verb == verb, facts.code == 230 { steps = [.reply(332, "Account required.")] }
      if facts.verb == .acct, facts.code == 202 { steps = [.reply(230, "Logged in.")] }
    }
  }

  @Sendable private static func withoutPasswords(_ configuration: inout MockServer.Configuration) {
    for index in configuration.users.indices { configuration.users[index].password = .none }
  }
}
