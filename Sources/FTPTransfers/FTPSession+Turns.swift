import FTPClient
import FTPProtocol

/// Turns, and the clean-up between them.
extension FTPSession {
  /// How long to wait for the end of what a turn left in progress before the connection is closed.
  static let settlingLimit = Duration.seconds(5)

  /// Runs `body` alone.
  func inTurn<Value: Sendable>(
    _ body: (isolated FTPSession) async throws(FTPError) -> Value
  ) async throws(FTPError) -> Value {
    try await begin()
    do throws(FTPError) {
      let value = try await body(self)
      end()
      return value
    } catch {
      end(after: error)
      throw Task.isCancelled ? .cancelled : error
    }
  }

  /// Waits for a turn; each is ended by ``end(after:_:)``.
  nonisolated func begin() async throws(FTPError) {
    guard await turns.take() else { throw .cancelled }
    guard isOpen else {
      turns.release()
      throw .conversation(.notConnected)
    }
  }

  /// Ends a turn.
  ///
  /// Anything it left in progress is settled before the next begins.
  nonisolated func end(after error: FTPError? = nil, _ transfer: DataTransfer? = nil) {
    switch error {
    case .stalled, .conversation(.timedOut), .conversation(.malformedReply):
      Task {
        client.close()
        turns.release()
      }
    default:
      // A transfer that the judge sees in progress counts, no matter which call began it.
      guard transfer != nil || error != nil || !client.judge.commandsInFlight.isEmpty else {
        return turns.release()
      }
      Task {
        await settle(transfer)
        turns.release()
      }
    }
  }

  /// Brings the conversation back in step, or ends it.
  private func settle(_ transfer: DataTransfer?) async {
    guard isOpen else { return }
    do {
      if let transfer {
        try await transfer.abort()
      } else if !client.judge.commandsInFlight.isEmpty {
        await client.refuseData()
      }
      try await client.dropOwedReplies(within: Self.settlingLimit)
      if let directory = leftDirectory { try await change(to: directory) }
    } catch {
      client.close()
    }
  }

  private func change(to directory: FTPPath) async throws(FTPError) {
    let reply = try await exchange(Command(.cwd, bytes: directory.bytes))
    guard reply.code.firstDigit == 2 else { throw .refused(reply, to: Command(.cwd, bytes: directory.bytes)) }
    leftDirectory = nil
  }

  /// Runs `body` in a directory, and then returns to the previous one.
  func within<Value: Sendable>(
    _ directory: FTPPath, _ body: (isolated FTPSession) async throws(FTPError) -> Value
  ) async throws(FTPError) -> Value {
    let home = try await call(.workingDirectory)
    // If this call cannot return to that directory, the clean-up after the turn does.
    leftDirectory = home
    do throws(FTPError) {
      try await call(.changeDirectory(directory))
    } catch {
      if case .refused = error { leftDirectory = nil }
      throw error
    }
    let outcome: Result<Value, FTPError>
    do throws(FTPError) { outcome = .success(try await body(self)) } catch { outcome = .failure(error) }
    if case .failure(let error) = outcome { guard case .refused = error else { throw error } }
    try await change(to: home)
    return try outcome.get()
  }
}

/// Commands without a data connection, inside a turn.
extension FTPSession {
  /// Runs steps of the raw client, and translates their errors.
  func raw<Value: Sendable>(
    _ body: (RawFTPClient) async throws(FTPClientError) -> Value
  ) async throws(FTPError) -> Value {
    do throws(FTPClientError) { return try await body(client) } catch { throw FTPError(error) }
  }

  /// Sends a command and waits for its final reply, whatever that is.
  func exchange(_ command: Command) async throws(FTPError) -> Reply {
    let command = site.hooks.command?(command) ?? command
    let reply = try await raw { (client) throws(FTPClientError) in try await client.complete(command) }
    return try processed(reply, to: command)
  }

  /// The result of the caller's hook for a final reply.
  func processed(_ reply: Reply, to command: Command) throws(FTPError) -> Reply {
    if Self.unknownCodes.contains(reply.code) { unknownVerbs.insert(command.verb) }
    return try site.hooks.reply?(reply, command) ?? reply
  }

  /// Sends a command after its preparations.
  @discardableResult
  func call<Endpoint: FTPEndpoint>(_ endpoint: Endpoint) async throws(FTPError) -> Endpoint.Output {
    if endpoint.command.verb == .size { try await useImageType() }
    for command in endpoint.preparations {
      let reply = try await exchange(command)
      guard (2...3).contains(reply.code.firstDigit) else { throw .refused(reply, to: command) }
    }
    return try endpoint.output(of: try await exchange(endpoint.command))
  }

  /// Like ``call(_:)``, but nil if the server refuses permanently or is known to lack the command.
  func ask<Endpoint: FTPEndpoint>(_ endpoint: Endpoint) async throws(FTPError) -> Endpoint.Output? {
    guard !unknownVerbs.contains(endpoint.command.verb) else { return nil }
    do throws(FTPError) { return try await call(endpoint) } catch {
      switch error {
      case .refused(let reply, _) where reply.code.firstDigit == 5: return nil
      case .unreadable: return nil
      default: throw error
      }
    }
  }

  /// Selects unchanged bytes: type image, structure file, mode stream.
  ///
  /// Settings already in force are not sent.
  func useImageType() async throws(FTPError) {
    if client.judge.parameters.type != .image { try await require(Command(.type, "I")) }
    try await usePlainForm()
  }

  /// Selects text lines: type ASCII, structure file, mode stream.
  ///
  /// Not every server begins with that type.
  func useTextType() async throws(FTPError) {
    try await require(Command(.type, "A"))
    try await usePlainForm()
  }

  private func usePlainForm() async throws(FTPError) {
    let parameters = client.judge.parameters
    if parameters.structure != .file { try await require(Command(.stru, "F")) }
    if parameters.mode != .stream { try await require(Command(.mode, "S")) }
  }

  private func require(_ command: Command) async throws(FTPError) {
    let reply = try await exchange(command)
    guard reply.code.firstDigit == 2 else { throw .refused(reply, to: command) }
  }

  /// The replies that say that there is no such command.
  static let unknownCodes: Set<ReplyCode> = [500, 502]
}
