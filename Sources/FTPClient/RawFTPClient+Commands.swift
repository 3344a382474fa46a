import FTPConversation
import FTPProtocol
import FTPTransport
import Synchronization

extension RawFTPClient {
  /// Sends one command line, with only CRLF added, and returns the first reply to it.
  ///
  /// A preliminary reply counts as the first; `nextReply()` gives the one that follows. Replies to earlier
  /// commands that arrive first are kept for `nextReply()`. The reply is returned whatever it says. Throws if
  /// none arrives in time or the conversation ends, and ``FTPClientError/lineBreakInCommand`` if `line` would be
  /// more than one line; `write(_:)` can send that.
  @discardableResult
  public nonisolated func send(_ line: String) async throws(FTPClientError) -> Reply {
    try await blocking { client throws(FTPClientError) in try client.send(line) }
  }

  /// Sends one command line of bytes in any encoding; see `send(_:)`.
  ///
  /// - Throws: ``FTPClientError`` if the connection fails, a time limit runs out, a reply is malformed, or the task is
  ///   cancelled.
  @discardableResult
  public nonisolated func send(bytes line: [UInt8]) async throws(FTPClientError) -> Reply {
    try await blocking { client throws(FTPClientError) in try client.exchange(Self.terminated(line)) }
  }

  /// Sends a command, with line breaks in its argument refused and IAC doubled, and returns the first
  /// reply to it; see `send(_:)`.
  ///
  /// - Throws: ``FTPClientError`` if the connection fails, a time limit runs out, a reply is malformed, or the task is
  ///   cancelled.
  @discardableResult
  public nonisolated func send(_ command: Command) async throws(FTPClientError) -> Reply {
    try await blocking { client throws(FTPClientError) in
      try client.exchange(Self.encoded(command))
    }
  }

  /// Sends one command line, as `send(_:)` does, and returns the first reply if its code is one of `codes`.
  ///
  /// Otherwise throws ``FTPClientError/unexpectedReply(_:to:expected:)``, which names the command.
  @discardableResult
  public nonisolated func send(
    _ line: String, expecting codes: ReplyCode...
  ) async throws(FTPClientError) -> Reply {
    let reply = try await send(line)
    return try reply.expect(oneOf: codes, to: Self.name(of: Array(line.utf8)))
  }

  /// Writes raw bytes, each element as one segment, without waiting for a reply.
  ///
  /// The bytes may be part of a line, several lines, or not FTP at all. The judge follows the lines that they
  /// complete; `nextReply()` reads the replies one by one.
  ///
  /// - Throws: ``FTPClientError`` if the connection fails, a time limit runs out, a reply is malformed, or the task is
  ///   cancelled.
  public nonisolated func write(_ segments: [UInt8]...) async throws(FTPClientError) {
    try await write(segments: segments)
  }

  /// The same for a list of segments.
  package nonisolated func write(segments: [[UInt8]]) async throws(FTPClientError) {
    try await blocking { client throws(FTPClientError) in
      try client.keepArrivedReplies()
      var last: [UInt8] = []
      do throws(FTPClientError) {
        for segment in segments {
          _ = try client.writeSegment(segment)
          last = segment
        }
      } catch {
        // The next command would otherwise be sent in the middle of a line.
        guard error.isCancellation, let end = last.last, end != 0x0A else { throw error }
        client.close(.byClient)
        throw .cancelled(endsConversation: true)
      }
    }
  }

  /// Writes raw bytes as one segment, and returns the numbers of the commands whose lines they complete.
  package nonisolated func write(raw segment: [UInt8]) async throws(FTPClientError) -> [Int] {
    try await blocking { client throws(FTPClientError) in
      try client.keepArrivedReplies()
      try client.writeBytes(segment)
      return client.recorder.commandBytes(segment)
    }
  }

  /// The oldest reply not taken yet, or the next one to arrive.
  ///
  /// - Throws: ``FTPClientError/timedOut(awaiting:after:unfinished:)`` if none arrives within ``Timeouts/reply``.
  public nonisolated func nextReply() async throws(FTPClientError) -> Reply {
    try await blocking { client throws(FTPClientError) in try client.nextReply() }
  }

  /// The same, with a limit of this call instead of ``Timeouts/reply``; nil waits forever.
  ///
  /// - Throws: ``FTPClientError`` if the connection fails, a time limit runs out, a reply is malformed, or the task is
  ///   cancelled.
  public nonisolated func nextReply(within limit: Duration?) async throws(FTPClientError) -> Reply {
    try await blocking { client throws(FTPClientError) in
      try client.nextReply(awaiting: .reply(to: nil), deadline: .after(limit))
    }
  }

  /// How many unrequested replies were dropped because more than `RecordingLimits.untakenBytes` of them were waiting.
  ///
  /// The transcript has them.
  public nonisolated var droppedReplies: Int { dropped.load(ordering: .relaxed) }

  /// Replies that have arrived but were not taken yet, oldest first.
  public var untakenReplies: [Reply] { inbox.kept.map(\.reply) }

  /// Logs in as the replies require: USER, then PASS after 331, then ACCT after 332.
  ///
  /// - Returns: the reply that completed the login, 230 or 232, or 202 to PASS or ACCT.
  ///
  /// Throws ``FTPClientError/unexpectedReply(_:to:expected:)`` if the server refuses or requires what was not given.
  @discardableResult
  public nonisolated func login(
    _ user: String, password: String? = nil, account: String? = nil
  ) async throws(FTPClientError) -> Reply {
    let (reply, sequence) = try await walkLogin(Credentials(user, password: password, account: account))
    guard sequence.isComplete else {
      let command = reply.code == 331 ? "USER" : "the login"
      throw .unexpectedReply(reply, to: command, expected: "2yz")
    }
    return reply
  }

