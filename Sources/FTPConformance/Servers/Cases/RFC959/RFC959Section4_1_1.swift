import FTPClient
import FTPProtocol

/// RFC 959, section 4.1.1: logins, directories, and the end of the control connection.
enum RFC959Section4_1_1 {
  static let bodies: [String: CaseBody] = [
    "rfc959/4.1.1/pass-success": { probe in
      let reply = try await probe.logIn()
      try probe.expect(reply, 230, to: "PASS with the right password")
    },
    "rfc959/4.1.1/user-drops-login": { probe in
      let reply = try await probe.send("USER \(probe.userName)")
      guard reply.code.kind == .intermediate else { return }
      let answer = try await probe.send("PWD")
      // A server that asks for no login has none to drop.
      if answer.code == 257, try await probe.connect().send("PWD").code == 257 {
        try probe.skip("PWD needs no login (see rfc959/4.2/not-logged-in)")
      }
      try probe.expect(answer, .negative, to: "PWD")
    },
    "log in again": { try await $0.logInAgain() },
    "rfc959/4.1.1/user-finishes-transfer": { probe in
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
    "rfc959/4.1.1/pass-wrong": { probe in
      try await probe.prepare(.send("USER {user}"))
      try probe.expect(try await probe.sendWrongPassword(), 530, to: "a wrong password")
      do {
        try await probe.send("PWD", expecting: .negative)
      } catch FTPClientError.closedByServer {
        // A server that wants no more questions may close the connection.
      }
    },
    "rfc959/4.1.1/pass-wrong-later": { probe in
      try await probe.reinitialize()
      try await probe.prepare(.send("USER {user}"))
      try probe.expect(try await probe.sendWrongPassword(), 530, to: "a wrong password")
      do { try await probe.send("PWD", expecting: .negative) } catch FTPClientError.closedByServer {}
    },
    "rfc959/4.1.1/pass-masked": { probe in
      try await probe.prepare(.send("USER {user}"))
      let password = "w0rd-nobody-has"
      try await probe.ftp.write(Array("PASS \(password)\r\n".utf8))
      let reply = try await probe.ftp.nextReply(within: probe.patience.refusal)
      try probe.require(
        !reply.text.contains(password), "a refusal without the password", "\(reply.code) with the password")
    },
    "rfc959/4.1.1/cwd-keeps-login": { probe in
      let home = try await probe.preparing("PWD") { try await probe.workingDirectory() }
      let reply = try await probe.change(to: home)
      try probe.require(reply.code != 530, "250 to CWD after the login", Probe.words(of: reply))
      try await probe.send("PWD", expecting: .completion)
    },
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
        return try await probe.secondSession()
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

extension Probe {
  /// Sends REIN and waits until it is done; 120 may come first.
  ///
  /// Under TLS, AUTH TLS follows. If REIN is refused, the case is not supported.
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
