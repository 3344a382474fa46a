import FTPProtocol

/// RFC 959, section 5.4: the order of commands and replies.
enum RFC959Section5_4 {
  static let cases: [ServerCase] = [
    // The order of commands and replies.
    ServerCase(
      "rfc959/5.4/greeting", "A new connection is greeted with 220, or 120 and then 220, or 421.", needs: [],
      start: .unconnected, scope: .everything, tags: ["minimum"],
      failsWith: ["greeting-none", "greeting-closed", "greeting-code=200"]
    ) { probe in
      let ftp = try await probe.connect(awaitingGreeting: false)
      try probe.expect(try await probe.greeting(of: ftp), 220, 421, to: "the connection")
    },
    ServerCase(
      "rfc959/5.4/nothing-spontaneous", "The server sends nothing but replies.", scope: .everything,
      failsWith: ["session-stray=4", "session-shifted", "transfer-double-226+session-stray=4"],
      .sendEach(["PWD", "NOOP"]),
      .nothing(because: "after the reply to the last command")),
    ServerCase(
      "rfc959/5.4/success-needs-preliminary", "A successful transfer begins with a preliminary reply.",
      needs: [.data], scope: .everything,
      failsWith: ["transfer-no-150"],
      .observe("LIST")),
    // The codes of replies to each command, according to the judge's table.
    codes("USER", needs: [], failsWith: "login-user-code=200", "USER nobody"),
    codes("PASS", needs: [], failsWith: "login-pass-code=220") { try await $0.logIn() },
    codes("ACCT", "ACCT none"),
    codes("CWD", "CWD no-such-directory", "CWD /"),
    codes("CDUP", "CDUP"),
    codes("SMNT", "SMNT no-such-volume"),
    codes("REIN", "REIN"),
    codes("QUIT", failsWith: "quit-code", "QUIT"),
    codes("PORT", needs: [.login, .ipv4], "PORT 1,2,3") { probe in
      let address = try await probe.ftp.listenForData()
      try await probe.send("PORT \(try AddressForm.hostPort.argument(for: address))")
    },
    codes("PASV", needs: [.login, .ipv4], failsWith: "code-answer=PASV:431", "PASV"),
    codes("MODE", "MODE S", "MODE Q"),
    codes("TYPE", "TYPE I", "TYPE A", "TYPE Q"),
    codes("STRU", "STRU F", "STRU Q"),
    codes("ALLO", "ALLO 1000"),
    codes("REST", failsWith: "code-answer=REST:310", "REST 0"),
    codes("STOR", needs: [.writeAccess, .data], failsWith: "transfer-refused=431", "STOR stored.txt"),
    codes("STOU", needs: [.writeAccess, .data], failsWith: "transfer-refused=431", "STOU"),
    codes("APPE", needs: [.writeAccess, .data], failsWith: "transfer-refused=431", "APPE appended.txt"),
    codes(
      "RETR", needs: [.writeAccess, .data], failsWith: "code-answer=RETR:431",
      after: [.store("there.txt", "here"), .download("RETR there.txt")], "RETR no-such-file"),
    codes("LIST", needs: [.data], failsWith: "transfer-refused=431", "LIST"),
    codes("NLST", needs: [.data], failsWith: "transfer-refused=431", "NLST"),
    codes(
      "RNFR", needs: [.writeAccess], failsWith: "code-answer=RNFR:310", after: [.send("MKD old")],
      "RNFR old", "RNFR missing"),
    codes(
      "RNTO", needs: [.writeAccess], after: [.send("MKD old"), .send("RNFR old")], "RNTO new",
      "RNTO missing"),
    codes(
      "DELE", needs: [.writeAccess, .data], after: [.store("there.txt", "here")], "DELE there.txt",
      "DELE missing.txt"),
    codes("RMD", needs: [.writeAccess], after: [.send("MKD there")], "RMD there", "RMD missing"),
    codes("MKD", needs: [.writeAccess], "MKD there", "MKD there"),
    codes("PWD", "PWD"),
    codes("ABOR", "ABOR"),
    codes("SYST", "SYST"),
    codes("STAT", failsWith: "code-answer=STAT:215", "STAT", "STAT no-such-file"),
    codes("HELP", "HELP", "HELP USER"),
    codes("SITE", "SITE HELP", "SITE XYZZ"),
    codes("NOOP", "NOOP"),
  ]

  /// Makes a case about the codes of a verb; the judge reports wrong ones, so the steps only need to cause various
  /// replies.
  private static func codes(
    _ verb: String, needs: [Need] = [.login], failsWith fault: String? = nil,
    after preparation: [CaseAction] = [], _ commands: String...,
    steps: @escaping @Sendable (Probe) async throws -> Void = { _ in }
  ) -> ServerCase {
    ServerCase(
      CaseID(rawValue: "rfc959/5.4/\(verb.lowercased())-codes"),
      "The replies to \(verb) have the codes listed for it.",
      [RequirementID(rawValue: "959:5.4:\(verb.lowercased())-codes")], needs: needs, scope: .everything,
      tags: ["codes"], failsWith: [fault ?? "code-answer=\(verb):212"],
      .preparation(preparation), .observation(commands), .compute(steps))
  }
}
