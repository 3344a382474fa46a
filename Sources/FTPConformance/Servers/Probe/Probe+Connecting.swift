import FTPClient
import FTPConversation
import FTPProtocol
import FTPTransport

extension Probe {
  /// Opens another control connection, which is recorded like the first.
  ///
  /// - Parameters:
  ///   - local: The address to connect from, if it matters.
  ///   - awaitingGreeting: False to read the greeting with `nextReply()`, or to send first.
  ///   - securing: False if the steps ask for TLS themselves.
  ///   - name: The host that the handshake names if it differs from the target's. The certificate is not checked then,
  ///     because it may be for another host, so no password may be sent.
  ///   - protocols: What the handshake offers by ALPN.
  /// - Returns: The connection.
  /// - Throws: What ends the case: the connection cannot be opened, or its greeting is awaited and does not come or is
  ///   not 220.
  @discardableResult
  package func connect(
    from local: SocketAddress? = nil, awaitingGreeting: Bool = true, securing: Bool = true,
    naming name: String? = nil, offering protocols: [String] = []
  ) async throws -> CaseConnection {
    let live = Guarded<RawFTPClient?>(nil)
    let words =
      "connect" + (local.map { " from \($0)" } ?? "") + (name.map { " to \($0)" } ?? "")
      + protocols.map { " offering \($0)" }.joined()
    let configuration = configuration(from: local, naming: name, offering: protocols)
    _ = try await turnedAway {
      try await handshaking {
        try await log.call(words, on: "run") {
          let client = try await RawFTPClient.connect(
            to: target.host, port: target.port, configuration: configuration, awaitingGreeting: false)
          live.withLock { $0 = client }
          return Done()
        }
      }
    }
    let client = try opened(live.withLock { $0 })
    if awaitingGreeting {
      try await greeting(of: client)
      if securing { try await secure(client) }
    }
    return client
  }

  private func configuration(
    from local: SocketAddress?, naming name: String?, offering protocols: [String]
  ) -> RawFTPClient.Configuration {
    var configuration = RawFTPClient.Configuration()
    configuration.localAddress = local
    configuration.timeouts = patience.timeouts
    configuration.diagram = target.diagram
    target.configure(&configuration.tls)
    if let name {
      configuration.tls.serverName = name
      configuration.tls.isInsecure = true
    }
    configuration.tls.applicationProtocols = protocols
    configuration.secrets = target.secrets
    configuration.recordingLimits = target.budget.limits()
    configuration.recordingLimits.earlyEnds = log.isWritten
    configuration.replyLimits = RunBudget.reply
    return configuration
  }

  /// The connection that was just opened: a client's, or the next of the recording.
  private func opened(_ client: RawFTPClient?) throws -> CaseConnection {
    let connection: CaseConnection
    if let client {
      connection = CaseConnection(
        client, opened: start.duration(to: .now), loginLimit: patience.login, in: log)
    } else {
      let count = connections.count
      guard count < recorded.count,
        let recording = RecordedConnection(recorded[count], diagram: target.diagram)
      else { throw CaseStop.impossible("the recording has no connection \(count + 1)") }
      connection = CaseConnection(recording, in: log)
    }
    state.withLock { $0.connections.append(connection) }
    return connection
  }

  /// Waits for the greeting on a connection.
  ///
  /// The server has greeted the tester before. If it refuses the tester now, it has no room or wants no more of it, and
  /// the subject of the case was not tested.
  @discardableResult
  func greeting(of client: CaseConnection) async throws -> Reply {
    let greeting = try await turnedAway { try await client.awaitGreeting() }
    if greeting.code == 421 || (isKnownHere && greeting.code.isNegative) {
      throw CaseStop.crowdedOut("the server is full: \(Self.words(of: greeting))")
    }
    return greeting
  }

  /// Whether the server has greeted the tester before.
  private var isKnownHere: Bool { facts.greeting.map { !$0.code.isNegative } ?? false }

