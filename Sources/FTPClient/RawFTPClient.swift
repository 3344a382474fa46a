import FTPConversation
import FTPProtocol
import FTPTransport
import Synchronization

/// A raw FTP client: it sends any bytes, reads everything, and judges and records both sides.
///
/// Nothing is hidden. No command is sent on its own, any byte can be sent in any state, and a reply
/// that was not expected is kept, judged, and never mistaken for the reply to the next command.
///
/// A client blocks its own thread, never the cooperative pool. Calls take turns in the order in which they
/// arrive. Cancelling a task ends its call at once, whether it is running or waiting, with
/// ``FTPClientError/cancelled(endsConversation:)``; a step already begun is undone as far
/// as possible. ``close()`` ends all calls.
///
/// ```swift
/// let ftp = try await RawFTPClient.connect(to: "127.0.0.1", port: 2121)
/// let syst = try await ftp.send("SYST")
/// print(syst.code, await ftp.transcript)
/// ```
public actor RawFTPClient {
  /// The configuration that the client was created with.
  public nonisolated let configuration: Configuration
  /// This end of the control connection.
  public nonisolated let localAddress: SocketAddress
  /// The server's end of the control connection.
  public nonisolated let peerAddress: SocketAddress

  /// The host as the caller named it, which the certificate must match.
  nonisolated let host: String
  nonisolated let recorder: ConversationRecorder
  /// Where calls wait for the client's thread.
  nonisolated let line: AsyncLock
  /// How many data connections of transfers are open.
  nonisolated let openTransfers = Atomic(0)
  /// The result of the last handshake on the control connection.
  nonisolated let handshake = Guarded<TLSHandshake?>(nil)
  /// How many replies were dropped.
  nonisolated let dropped = Atomic(0)
  nonisolated let executor: ThreadExecutor
  /// What ``close()`` or ``reset()`` requested; a reset is cleared when it is done.
  private nonisolated let closing = Atomic(Closing.none)

  var control: ControlChannel
  /// TLS, once it is needed.
  var tls: TLSEnd?
  /// The replies that have arrived but were not taken yet.
  var inbox = ReplyInbox()
  var pending = PendingData.none
  /// Lets transfers wait for the control connection too, once there has been one.
  var watch: ConnectionWatch?
  /// The ABOR whose replies are pending.
  var unsettledAbort: UnsettledAbort?
  /// The data connections that may be open, to find out which of them the server closed before it replied.
  var probes: [(identifier: DataConnectionID, probe: CloseProbe)] = []
  /// True once the bytes that will never become a reply are recorded.
  var isUnfinishedReported = false
  /// True once the connection has ended before the client closed it.
  var wasClosedByServer = false
  /// The greeting, once it is complete.
  public internal(set) var greeting: Reply?

  /// Runs the client on its own thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(
    _ connection: consuming TCPConnection, to host: String, executor: ThreadExecutor, line: AsyncLock,
    configuration: Configuration
  ) {
    self.host = host
    self.executor = executor
    self.line = line
    self.configuration = configuration
    localAddress = connection.localAddress
    peerAddress = connection.peerAddress
    connection.wakeUp = line.wakeUp
    let parser = ReplyParser(configuration.leniency, limits: configuration.replyLimits)
    control = ControlChannel(connection, parser: parser)
    control.layers = LayerSchedule(
      configuration.recordLayers, as: .client, limit: configuration.timeouts.connect)
    recorder = ConversationRecorder(
      limits: configuration.recordingLimits, diagram: configuration.diagram, observer: configuration.observer)
    configuration.secrets.forEach { recorder.hide($0) }
    recorder.controlOpened(local: localAddress.description, peer: peerAddress.description)
  }

  deinit { recorder.controlClosed(.byClient) }

  /// The state of the conversation.
  public nonisolated var state: ConnectionState { recorder.judge.state }

  /// All that the judge knows: representation type, structure, mode, restart offset, pending RNFR and so on.
  public nonisolated var judge: Judge { recorder.judge }

  /// The broken requirements found so far.
  public nonisolated var verdicts: [Verdict] { recorder.verdicts }

  /// The conversation so far, with passwords replaced; its description is in vector notation.
  public nonisolated var transcript: Transcript { recorder.transcript }

  /// How many events ``transcript`` has.
  package nonisolated var eventCount: Int { recorder.eventCount }

  /// Bytes so far, on both channels.
  public nonisolated var counters: ByteCounters { recorder.counters }

  /// Events from now on: commands sent, replies received, state changes, verdicts, data connections.
  public nonisolated func events() -> AsyncStream<ConversationEvent> { recorder.events() }

  /// Adds a note in the caller's words to the transcript.
  package nonisolated func note(_ text: String) { recorder.note(text) }

  /// True until the control connection is closed by either side.
  public var isConnected: Bool { control.isOpen }

  /// How many bytes of the control connection the server's system has not confirmed; 0 if that is unknown.
  package var bytesUnconfirmed: Int { control.connection?.bytesUnconfirmed ?? 0 }

  /// Closes the control connection at once; `send(_:)` QUIT first to end the session properly.
  ///
  /// Running and waiting calls end with ``FTPClientError/notConnected``. May be called from anywhere.
  public nonisolated func close() { end(.close) }

  /// Closes the control connection with a reset; otherwise as ``close()``.
  public nonisolated func reset() { end(.reset) }

  private nonisolated func end(_ way: Closing) {
    closing.store(way, ordering: .releasing)
    if executor.isCurrent { return assumeIsolated { $0.closeAsAsked() } }
    if let turn = line.interruptAndSeize() {
      // Nothing blocks the thread, so this takes no time.
      executor.runAndWait { self.assumeIsolated { $0.closeAsAsked() } }
      line.leave(turn)
    } else {
      // The running call ends now, and closes the connection before it returns.
      recorder.controlClosed(way == .reset ? .lost : .byClient)
    }
  }

  private func closeAsAsked() {
    switch closing.load(ordering: .acquiring) {
    case .none: return
    case .close: close(.byClient)
    case .reset:
      pending = .none
      guard let open = control.connection.take() else { return }
      open.reset()
      reportUnfinished()
      recorder.controlClosed(.lost)
    }
  }

  func close(_ ending: ControlEnd) {
    pending = .none
    guard control.isOpen else { return }
    if ending == .byClient { takeArrivedReplies() }
    control.connection = nil
    wasClosedByServer = ending != .byClient
    reportUnfinished()
    recorder.controlClosed(ending)
  }

  nonisolated var timeouts: Timeouts { configuration.timeouts }

  /// Runs blocking steps on the client's thread when their turn comes; cancelling the task ends them at once.
  nonisolated func blocking<Value: Sendable>(
    _ body: @Sendable (isolated RawFTPClient) throws(FTPClientError) -> Value
  ) async throws(FTPClientError) -> Value {
    try await holdingTurn { await self.onOwnThread(body) }
  }

  /// Runs steps without those of another call between them.
  nonisolated func holdingTurn<Value: Sendable>(
    _ steps: () async -> Result<Value, FTPClientError>
  ) async throws(FTPClientError) -> Value {
    switch await line.takingTurn(steps) {
    case .done(let result): return try result.get()
    case .cancelled: throw .cancelled(endsConversation: false)
    case .interrupted: throw .notConnected
    }
  }

  /// Runs blocking steps on the client's thread; the caller has the turn.
  func onOwnThread<Value: Sendable>(
    _ body: @Sendable (isolated RawFTPClient) throws(FTPClientError) -> Value
  ) -> Result<Value, FTPClientError> {
    // The steps may have read what a transfer waits for.
    defer { if openTransfers.load(ordering: .relaxed) > 0 { watch?.announceNews() } }
    return attempt(body)
  }

  /// The same for a transfer that waits for what the steps may read.
  func attempt<Value: Sendable>(
    _ body: @Sendable (isolated RawFTPClient) throws(FTPClientError) -> Value
  ) -> Result<Value, FTPClientError> {
    closeAsAsked()
    defer { closeAsAsked() }
    do throws(FTPClientError) { return .success(try body(self)) } catch {
      guard case .transport(let cause) = error, cause.isCancelled else { return .failure(error) }
      let isClosing = closing.load(ordering: .acquiring) != .none
      return .failure(isClosing ? .notConnected : .cancelled(endsConversation: false))
    }
  }
}

/// What to do with the control connection.
private enum Closing: UInt8, AtomicRepresentable {
  case none, close, reset
}
