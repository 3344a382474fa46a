import FTPProtocol

extension Probe {
  /// Sends a TYPE, STRU or MODE with a parameter that a server need not have; ends the case as unsupported if it is
  /// refused.
  func requireAccepted(_ command: String) async throws {
    let reply = try await ftp.send(command)
    if reply.code.kind != .completion { throw CaseStop.unsupported(Self.words(of: reply)) }
  }

  /// Stores a text file of two lines, `lines.txt`, in the case's own directory, and returns it as sent in image and in
  /// ASCII type.
  ///
  /// The case is skipped if both are the same, or if ASCII type sends nothing, because the type in force cannot be seen
  /// then. Image type is in force at the end.
  func linesByType() async throws -> (image: [UInt8], ascii: [UInt8]) {
    try await prepare(.store("lines.txt", "one\ntwo\n"))
    let ascii = try await downloadInASCII("RETR lines.txt").bytes
    let image = try await preparing("RETR") { try await download("RETR lines.txt", type: "I").bytes }
    if image == ascii { try skip("the server sends the same bytes in ASCII type and in image type") }
    return (image, ascii)
  }

  /// Downloads in ASCII type; the case is skipped if nothing comes, or if the server gives up, which another case is about.
  func downloadInASCII(_ command: String) async throws -> CompletedTransfer {
    let reason = "RETR in ASCII type does not work (see rfc959/3.1.1.1/ascii-sent)"
    do {
      return try await preparing(command) { try await download(command, type: "A") }
    } catch CaseStop.skipped {
      try skip(reason)
    }
  }

  /// Ends the case unless `lines.txt` is sent as in this type, without a TYPE before it; skips it if nothing is sent.
  func requireLines(
    _ bytes: [UInt8], _ type: String, after event: String, named name: String,
    over connection: CaseConnection? = nil
  ) async throws {
    let command = "RETR \(name)"
    let copy = try await preparing(command) { try await download(command, type: nil, over: connection) }
    try requireSame(copy, as: bytes, "the file as in TYPE \(type) \(event)")
  }

  /// Logs in again on the first connection and returns to the case's own directory; the case is skipped if the server
  /// does not accept that.
  func logInAgain() async throws -> Reply {
    let reply = try await preparing("USER") {
      let login = try await ftp.walkLogin(target.login)
      try expect(login.reply, .completion, to: "the login")
      try await protectData(of: ftp)
      return login.reply
    }
    if let directory { try await prepare(.send("CWD \(directory)")) }
    return reply
  }
}
