import FTPProtocol

/// `code-…`: replies with another code.
enum ReplyCodeFaults {
  static let bodies: [String: FaultBody] = [
    "code-type": FaultBody(.code("226")) { code in .recoding(code) { $0.verb == .type && $0.code == 200 } },
    "code-range": FaultBody(.recoding(290) { $0.stage == .single && $0.code.rawValue / 10 == 20 }),
    "code-125": FaultBody(.recoding(125) { $0.stage == .preliminary }),
    "code-250": FaultBody(.recoding(250, if: isComplete)),
    "code-200": FaultBody(.recoding(200, if: isComplete)),
    "code-failed": FaultBody(.code("426")) { code in .recoding(code, if: isComplete) },
    "code-preliminary": FaultBody(
      .preceding(with: .reply(150, "Working.")) { facts in
        facts.stage == .single && [.dele, .mkd, .rmd].contains(facts.verb)
      }),
    "code-pwd": FaultBody(.code("200")) { code in .recoding(code) { $0.verb == .pwd && $0.code == 257 } },
    "code-hash": FaultBody(.code("250")) { code in .recoding(code) { $0.verb == .hash && $0.code == 213 } },
    "code-site-exec": FaultBody(
      .recoding(200) {
        $0.verb == .site && $0.command?.command.argument?.starts(with: Array("EXEC".utf8)) ?? false
      }),
    "code-500": FaultBody(.verb("NOOP")) { verb in
      .answering(verb, with: .reply(500, "Command not understood."))
    },
    "code-answer": FaultBody(.pair(.verb("NOOP"), .code("202"))) { verb, code in
      .recoding(code) { $0.isFinal && $0.verb == verb }
    },
    "code-pretend": FaultBody(.pair(.verb("DELE"), .code("250"))) { verb, code in
      .answering(verb, with: .reply(code, "As you wish."))
    },
    "code-swap": FaultBody(.pair(.code("500"), .code("502"))) { old, new in .recoding(new) { $0.code == old }
    },
  ]

  private static let isComplete: FaultHooks.ReplyCondition = { $0.stage == .completion && $0.code == 226 }
}
