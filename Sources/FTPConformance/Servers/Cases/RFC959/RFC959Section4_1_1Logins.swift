import FTPClient
import FTPProtocol

/// RFC 959, section 4.1.1: USER, PASS and ACCT.
enum RFC959Section4_1_1Logins {
  static let cases: [ServerCase] = [
    // The replies to a login.
    ServerCase(
      "rfc959/4.1.1/user-answer", "USER gets 230, 331 or 332, or is refused with 530.",
      ["959:4.1.1:user-answer", "959:5.4:user-codes"], needs: [], failsWith: ["login-user-code=200"],
      traffic: .provoking,
      .send("USER {user}", 230, 331, 332, 530)),
    ServerCase(
      "rfc959/4.1.1/pass-success", "The right password gets 230.", ["959:4.1.1:pass-success-230"],
      needs: [.password], failsWith: ["login-pass-code=202", "login-refused"]
    ) { probe in
      let reply = try await probe.logIn()
      try probe.expect(reply, 230, to: "PASS with the right password")
    },
    // Logging in again, and access without a login.
    ServerCase(
      "rfc959/4.1.1/user-drops-login", "Another USER is refused, or ends the login at once.",
      tags: ["login", "security"], failsWith: ["login-kept"], traffic: .provoking
    ) { probe in
      let reply = try await probe.send("USER \(probe.userName)")
      guard reply.code.kind == .intermediate else { return }
      let answer = try await probe.send("PWD")
      // A server that asks for no login has none to drop.
      if answer.code == 257, try await probe.connect().send("PWD").code == 257 {
        try probe.skip("PWD needs no login (see rfc959/4.2/not-logged-in)")
      }
      try probe.expect(answer, .negative, to: "PWD")
    },
    ServerCase(
      "rfc959/4.1.1/user-keeps-parameters", "Another login does not change the transfer parameters.",
      needs: [.writeAccess, .data], tags: ["login"],
      failsWith: ["parameter-reset=USER"],
      .textFile,
      .compute { try await $0.logInAgain() },
      .lines(in: "I", after: "after another login")),
    ServerCase(
      "rfc959/4.1.1/user-finishes-transfer", "A USER during a transfer lets it finish.",
      needs: [.writeAccess, .data], tags: ["login"],
      failsWith: ["transfer-disturbed"], traffic: .apart
    ) { probe in
      try await probe.uploadDisturbed(by: "USER \(probe.userName)") { probe, reply in
        if reply.code == 331 {
          try await probe.preparing("PASS") {
            let login = try await probe.ftp.send(Command(.pass, bytes: probe.target.login.password))
            try probe.expect(login, .completion, to: "PASS")
          }
          try await probe.protectData(of: probe.ftp)
        }
        // This case is about the file; another one checks whether the type survives USER.
        try await probe.prepare(.send("TYPE I"))
        return try probe.ftp
      }
    },
    ServerCase(
      "rfc959/4.1.1/pass-after-user", "PASS without a preceding USER gets 503.",
      ["959:4.1.1:pass-after-user", "959:4.2:bad-sequence-503"], needs: [], tags: ["login", "security"],
      failsWith: ["code-answer=PASS:230", "code-swap=503:530"],
      .send("PASS nobody", .permanent, preferring: 503, per: "959:4.2:bad-sequence-503")),
    ServerCase(
      "rfc959/4.1.1/pass-wrong", "A wrong password gets 530, and no user is logged in.",
      ["959:4.1.1:pass-wrong-530", "959:5.4:pass-codes"], needs: [.password],
      tags: ["login", "security", "slow"],
      failsWith: ["code-swap=530:500", "login-not-needed"], traffic: .provoking
    ) { probe in
      try await probe.prepare(.send("USER {user}"))
      try probe.expect(try await probe.sendWrongPassword(), 530, to: "a wrong password")
      do {
        try await probe.send("PWD", expecting: .negative)
      } catch FTPClientError.closedByServer {
        // A server that wants no more questions may close the connection.
      }
    },
    ServerCase(
      "rfc959/4.1.1/pass-wrong-later",
      "A wrong password gets 530 in a session that was logged in before, too.",
      ["959:4.1.1:pass-wrong-530", "959:5.4:pass-codes"], needs: [.login, .password],
      tags: ["login", "security", "slow"],
      failsWith: ["code-swap=530:500", "login-not-needed"], traffic: .provoking
    ) { probe in
      try await probe.reinitialize()
      try await probe.prepare(.send("USER {user}"))
      try probe.expect(try await probe.sendWrongPassword(), 530, to: "a wrong password")
      do { try await probe.send("PWD", expecting: .negative) } catch FTPClientError.closedByServer {}
    },
    ServerCase(
      "rfc959/4.1.1/pass-masked", "No reply repeats a password.",
      needs: [.password], tags: ["login", "security", "slow"],
      failsWith: ["reply-text=PASS:Not that, w0rd-nobody-has"], traffic: .provoking
    ) { probe in
      try await probe.prepare(.send("USER {user}"))
      let password = "w0rd-nobody-has"
      try await probe.ftp.write(Array("PASS \(password)\r\n".utf8))
      let reply = try await probe.ftp.nextReply(within: probe.patience.refusal)
      try probe.require(
        !reply.text.contains(password), "a refusal without the password", "\(reply.code) with the password")
    },
    ServerCase(
      "rfc959/4.1.1/acct-superfluous", "ACCT gets 202 if no account is needed.",
      ["959:4.1.1:acct-superfluous", "959:5.4:acct-codes"], tags: ["login"],
      failsWith: ["code-answer=ACCT:331"],
      .send("ACCT none", 202, 230, .permanent, preferring: 202, 230)),
  ]
}