  func turnedAway<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch let error as FTPClientError where isKnownHere {
      switch error {
      case .closedByServer: throw CaseStop.crowdedOut("the server refuses the tester: \(error)")
      case .transport(let cause) where cause.step == .connect || cause.isPeerGone:
        throw CaseStop.turnedAway("the server can no longer be reached: \(error)")
      default: throw error
      }
    }
  }

  /// Logs in as the user of the target, on the first connection unless another one is named.
  ///
  /// Returns the reply that completed the login. Throws if the server refuses; it is blamed for that only if commands
  /// were sent before, because a server that wants no more of a client refuses a login that worked before.
  @discardableResult
  package func logIn(over connection: CaseConnection? = nil) async throws -> Reply {
    let client = try connection ?? ftp
    let isFirst = !client.transcript.holdsCommands
    try await secure(client)
    let reply = try await client.walkLogin(target.login).reply
    if isFirst, isKnownHere, reply.code.isNegative {
      // If few sessions are allowed, one of an earlier case may still count while it ends.
      if connection != nil {
        throw CaseStop.crowdedOut("the login of a second session is now refused: \(Self.words(of: reply))")
      }
      throw CaseStop.turnedAway("the login is now refused: \(Self.words(of: reply))")
    }
    try expect(reply, .completion, to: "the login")
    try await protectData(of: client)
    return reply
  }

  /// Opens a second session.
  func secondSession() async throws -> CaseConnection {
    try await preparing("USER") {
      let other = try await connect()
      try await logIn(over: other)
      return other
    }
  }

  /// Opens a second session, in the directory of the case.
  func neighbour() async throws -> CaseConnection {
    let other = try await secondSession()
    try await enterDirectory(over: other)
    return other
  }

  /// Brings the first connection to the state in which the steps begin.
  func prepare() async throws {
    guard current.start != .unconnected else { return }
    try await connect()
    guard current.start != .greeted else { return }
    try await logIn()
    guard current.start == .inScratch else { return }
    guard let directory else { throw CaseStop.impossible("the case has no directory") }
    for command in ["MKD \(directory)", "CWD \(directory)"] {
      let reply = try await ftp.send(command)
      guard reply.code.kind == .completion else {
        throw CaseStop.impossible("\(command) got \(Self.words(of: reply))")
      }
    }
  }

  /// Ends every connection, and says how the first one ended.
  func endConnections() async -> ConnectionEnding {
    let connections = connections
    for connection in connections.dropFirst() { connection.close() }
    guard let first = connections.first else { return .none }
    let ending = await quit(first)
    first.close()
    return ending
  }

  private func quit(_ client: CaseConnection) async -> ConnectionEnding {
    do {
      guard try await client.isConnected else { return client.judge.ending }
      // During a transfer or before the greeting, there is no polite way to end.
      guard client.judge.transfer == nil, client.state != .awaitingGreeting else { return .clean }
      // Who owes a reply has been waited for, and hardly answers QUIT.
      let limit = client.judge.commandsInFlight.isEmpty ? patience.closing : patience.closing / 8
      if client.judge.farewell == nil { try await client.write(Array("QUIT\r\n".utf8)) }
      // Unread replies come first; the number and the time are limited, whatever a server sends.
      let end = ContinuousClock.now + patience.reply + patience.closing
      for _ in 0..<100 where end > .now && !log.isOver(for: client.subject) {
        _ = try await client.nextReply(within: limit)
        if facts.staysAfterQuit, client.judge.farewell != nil { return .hung }
      }
      return .wrong
    } catch FTPClientError.timedOut {
      return .hung
    } catch FTPClientError.closedByServer {
      return client.judge.ending
    } catch FTPClientError.transport(let cause) {
      return cause.isPeerGone ? .reset : .hung
    } catch {
      return .wrong
    }
  }
}

extension Transcript {
  /// Whether any command was sent.
  fileprivate var holdsCommands: Bool {
    events.contains { if case .command = $0.content { true } else { false } }
  }
}

extension Judge {
  /// How a closed connection ended.
  fileprivate var ending: ConnectionEnding {
    switch end {
    case .byClient: .clean
    case .byServer: farewell == nil ? .wrong : .clean
    case .lost: .reset
    case nil: .hung
    }
  }
}

extension Patience {
  /// The same limits for the client.
  var timeouts: FTPClient.Timeouts {
    var timeouts = FTPClient.Timeouts(each: reply)
    timeouts.connect = connecting
    timeouts.greeting = connecting
    timeouts.dataConnect = data
    timeouts.dataIdle = data
    timeouts.abort = data
    return timeouts
  }
}
