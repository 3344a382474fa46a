import FTPProtocol

/// `code-…`: replies with another code.
enum ReplyCodeFaults {
  static let all = [
    FaultKind(
      "code-type", .code("226"), "TYPE gets another code than 200.", .field("Q71", "sasserftpd, bot ftpd")
    ) { code in .recoding(code) { $0.verb == .type && $0.code == 200 } },
    FaultKind(
      "code-range", "Replies of success have a second digit that no RFC defines.", "959:4.2:digit-ranges",
      .recoding(290) { $0.stage == .single && $0.code.rawValue / 10 == 20 }),
    FaultKind(
      "code-125", "A transfer begins with 125.", .field("Q19", "IIS"),
      .recoding(125) { $0.stage == .preliminary }),
    FaultKind(
      "code-250", "A transfer ends with 250.", .field("Q18", "IBM i"), .recoding(250, if: isComplete)),
    FaultKind(
      "code-200", "A transfer ends with 200.", .field("Q22", "em-ftpd"), .recoding(200, if: isComplete)),
    FaultKind(
      "code-failed", .code("426"), "A transfer that is complete ends with the code of a failure.",
      .field("Q51", "servers seen by libcurl and jsftp")
    ) { code in .recoding(code, if: isComplete) },
    FaultKind(
      "code-preliminary", "DELE, MKD and RMD get 150 before their reply.", .field("Q23", "ftpony"),
      .preceding(with: .reply(150, "Working.")) { facts in
        facts.stage == .single && [.dele, .mkd, .rmd].contains(facts.verb)
      }),
    FaultKind(
      "code-pwd", .code("200"), "PWD gets another code than 257.", "959:5.4:pwd-codes"
    ) { code in .recoding(code) { $0.verb == .pwd && $0.code == 257 } },
    FaultKind(
      "code-hash", .code("250"), "HASH gets another code than 213.",
      .field("Q72", "ProFTPD mod_digest, egnyte")
    ) { code in .recoding(code) { $0.verb == .hash && $0.code == 213 } },
    FaultKind(
      "code-500", .verb("NOOP"), "A command gets 500.", "1123:4.1.2.13:required-commands"
    ) { verb in .answering(verb, with: .reply(500, "Command not understood.")) },
    FaultKind(
      "code-answer", .pair(.verb("NOOP"), .code("202")), "A command works as usual, but gets another code.",
      "959:4.2:no-invented-codes"
    ) { verb, code in .recoding(code) { $0.isFinal && $0.verb == verb } },
    FaultKind(
      "code-pretend", .pair(.verb("DELE"), .code("250")), "A command gets a code, but has no effect.",
      "959:4.2:success-means-done"
    ) { verb, code in .answering(verb, with: .reply(code, "As you wish.")) },
    FaultKind(
      "code-swap", .pair(.code("500"), .code("502")),
      "Every reply with the first code gets the second one instead.", "959:4.2:no-invented-codes"
    ) { old, new in .recoding(new) { $0.code == old } },
  ]

  private static let isComplete: FaultHooks.ReplyCondition = { $0.stage == .completion && $0.code == 226 }
}
