import FTPProtocol

/// RFC 959, section 4.1.1: REIN, QUIT, and the end of the control connection.
enum RFC959Section4_1_1Ends {
  static let bodies: [String: CaseBody] = [
    "reinitialize": { try await $0.reinitialize() },
    "expect no login": { try await $0.expectNoLogin() },
    "log in": { try await $0.logIn() },
    "prepare a login": { probe in _ = try await probe.preparing("USER") { try await probe.logIn() } },
    "rfc959/4.1.1/rein-finishes-transfer": { probe in
      let reply = try await probe.uploadDisturbed(by: "REIN") { probe, reply in
        if !reply.code.isNegative { try await probe.logIn() }
        return try probe.ftp
      }
      try probe.skipUnsupported(reply, to: "REIN")
    },
    "rfc959/4.1.1/quit-during-transfer": { probe in
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
    "rfc959/4.1.1/close-acts-as-abor": { probe in
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
  /// If it is refused, the case is not supported.
  fileprivate func reinitialize() async throws {
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
