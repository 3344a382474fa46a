import FTPProtocol

/// RFC 959, section 4.1.1: REIN, QUIT, and the end of the control connection.
enum RFC959Section4_1_1Ends {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc959/4.1.1/rein-keeps-control", "REIN ends the login and keeps the control connection.",
      ["959:4.1.1:rein-keeps-control", "959:5.4:rein-codes"], tags: ["login", "rein"],
      failsWith: ["code-pretend=REIN:220", "session-closed=3"],
      .compute { try await $0.reinitialize() },
      .stayOpen(after: "REIN", .compute { try await $0.expectNoLogin() }, .compute { try await $0.logIn() })),
    ServerCase(
      "rfc959/4.1.1/rein-defaults", "REIN resets every parameter to its default.",
      needs: [.writeAccess, .data], tags: ["rein"], failsWith: ["code-pretend=REIN:220"],
      .textFile,
      .compute { try await $0.reinitialize() },
      .compute { probe in _ = try await probe.preparing("USER") { try await probe.logIn() } },
      .lines(in: "A", "{directory}/lines.txt", after: "after REIN")),
    ServerCase(
      "rfc959/4.1.1/rein-finishes-transfer", "A REIN during a transfer lets it finish.",
      needs: [.clear, .writeAccess, .data], tags: ["rein"],
      failsWith: ["transfer-disturbed"], traffic: .apart
    ) { probe in
      let reply = try await probe.uploadDisturbed(by: "REIN") { probe, reply in
        if !reply.code.isNegative { try await probe.logIn() }
        return try probe.ftp
      }
      try probe.skipUnsupported(reply, to: "REIN")
    },
    ServerCase(
      "rfc959/4.1.1/quit-221-close", "QUIT gets 221, and the server closes the connection.",
      ["959:4.1.1:quit-221-close", "959:5.4:quit-codes"], tags: ["quit", "minimum"],
      failsWith: ["quit-closed", "quit-open", "quit-code"],
      .send("QUIT", 221),
      .close(after: "221")),
    ServerCase(
      "rfc959/4.1.1/quit-before-login", "QUIT works before a login.",
      needs: [], tags: ["quit"], failsWith: ["quit-refused", "quit-open"],
      .send("QUIT", 221),
      .close(after: "221")),
    ServerCase(
      "rfc959/4.1.1/quit-during-transfer",
      "QUIT during a transfer takes effect after the reply to the transfer.", needs: [.writeAccess, .data],
      tags: ["quit"],
      failsWith: ["transfer-closed"], traffic: .apart
    ) { probe in
      // The connection has to stay open for the result of the transfer, which may be that it was given up.
      let reply = try await probe.uploadDisturbed(by: "QUIT", mayAbort: true) { probe, _ in
        try await probe.expectClose(after: "QUIT")
        return try await probe.preparing("USER") {
          let other = try await probe.connect()
          try await probe.logIn(over: other)
          return other
        }
      }
      try probe.expect(reply, 221, to: "QUIT")
    },
    ServerCase(
      "rfc959/4.1.1/close-acts-as-abor", "The end of the control connection ends a transfer.",
      ["959:4.1.1:close-acts-as-abor", "959:3.2:close-with-control"], needs: [.writeAccess, .data],
      tags: ["abor", "slow"], failsWith: ["transfer-outlives"]
    ) { probe in
      let transfer = try await probe.beginUpload("part.bin", probe.bytes(1_000))
      (try probe.ftp).close()
      try await probe.require(
        transfer.ends(within: probe.patience.closing),
        "the data connection closed with the control connection",
        "a data connection that stays open")
    },
  ]
}

extension Probe {
  /// Sends REIN and waits until it is done; 120 may come first.
  ///
  /// Under TLS, AUTH TLS follows. If REIN is refused, the case is not supported.
  func reinitialize() async throws {
    let reply = try await sendOptional("REIN")
    if reply.code.isNegative { throw CaseStop.unsupported(Self.words(of: reply)) }
    if reply.code.isPreliminary { try await nextReply(expecting: .completion, to: "REIN") }
    try await secureAgain(ftp)
  }

  /// PWD shows that the login is over, unless it needs none.
  fileprivate func expectNoLogin() async throws {
    let reply = try await send("PWD")
    guard !reply.code.isNegative else { return }
    let stranger = try await preparing("PWD") { try await connect() }
    if try await !stranger.send("PWD").code.isNegative { try skip("PWD needs no login") }
    try expect(reply, .negative, to: "PWD")
  }
}
