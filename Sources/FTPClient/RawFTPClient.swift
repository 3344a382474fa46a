import FTPConversation
import FTPProtocol
import FTPTransport

/// A raw FTP client: it sends what it is told, reads everything that comes, judges and records both.
///
/// Nothing is hidden. No command is sent that was not asked for, any byte can be sent in any state, and a reply
/// that nobody expected is kept, judged, and never mistaken for the answer to the next command.
///
/// A client blocks on a thread of its own, never on the cooperative pool. Cancelling the task that waits
/// for it ends the wait at once; the connection is then as the last complete step left it.
///
/// ```swift
/// let ftp = try await RawFTPClient.connect(to: "127.0.0.1", port: 2121)
/// let syst = try await ftp.send("SYST")
/// print(syst.code, await ftp.transcript)
/// ```
public actor RawFTPClient {
  /// What the client was made with.
  public nonisolated let configuration: Configuration
  /// This end of the control connection.
  public nonisolated let localAddress: SocketAddress
  /// The server's end of the control connection.
  public nonisolated let peerAddress: SocketAddress

  nonisolated let recorder: ConversationRecorder
  nonisolated let wakeUp: WakeUp
  private nonisolated let executor: ThreadExecutor

  var control: ControlChannel
  /// Replies that have come and that nobody has asked for yet, oldest first, with the number of the command that
  /// each answers.
  var kept: [(reply: Reply, ordinal: Int?)] = []
  var pending = PendingData.none
  /// The data connections that may be open, to learn which of them the server has closed before it replied.
  var probes: [(identifier: DataConnectionID, probe: CloseProbe)] = []
  /// True once the bytes that will never make a reply are recorded.
  var isUnfinishedReported = false
  /// True once the connection has ended without the client closing it.
  var wasClosedByServer = false
  /// The greeting, once it is complete.
  public internal(set) var greeting: Reply?

  /// Runs the client on a thread of its own.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(
    _ connection: consuming TCPConnection, executor: ThreadExecutor, wakeUp: WakeUp,
    configuration: Configuration
  ) {
    self.executor = executor
    self.wakeUp = wakeUp
    self.configuration = configuration
    localAddress = connection.localAddress
    peerAddress = connection.peerAddress
    connection.wakeUp = wakeUp
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

  /// Where the conversation stands.
  public nonisolated var state: ConnectionState { recorder.judge.state }

  /// All that the judge knows: representation type, structure, mode, restart offset, pending RNFR and so on.
  public nonisolated var judge: Judge { recorder.judge }

  /// The departures from requirements found so far.
  public nonisolated var verdicts: [Verdict] { recorder.verdicts }

  /// The conversation so far, with passwords replaced; its description is in vector notation.
  public nonisolated var transcript: Transcript { recorder.transcript }

  /// Bytes so far, on both channels.
  public nonisolated var counters: ByteCounters { recorder.counters }

  /// Events from now on: commands sent, replies received, state changes, verdicts, data connections.
  public nonisolated func events() -> AsyncStream<ConversationEvent> { recorder.events() }

  /// Keeps something in the transcript that happens beside it, in words of the caller's.
  package nonisolated func note(_ text: String) { recorder.note(text) }

  /// True until the control connection is closed by either side.
  public var isConnected: Bool { control.isOpen }

  /// Closes the control connection without a word; ``send(_:)-async`` QUIT first to part in peace.
  public func close() { close(.byClient) }

  /// Closes the control connection with a reset.
  public func reset() {
    pending = .none
    guard let open = control.connection.take() else { return }
    open.reset()
    reportUnfinished()
    recorder.controlClosed(.lost)
  }

  func close(_ ending: ControlEnd) {
    pending = .none
    guard control.isOpen else { return }
    control.connection = nil
    wasClosedByServer = ending != .byClient
    reportUnfinished()
    recorder.controlClosed(ending)
  }

  nonisolated var timeouts: Timeouts { configuration.timeouts }

  /// Runs blocking steps on the client's thread so that cancelling the task ends them at once.
  func blocking<Value: Sendable>(
    _ body: (isolated RawFTPClient) throws(FTPClientError) -> Value
  ) async throws(FTPClientError) -> Value {
    // The handler passes no typed errors on, so the outcome travels as a value.
    let outcome: Result<Value, FTPClientError> = await withTaskCancellationHandler {
      wakeUp.reset()
      guard !Task.isCancelled else {
        let cancelled = TransportError(step: .read, peer: peerAddress.description, cause: .cancelled)
        return .failure(.transport(cancelled))
      }
      do throws(FTPClientError) { return .success(try body(self)) } catch { return .failure(error) }
    } onCancel: {
      wakeUp.signal()
    }
    return try outcome.get()
  }
}
