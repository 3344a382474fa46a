import FTPClient
import FTPConversation
import FTPProtocol

/// A login to a server, over one control connection: files and directories instead of commands and replies.
///
/// Nothing is hidden: ``transcript`` has the conversation, ``verdicts`` its errors, and the raw client is available in
/// ``exclusively(_:)``. Any number of tasks may make calls; they take turns in the order of arrival, and the
/// conversation is in step when the next begins. A call whose task is cancelled ends at once; anything it leaves
/// unfinished is settled before the next turn, with ABOR if that works; otherwise the session is closed.
///
/// ```swift
/// try await withFTPSession(FTPSite("ftp.example.net")) { ftp in
///   try await ftp.download("pub/notes.txt", to: "notes.txt")
/// }
/// ```
public actor FTPSession {
  /// The site that the session was opened with.
  public nonisolated let site: FTPSite
  /// The features that the server lists in reply to FEAT; may be empty.
  public private(set) var features = FeatureList([])

  nonisolated let client: RawFTPClient
  nonisolated let turns = AsyncSemaphore()
  /// The data mode that has worked.
  var mode: FTPDataMode?
  /// The verbs that the server has rejected as unknown.
  var unknownVerbs: Set<Verb> = []
  /// True from a REST until the transfer for which it was meant has been requested.
  var isRestartPending = false
  /// The working directory to return to; nil if the session is in it.
  var leftDirectory: FTPPath?
  /// The reply to SYST, once it was sent.
  var system: SystemReply.System?

  private init(_ site: FTPSite, _ client: RawFTPClient) {
    self.site = site
    self.client = client
  }

  /// Connects, logs in, and asks for the features; switches UTF-8 on if the server offers it (RFC 2640).
  ///
  /// - Throws: ``FTPError/refused(_:to:)`` for a greeting other than 220 and a login that fails, and
  ///   ``FTPError/conversation(_:)`` if the connection fails.
  public static func open(_ site: FTPSite) async throws(FTPError) -> FTPSession {
    var configuration = site.configuration
    if let tell = site.hooks.event {
      let observer = configuration.observer
      configuration.observer = { event in
        observer?(event)
        FTPEvent.events(of: event.content).forEach(tell)
      }
    }
    let client: RawFTPClient
    do throws(FTPClientError) {
      client = try await RawFTPClient.connect(to: site.host, port: site.port, configuration: configuration)
    } catch { throw FTPError(error) }
    let session = FTPSession(site, client)
    do throws(FTPError) {
      try await session.takeUp()
    } catch {
      client.close()
      throw error
    }
    return session
  }

  /// The conversation so far, with passwords replaced.
  public nonisolated var transcript: Transcript { client.transcript }

  /// The broken requirements found so far.
  public nonisolated var verdicts: [Verdict] { client.verdicts }

  /// Bytes so far, on both channels.
  public nonisolated var counters: ByteCounters { client.counters }

  /// True until the control connection is closed by either side.
  public nonisolated var isOpen: Bool { client.judge.end == nil }

  /// The events from now on, until the control connection is closed.
  ///
  /// To see the login too, use ``FTPHooks/event``.
  public nonisolated func events() -> AsyncStream<FTPEvent> {
    let events = client.events()
    let (stream, continuation) = AsyncStream.makeStream(of: FTPEvent.self)
    let task = Task {
      for await event in events { FTPEvent.events(of: event.content).forEach { continuation.yield($0) } }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  /// Gives `body` the raw client for one turn.
  ///
  /// Anything it leaves in progress is settled afterwards, so that the next turn begins in step.
  /// - Throws: whatever `body` throws, and ``FTPError/cancelled`` if the task is cancelled before its turn.
  public nonisolated(nonsending) func exclusively<Value>(
    _ body: nonisolated(nonsending) (RawFTPClient) async throws -> Value
  ) async throws -> Value {
    try await begin()
    do {
      let value = try await body(client)
      end()
      return value
    } catch {
      end(after: FTPError(any: error))
      throw error
    }
  }

  /// Sends a command and returns the value in its reply.
  ///
  /// ```swift
  /// let size = try await ftp(.size("notes.txt"))
  /// try await ftp(.rename("notes.txt", to: "old.txt"))
  /// ```
  ///
  /// - Throws: ``FTPError`` if the server refuses, the conversation fails, or the task is cancelled.
  @discardableResult
  public func callAsFunction<Endpoint: FTPEndpoint>(
    _ endpoint: Endpoint
  ) async throws(FTPError) -> Endpoint.Output {
    try await inTurn { (session) throws(FTPError) in try await session.call(endpoint) }
  }

  /// Sends QUIT after all earlier turns, and closes the connection whatever the reply.
  public func close() async {
    guard await turns.take() else { return client.close() }
    _ = try? await client.send(Command(.quit))
    client.close()
    turns.release()
  }

  /// Closes the connection now; calls in progress fail.
  public nonisolated func abandon() {
    client.close()
  }

  private func takeUp() async throws(FTPError) {
    try await inTurn { (session) throws(FTPError) in try await session.logIn() }
  }

  private func logIn() async throws(FTPError) {
    if let greeting = await client.greeting, greeting.code != 220 { throw .refused(greeting, to: nil) }
    if site.security == .explicit {
      try await raw { (client) throws(FTPClientError) in try await client.secure() }
    }
    let (reply, login) = try await raw { (client) throws(FTPClientError) in
      try await client.walkLogin(site.credentials)
    }
    guard login.isComplete, reply.code.firstDigit == 2 else {
      throw .refused(reply, to: Command(Verb(login.step.rawValue)))
    }
    if site.security != .none {
      try await raw { (client) throws(FTPClientError) in try await client.protect(.private) }
    }
    if let hook = site.hooks.afterLogin {
      try await raw { (client) throws(FTPClientError) in try await hook(client) }
    }
    try await negotiate()
  }

  private func negotiate() async throws(FTPError) {
    let reply = try await exchange(Command(.feat))
    if let list = try? FeatureList.read(reply).value { features = list }
    if features.contains("UTF8") { _ = try await exchange(Command(.opts, "UTF8 ON")) }
  }
}

/// Opens a session for `body`, and closes it afterwards.
///
/// - Throws: ``FTPError`` if it cannot be opened, and whatever `body` throws.
@discardableResult
public nonisolated(nonsending) func withFTPSession<Value>(
  _ site: FTPSite, _ body: nonisolated(nonsending) (FTPSession) async throws -> Value
) async throws -> Value {
  let session = try await FTPSession.open(site)
  do {
    let value = try await body(session)
    await session.close()
    return value
  } catch {
    await session.close()
    throw error
  }
}