  /// Like ``login(_:password:account:)``, but returns a refusal, or a reply that requires what was not given.
  ///
  /// - Parameters:
  ///   - credentials: Who logs in.
  ///   - limit: How long to wait for each reply: servers delay a login after others that failed. By default as for any reply.
  /// - Returns: the last reply, and the state of the login.
  /// - Throws: ``FTPClientError`` if the connection fails, a time limit runs out, a reply is malformed, or the task is
  ///   cancelled.
  @discardableResult
  package nonisolated func walkLogin(
    _ credentials: Credentials, within limit: Duration? = nil
  ) async throws(FTPClientError) -> (reply: Reply, login: LoginSequence) {
    try await blocking { client throws(FTPClientError) in
      var login = LoginSequence(credentials, diagram: client.configuration.diagram)
      var reply = try client.exchange(Self.encoded(login.opening), within: limit)
      while let command = login.command(after: reply.code) {
        reply = try client.exchange(Self.encoded(command), within: limit)
      }
      return (reply, login)
    }
  }

  /// Runs many commands on the client's thread with a single change of threads there and back.
  ///
  /// Inside, `send(_:)` and `nextReply()` block the client's thread, never the caller's.
  ///
  /// ```swift
  /// let codes = try await ftp.onThread { ftp throws(FTPClientError) in
  ///   [try ftp.send("PWD").code, try ftp.send("SYST").code]
  /// }
  /// ```
  public nonisolated func onThread<Value: Sendable>(
    _ body: @Sendable (isolated RawFTPClient) throws(FTPClientError) -> Value
  ) async throws(FTPClientError) -> Value {
    try await blocking(body)
  }
}

/// The same, for use inside ``onThread(_:)``.
extension RawFTPClient {
  /// Sends one command line and blocks until the first reply to it arrives.
  ///
  /// - Throws: ``FTPClientError`` if the connection fails, a time limit runs out, a reply is malformed, or the task is
  ///   cancelled.
  @discardableResult
  public func send(_ line: String) throws(FTPClientError) -> Reply {
    try exchange(Self.terminated(line.utf8))
  }

  /// Blocks until a reply arrives, or returns the oldest one not taken yet.
  ///
  /// - Throws: ``FTPClientError`` if the connection fails, a time limit runs out, a reply is malformed, or the task is
  ///   cancelled.
  public func nextReply() throws(FTPClientError) -> Reply {
    try nextReply(awaiting: .reply(to: nil), deadline: .after(timeouts.reply))
  }

  /// The bytes of a command, if they are a single line.
  static func encoded(_ command: Command) throws(FTPClientError) -> [UInt8] {
    do throws(CommandEncodingError) { return try CommandEncoder.encode(command) } catch {
      throw .lineBreakInCommand
    }
  }

  /// The line with CRLF after it, unless it already contains a line break.
  static func terminated(_ line: some Collection<UInt8>) throws(FTPClientError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(line.count + 2)
    bytes.append(contentsOf: line)
    guard !bytes.contains(where: { $0 == 0x0D || $0 == 0x0A }) else { throw .lineBreakInCommand }
    bytes.append(0x0D)
    bytes.append(0x0A)
    return bytes
  }

  /// Writes a whole line and waits for the first reply to it.
  func exchange(_ line: [UInt8], within limit: Duration? = nil) throws(FTPClientError) -> Reply {
    let command = try writeCommand(line)
    return try nextReply(
      to: command, awaiting: .reply(to: Self.name(of: line)), deadline: .after(limit ?? timeouts.reply))
  }

  /// Writes a whole line and returns the number that its replies carry.
  func writeCommand(_ line: [UInt8]) throws(FTPClientError) -> Int {
    if unsettledAbort != nil {
      do throws(FTPClientError) { try settleAbort() } catch { if error.isCancellation { throw error } }
    }
    try keepArrivedReplies()
    guard let command = try writeSegment(line) else { throw .lineBreakInCommand }
    return command
  }

  /// Writes raw bytes and returns the number of the last command whose line they complete.
  func writeSegment(_ segment: [UInt8]) throws(FTPClientError) -> Int? {
    try writeBytes(segment)
    return recorder.lastCommand(in: segment)
  }

  /// Writes bytes that are not recorded yet.
  private func writeBytes(_ segment: [UInt8]) throws(FTPClientError) {
    let isOpen: Bool
    do throws(TransportError) {
      isOpen = try control.write(segment, within: timeouts.write)
    } catch {
      if error.isPeerGone { throw lostConnection(error, writing: segment) }
      // The next bytes would be mistaken for the rest of the line.
      if error.isCancelled, control.hasCutWrite {
        close(.byClient)
        throw .cancelled(endsConversation: true)
      }
      throw .transport(error)
    }
    guard isOpen else {
      throw wasClosedByServer
        ? .closedByServer(awaiting: .reply(to: Self.name(of: segment)), unfinished: "") : .notConnected
    }
  }

  /// The verb of a line, for messages.
  static func name(of line: [UInt8]) -> String {
    let verb = VectorText.escape(line.prefix(12).prefix { $0 > 0x20 })
    return verb.isEmpty ? "the line" : verb
  }

  /// The error for a write to a connection that the server has closed; its last reply may still be unread.
  private func lostConnection(_ error: TransportError, writing line: [UInt8]) -> FTPClientError {
    try? keepArrivedReplies()
    close(.byServer)
    return .closedByServer(
      awaiting: .reply(to: Self.name(of: line)), unfinished: control.unfinishedText)
  }
}
