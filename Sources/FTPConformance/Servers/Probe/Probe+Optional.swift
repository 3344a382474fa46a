import FTPClient
import FTPProtocol

extension Probe {
  /// Carries out an upload by a command that a server need not have; see ``sendOptional(_:over:)`` and
  /// ``upload(_:_:type:by:over:)-([UInt8])``.
  @discardableResult
  func uploadOptional(_ command: String, _ bytes: [UInt8]) async throws -> CompletedTransfer {
    let (reply, transfer) = try await startPassive(command)
    try skipUnsupported(reply, to: command)
    let upload = try require(transfer, "a transfer for \(command)", Self.words(of: reply))
    try await upload.sendUntilRefused(bytes)
    return try await finish(upload, [], command)
  }

  /// Begins an upload and sends its first bytes; the server has had time to store them, and waits for more until the
  /// connection is closed.
  ///
  /// A server that looks for commands only between two pieces of data finds one that comes at once, and none that comes
  /// later. On a busy machine it takes longer to begin, as it does to reply.
  func beginUpload(_ name: String, _ bytes: [UInt8]) async throws -> CaseTransfer {
    let began = ContinuousClock.now
    let upload = try await preparing("STOR \(name)") {
      try await send("TYPE I", expecting: .completion)
      let (reply, transfer) = try await startPassive("STOR \(name)")
      let upload = try require(transfer, "a transfer for STOR \(name)", Self.words(of: reply))
      try await upload.sendUntilRefused(bytes)
      return upload
    }
    if !log.isRead { try await Task.sleep(for: max(patience.quiet * 5, began.duration(to: .now) * 2)) }
    return upload
  }

  /// The next reply, for servers that may send none: it is awaited for a shorter time than others.
  @discardableResult
  func promptReply(expecting patterns: ReplyPattern..., to command: String) async throws -> Reply {
    do {
      let reply = try await ftp.nextReply(within: patience.closing)
      try expect(reply, patterns, tolerating: [], to: command, citing: nil)
      return reply
    } catch FTPClientError.timedOut {
      try fail("a reply to \(command)", "nothing")
    }
  }

  /// The path that PWD names, before the test; the case is skipped if PWD does not work.
  func startingDirectory() async throws -> PathReply {
    try await preparing("PWD") { try await workingDirectory() }
  }

  /// The path that PWD names; the case is skipped if the reply has none in quotes, which another case is about.
  func workingDirectory(over connection: CaseConnection? = nil) async throws -> PathReply {
    let reply = try await send("PWD", expecting: .completion, over: connection)
    guard reply.text.contains("\"") || current.isAbout(.pwd) else {
      throw CaseStop(unprepared: "PWD", Self.words(of: reply))
    }
    let path = try PathReply.read(reply).value.withoutLastSlash
    try require(path.isSendable, "a path that can be sent back", path.text)
    return path
  }
}

extension PathReply {
  /// The same directory: some servers write a slash at the end of its path, some do so only now and then.
  var withoutLastSlash: PathReply {
    path.count > 1 && path.last == UInt8(ascii: "/") ? PathReply(path: path.dropLast()) : self
  }
}
