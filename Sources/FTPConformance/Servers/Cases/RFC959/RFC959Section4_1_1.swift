import FTPClient
import FTPProtocol

/// RFC 959, section 4.1.1: logins, directories, and the end of the control connection.
enum RFC959Section4_1_1 {
  static let bodies: [String: CaseBody] = [
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
    "rfc959/4.1.1/pass-masked": { probe in
      try await probe.prepare(.send("USER {user}"))
      let password = "w0rd-nobody-has"
      try await probe.ftp.write(Array("PASS \(password)\r\n".utf8))
      let reply = try await probe.ftp.nextReply(within: probe.patience.refusal)
      try probe.require(
        !reply.text.contains(password), "a refusal without the password", "\(reply.code) with the password")
    },
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
