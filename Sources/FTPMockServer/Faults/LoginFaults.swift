import FTPProtocol

/// `login-…`: USER, PASS and ACCT.
enum LoginFaults {
  static let bodies: [String: FaultBody] = [
    "login-account": FaultBody(FaultHooks(onReply: wantingAccount(after: .pass))),
    "login-account-first": FaultBody(
      FaultHooks(configure: withoutPasswords, onReply: wantingAccount(after: .user))),
    "login-refused": FaultBody(.count("1", 1...1_000_000, named: "TIMES")) { times in
      .answering(.pass, with: .reply(530, "Login incorrect.")) { $0.occurrence <= times }
    },
    "login-slow": FaultBody(.span("1s")) { pause in .preceding(with: .pause(pause)) { $0.verb == .pass } },
    "login-no-password": FaultBody(.configure(withoutPasswords)),
    "login-user-code": FaultBody(.code("200")) { code in
      .recoding(code) { $0.verb == .user && $0.code == 331 }
    },
    "login-pass-code": FaultBody(.code("220")) { code in
      .recoding(code) { $0.verb == .pass && $0.code == 230 }
    },
    "login-kept": FaultBody(.answering(.user, with: .reply(331, "Password required.")) { $0.occurrence > 1 }),
    "login-not-needed": FaultBody(
      .onReply { facts, steps in
        guard facts.stage == .single, facts.code == 530 else { return }
        switch facts.verb {
        case .pwd: steps = [.reply(257, "\"/\" is the current directory.")]
        case .cwd: steps = [.reply(250, "Directory changed.")]
        case .type: steps = [.reply(200, "Type set.")]
        default: break
        }
      }),
    "login-long": FaultBody(.count("100", 1...10_000, named: "LINES")) { count in
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