extension Probe {
  /// Stores a file, sends a command during the upload, and ends the case unless the whole file is stored.
  ///
  /// - Parameters:
  ///   - command: The command to send during the upload.
  ///   - mayAbort: Whether the server may end the upload with a refusal; the file is not looked at then.
  ///   - connection: Returns the connection over which to retrieve the file, logged in; it depends on the reply to the
  ///     command.
  /// - Returns: The reply to the command, which may come first: other cases check the order.
  /// - Throws: What ends the case.
  @discardableResult
  func uploadDisturbed(
    by command: String, mayAbort: Bool = false,
    fetchingBackOver connection: (Probe, Reply) async throws -> CaseConnection = { probe, _ in try probe.ftp }
  ) async throws -> Reply {
    let bytes = bytes(2_000)
    let transfer = try await beginUpload("whole.bin", Array(bytes.prefix(1_000)))
    try await write(command + "\r\n")
    // The command must arrive during the upload; a server may answer it there.
    var replies: [Reply] = []
    do {
      replies.append(try await ftp.nextReply(within: pause(3)))
    } catch FTPClientError.timedOut {}
    // A server that gave up the transfer says so in its replies.
    try await transfer.offer(Array(bytes.dropFirst(1_000)))
    await transfer.close()
    while replies.count < 2 { replies.append(try await nextReply()) }
    let end = replies.firstIndex { $0.code == 226 || $0.code == 250 }
    let codes = replies.map(\.code.description).joined(separator: " and ")
    if mayAbort, end == nil, replies[0].code.isNegative { return replies[1] }
    let reply = try replies[1 - require(end, "226 to STOR with \(command) during the transfer", codes)]
    let other = try await connection(self, reply)
    let copy: CompletedTransfer
    do { copy = try await download("RETR \(directory ?? "")/whole.bin", over: other) } catch is CaseStop {
      // Not every server knows absolute names.
      try await prepare(.send("CWD \(directory ?? "/")"), over: other)
      copy = try await download("RETR whole.bin", over: other)
    }
    try requireSame(
      copy, as: bytes, "the \(bytes.count) bytes of the file stored with \(command) during the transfer")
    return reply
  }
}
