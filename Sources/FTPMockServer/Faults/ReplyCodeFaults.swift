import FTPProtocol

/// `code-…`: replies with another code.
enum ReplyCodeFaults {
  static let all = [
    FaultKind(
      "code-type", ("CODE", "226"), "TYPE gets another code than 200.",
      .field("Q71", "sasserftpd, bot ftpd")
    ) { value throws(FaultError) in
      let code = try value.code()
      return change { facts in facts.verb == .type && facts.code == 200 ? code : nil }
    },
    FaultKind(
      "code-range", "Replies of success have a second digit that no RFC defines.",
      .requirement("959:4.2:digit-ranges"),
      change { facts in facts.stage == .single && facts.code.rawValue / 10 == 20 ? 290 : nil }),
    FaultKind(
      "code-125", "A transfer begins with 125.", .field("Q19", "IIS"),
      change { facts in facts.stage == .preliminary ? 125 : nil }),
    FaultKind(
      "code-250", "A transfer ends with 250.", .field("Q18", "IBM i"),
      change { facts in facts.stage == .completion && facts.code == 226 ? 250 : nil }),
    FaultKind(
      "code-200", "A transfer ends with 200.", .field("Q22", "em-ftpd"),
      change { facts in facts.stage == .completion && facts.code == 226 ? 200 : nil }),
    FaultKind(
      "code-failed", ("CODE", "426"), "A transfer that is complete ends with the code of a failure.",
      .field("Q51", "servers seen by libcurl and jsftp")
    ) { value throws(FaultError) in
      let code = try value.code()
      return change { facts in facts.stage == .completion && facts.code == 226 ? code : nil }
    },
    FaultKind(
      "code-preliminary", "DELE, MKD and RMD get 150 before their reply.", .field("Q23", "ftpony"),
      .onReply { facts, steps in
        if facts.verb == .dele || facts.verb == .mkd || facts.verb == .rmd, facts.stage == .single {
          steps = [.reply(150, "Working.")] + steps
        }
      }),
    FaultKind(
      "code-pwd", ("CODE", "200"), "PWD gets another code than 257.",
      .requirement("959:5.4:pwd-codes")
    ) { value throws(FaultError) in
      let code = try value.code()
      return change { facts in facts.verb == .pwd && facts.code == 257 ? code : nil }
    },
    FaultKind(
      "code-hash", ("CODE", "250"), "HASH gets another code than 213.",
      .field("Q72", "ProFTPD mod_digest, egnyte")
    ) { value throws(FaultError) in
      let code = try value.code()
      return change { facts in facts.verb == "HASH" && facts.code == 213 ? code : nil }
    },
    FaultKind(
      "code-500", ("VERB", "NOOP"), "A command gets 500.",
      .requirement("1123:4.1.2.13:required-commands")
    ) { value throws(FaultError) in
      let verb = try value.verb()
      return .onCommand { facts, steps in
        if facts.verb == verb { steps = [.reply(500, "Command not understood.")] }
      }
    },
    FaultKind(
      "code-answer", ("VERB:CODE", "NOOP:202"), "A command works as usual, but gets another code.",
      .requirement("959:4.2:no-invented-codes")
    ) { value throws(FaultError) in
      let (verb, code) = try value.pair({ value throws(FaultError) in try value.verb() })
      return change { facts in facts.isFinal && facts.verb == verb ? code : nil }
    },
    FaultKind(
      "code-pretend", ("VERB:CODE", "DELE:250"), "A command gets a code, but has no effect.",
      .requirement("959:4.2:success-means-done")
    ) { value throws(FaultError) in
      let (verb, code) = try value.pair({ value throws(FaultError) in try value.verb() })
      return .onCommand { facts, steps in
        if facts.verb == verb { steps = [.reply(code, "As you wish.")] }
      }
    },
    FaultKind(
      "code-swap", ("CODE:CODE", "500:502"), "Every reply with the first code has the second one instead.",
      .requirement("959:4.2:no-invented-codes")
    ) { value throws(FaultError) in
      let (old, new) = try value.pair({ value throws(FaultError) in try value.code() })
      return change { facts in facts.code == old ? new : nil }
    },
  ]

  private static func change(_ code: @escaping @Sendable (ReplyFacts) -> ReplyCode?) -> FaultHooks {
    .onReply { facts, steps in
      guard let code = code(facts) else { return }
      steps.changeReplies { $0.code = code }
    }
  }
}
