import FTPProtocol

/// `login-…`: USER, PASS and ACCT.
enum LoginFaults {
  static let all = [
    FaultKind(
      "login-account", "PASS gets 332, and ACCT completes the login.",
      .field("Q65", "servers that bill, seen by node-ftp and FluentFTP"),
      .onReply { facts, steps in
        if facts.verb == .pass, facts.code == 230 { steps = [.reply(332, "Account required.")] }
        if facts.verb == .acct, facts.code == 202 { steps = [.reply(230, "Logged in.")] }
      }),
    FaultKind(
      "login-account-first", "USER gets 332, and ACCT completes the login without a password.",
      .field("Q65", "node-ftp users"),
      FaultHooks(
        configure: withoutPasswords,
        onReply: { facts, steps in
          if facts.verb == .user, facts.code == 230 { steps = [.reply(332, "Account required.")] }
          if facts.verb == .acct, facts.code == 202 { steps = [.reply(230, "Logged in.")] }
        })),
    FaultKind(
      "login-refused", ("TIMES", "1"), "PASS gets 530 this many times, whatever the password is.",
      .requirement("959:4.2:group-restarts")
    ) { value throws(FaultError) in
      let times = try value.count(1...1_000_000)
      return .onCommand { facts, steps in
        guard facts.verb == .pass, facts.occurrence <= times else { return }
        steps = [.reply(530, "Login incorrect.")]
      }
    },
    FaultKind(
      "login-slow", ("SPAN", "1s"), "The answer to PASS comes late.",
      .requirement("2577:5:wrong-pass-delayed")
    ) { value throws(FaultError) in
      let pause = try value.duration()
      return .onReply { facts, steps in if facts.verb == .pass { steps = [.pause(pause)] + steps } }
    },
    FaultKind(
      "login-no-password", "USER gets 230 at once.", .field("Q65", "FubarDev FtpServer, mtheall/ftpd"),
      .configure(withoutPasswords)),
    FaultKind(
      "login-user-code", ("CODE", "200"), "USER gets another code than 331.",
      .requirement("959:5.4:user-codes")
    ) { value throws(FaultError) in
      let code = try value.code()
      return .onReply { facts, steps in
        if facts.verb == .user, facts.code == 331 { steps.changeReplies { $0.code = code } }
      }
    },
    FaultKind(
      "login-pass-code", ("CODE", "220"), "The right password gets another code than 230.",
      .requirement("959:5.4:pass-codes")
    ) { value throws(FaultError) in
      let code = try value.code()
      return .onReply { facts, steps in
        if facts.verb == .pass, facts.code == 230 { steps.changeReplies { $0.code = code } }
      }
    },
    FaultKind(
      "login-kept", "A further USER gets 331, and the login does not change.",
      .requirement("959:4.1.1:user-drops-login"),
      .onCommand { facts, steps in
        guard facts.verb == .user, facts.occurrence > 1 else { return }
        steps = [.reply(331, "Password required.")]
      }),
    FaultKind(
      "login-names", "USER gets 530 if the name is unknown.",
      .requirement("2577:7:user-names-hidden"), .configure { $0.habits.insert(.tellsUserNames) }),
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
      "login-long", ("LINES", "100"), "The answer to the right password is a long message of the day.",
      .requirement("1123:4.1.2.11:multiline-any-length")
    ) { value throws(FaultError) in
      let count = try value.count(1...10_000)
      return .onReply { facts, steps in
        guard facts.verb == .pass, facts.code == 230 else { return }
        steps.changeReplies { reply in
          let inside = (0..<count).map { Array("Rule \($0): be kind.".utf8) }
          reply.lines = [Array("Welcome.".utf8)] + inside + [Array("Logged in.".utf8)]
        }
      }
    },
  ]

  @Sendable private static func withoutPasswords(_ configuration: inout MockServer.Configuration) {
    for index in configuration.users.indices { configuration.users[index].password = .none }
  }
}
