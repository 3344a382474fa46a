import FTPConversation
import FTPProtocol
import FTPTransport
import Synchronization

/// A transfer in progress: its data connection and its pending final reply.
///
/// A transfer blocks its own thread, so the control connection stays free for STAT and for ``abort()``. The data
/// connection closes when the transfer is finished, aborted or released. While a read or a write waits, it listens to the
/// control connection as well: a final reply that reports a failure ends the data, even if the server leaves the data
/// connection open. Then reads return the end after what had arrived, and writes stop. Calls take turns, and cancelling a task ends
/// its call at once with ``FTPClientError/cancelled(endsConversation:)``; the next read continues where that one ended.
///
/// ```swift
/// let download = try await ftp.passive(.epsv, "RETR notes.txt")
/// let bytes = try await download.readToEnd()
/// try await download.finish()
/// ```
///
/// ``finish()`` throws unless all of the data was transferred, as far as can be known. ``end()`` ends a transfer
/// in any case and returns the server's reply.
public actor DataTransfer {
  /// The piece size that suits most servers and the system's socket buffers: smaller pieces halve the rate.
  static let pieceSize = 256 * 1024

  /// The reply that let the transfer begin, usually 150 or 125; for a connection opened by hand, the reply that
  /// was passed to ``RawFTPClient/openData(after:)``.
  public nonisolated let opening: Reply
  /// The number of the data connection within the conversation, as events carry it.
  public nonisolated let identifier: DataConnectionID
  /// This end of the data connection.
  public nonisolated let localAddress: SocketAddress
  /// The server's end of the data connection.
  public nonisolated let peerAddress: SocketAddress
  /// The command whose final reply ends the transfer; nil if the connection was opened before the command.
  nonisolated let command: Int?

  /// The size that the opening reply of a RETR announces, as in `150 Opening data connection (1024 bytes)`; nil for
  /// none.
  ///
  /// On most servers this is the size of the whole file as stored, even if only a part was requested.
  public nonisolated let announcedSize: UInt64?

  nonisolated let client: RawFTPClient
  /// Where calls wait for the transfer's thread.
  nonisolated let line = AsyncLock()
  /// How many bytes make the download complete, if the announced size says so: the whole file, byte for byte.
  nonisolated let exactSize: UInt64?
  nonisolated let verb: Verb?
  nonisolated let progress = Guarded(Progress())
  /// True once ABOR has been sent: calls that wait for this thread must not begin.
  private nonisolated let isAborted = Atomic(false)
  private nonisolated let executor: ThreadExecutor
  nonisolated let listener: TransferListener
  var connection: TCPConnection?
  /// The half-closed connection of an upload under a record layer, until the server has reported the result.
  ///
  /// Anything that the server still sends in the layer, such as TLS tickets, would arrive after a close, and the system
  /// would answer with a reset that discards data still in transit.
  private var ended: TCPConnection?
  var hasWritten = false
  /// TLS, until the outcome of its handshake is recorded.
  private var tls: TLSLayer?
  private let isUnderTLS: Bool
  /// Why the connection is closed, if a read or a write found out.
  var failure: FTPClientError?

  struct Progress {
    var byteCount = 0
    /// The final reply, once it was taken.
    var final: Reply?
    var hasRead = false
    var hasEnded = false
  }

  /// Runs the transfer on its own thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(
    _ connection: consuming TCPConnection, under tls: TLSLayer? = nil, identifier: DataConnectionID,
    verb: Verb?, command: Int?, opening: Reply, listener: TransferListener, client: RawFTPClient
  ) throws(TransportError) {
    self.tls = tls
    isUnderTLS = tls != nil
    executor = try ThreadExecutor()
    localAddress = connection.localAddress
    peerAddress = connection.peerAddress
    connection.wakeUp = line.wakeUp
    self.connection = consume connection
    self.identifier = identifier
    self.command = command
    self.opening = opening
    self.client = client
    self.listener = listener
    self.verb = verb
    announcedSize = verb == .retr ? opening.announcedSize : nil
    exactSize = announcedSize != nil && client.judge.sendsWholeFilesAsTheyAre ? announcedSize : nil
    if command != nil, !opening.code.isPreliminary { progress.withLock { $0.final = opening } }
    client.openTransfers.add(1, ordering: .acquiringAndReleasing)
  }

  deinit {
    guard connection != nil else { return }
    client.openTransfers.subtract(1, ordering: .acquiringAndReleasing)
    client.recorder.dataClosed(identifier, .closedByClient)
  }

  /// How many bytes have been transferred so far.
  public nonisolated var byteCount: Int { progress.withLock { $0.byteCount } }

  /// Whether a download has been read to the end of a data connection that the server closed properly.
  ///
  /// The data connection alone proves no more: a server that stopped in the middle may close it the
  /// same way, and report that in its final reply.
  public nonisolated var endedAtEndOfFile: Bool { progress.withLock { $0.hasEnded } }

  /// The final reply, once ``end()`` or ``abort()`` has taken it.
  package nonisolated var final: Reply? { progress.withLock { $0.final } }

  /// The final reply, if it has arrived while data was read or written.
  public nonisolated var earlyReply: Reply? { listener.news.reply }

  /// True until the data connection has been closed by either side.
  public var isOpen: Bool { connection != nil }

  /// Closes the data connection if it is open, waits for the final reply, and throws unless the transfer succeeded.
  ///
  /// For an upload this is the end of file. If the connection was opened before its command, the reply is the oldest
  /// one not taken yet.
  ///
  /// - Returns: the final reply.
  /// - Throws: ``FTPClientError/unexpectedReply(_:to:expected:)`` if the final reply is not 2yz,
  ///   ``FTPClientError/incomplete(byteCount:expected:reply:)`` if it is but a download was not read to its end, or
  ///   fell short of ``announcedSize`` where that can be compared, and as ``end()`` does.
  @discardableResult
  public nonisolated func finish() async throws(FTPClientError) -> Reply {
    let reply = try await end()
    guard reply.code.kind == .completion else {
      throw .unexpectedReply(reply, to: verb?.name ?? "the transfer", expected: "226 or 250")
    }
    let now = progress.withLock { $0 }
    let isDownload = verb.map { $0.transfersData && !$0.sendsData } ?? now.hasRead
    let isComplete = exactSize.map { UInt64(now.byteCount) >= $0 } ?? now.hasEnded
    guard !isDownload || isComplete else {
      throw .incomplete(byteCount: now.byteCount, expected: exactSize, reply: reply)
    }
    return reply
  }

  /// Closes the data connection if it is open and waits for the final reply, which is returned unchanged.
  ///
  /// The raw form of ``finish()``: a download that was not read to its end is cut, which servers answer
  /// with 426 or 451, and some with 226. Throws if no reply arrives in time or the conversation ends.
  @discardableResult
  public nonisolated func end() async throws(FTPClientError) -> Reply {
    let final: Reply?
    switch await line.takingTurn({ await self.closeInOrder() }) {
    case .done(let reply): final = reply
    case .cancelled: throw .cancelled(endsConversation: false)
    // Another call closes it.
    case .interrupted: final = await line.interrupting { await self.closeInOrder() }
    }
    if let final { return final }
    do throws(FTPClientError) {
      let reply: Reply
      if let command {
        reply = try await client.finalReply(to: command)
      } else {
        reply = try await client.nextReply()
      }
      await keep(final: reply)
      return reply
    } catch {
      await keep(final: nil)
      throw error
    }
  }

  /// Closes the data connection without waiting for a reply, and immediately ends any call in progress on it.
  public nonisolated func close() async {
    await line.interrupting { _ = await self.closeInOrder() }
  }

  /// Closes the data connection with a reset instead of an orderly end, and immediately ends any call in progress on
  /// it.
  public nonisolated func reset() async {
    await line.interrupting { await self.resetConnection() }
  }

  func resetConnection() {
    guard let open = connection.take() else { return }
    open.reset()
    hasClosed(.resetByClient)
  }

  /// Closes the connection in the way that marks the end of an upload, and returns the final reply if it has arrived.
  private func closeInOrder() -> Reply? {
    completeHandshake()
    // An empty upload is an upload too.
    let isUpload = hasWritten || verb?.sendsData == true && connection?.isHandshaking == false
    if isUpload, refusal != nil, !refused() { return final }
    if isUpload, connection?.carriesLayer == true, !isAborted.load(ordering: .acquiring) {
      try? connection?.shutdownWrite(within: client.timeouts.dataIdle)
      ended = connection.take()
      hasClosed(.closedByClient)
    } else {
      close(.closedByClient)
    }
    return final
  }

  /// Closes the client's half of the data connection and continues to read the other.
  ///
  /// For an upload this is the end of file. Throws ``FTPClientError/noDataConnection`` if it is already closed.
  public nonisolated func halfClose() async throws(FTPClientError) {
    try await stepping { transfer throws(FTPClientError) in try transfer.shutDownWriting() }
  }

  private func shutDownWriting() throws(FTPClientError) {
    guard connection != nil else { throw .noDataConnection }
    completeHandshake()
    do throws(TransportError) { try connection?.shutdownWrite(within: client.timeouts.dataIdle) } catch {
      throw .transport(error)
    }
    client.recorder.dataHalfClosed(identifier)
  }

  /// Stops the transfer with ABOR, see `RawFTPClient.abort()`, and closes the data connection.
  ///
  /// - Returns: the final reply of the aborted transfer and the reply to ABOR; nil for one that never arrived.
  /// - Throws: ``FTPClientError`` if the connection fails, a time limit runs out, a reply is malformed, or the task is
  ///   cancelled.
  @discardableResult
  public nonisolated func abort() async throws(FTPClientError) -> (cut: Reply?, abor: Reply?) {
    try await client.abort(self)
  }

  /// Completes the handshake of a record layer; without it, the server would mistake the end of an empty file for a
  /// cut.
  ///
  /// If that fails, the server reports a cut. A server that refused the transfer need not take part in a handshake.
  private func completeHandshake() {
    guard connection?.isHandshaking == true, !isAborted.load(ordering: .acquiring), isAwaited, refusal == nil
    else { return }
    try? connection?.handshake(deadline: .after(client.timeouts.dataIdle))
    recordHandshake()
  }

  /// Whether the server may still need the connection.
  private var isAwaited: Bool {
    let judge = client.judge
    return judge.transfer != nil || judge.commandsInFlight.contains { $0.verb.transfersData }
  }

  /// Records that the handshake is complete, once.
  func recordHandshake() {
    guard let handshake = tls?.handshake else { return }
    tls = nil
    client.recorder.tls(identifier, .established)
    client.recorder.note(handshake.dataNote(after: client.handshake.withLock { $0 }))
  }

  /// Records how TLS ended: properly, or with an error.
  func recordEnd(_ error: TransportError? = nil) {
    guard isUnderTLS else { return }
    switch error?.cause {
    case nil: client.recorder.tls(identifier, .ended)
    case .truncated: client.recorder.note("the data connection has ended without a close alert of TLS")
    case .layer: client.recorder.tls(identifier, .failed)
    default: break
    }
  }

  func close(_ ending: DataEnding) {
    guard connection != nil else { return }
    connection = nil
    hasClosed(ending)
  }

  private func hasClosed(_ ending: DataEnding) {
    client.openTransfers.subtract(1, ordering: .acquiringAndReleasing)
    client.recorder.dataClosed(identifier, ending)
  }

  /// Keeps the final reply, so that ``end()`` does not wait for it.
  func keep(final reply: Reply?) {
    if let reply { progress.withLock { $0.final = reply } }
    ended = nil
  }

  /// Ends the call in progress on the connection, and all that wait for their turn.
  nonisolated func interrupt() {
    isAborted.store(true, ordering: .releasing)
    line.interrupt()
  }

  /// Runs a blocking operation on the transfer's thread when its turn comes; cancelling the task ends it at once.
  nonisolated func blocking<Value: Sendable, Failure: Error>(
    _ body: @Sendable (isolated DataTransfer) throws(Failure) -> Value
  ) async throws -> Value {
    switch await line.takingTurn({ await self.onOwnThread(body) }) {
    case .done(let result): return try result.get()
    case .cancelled: throw FTPClientError.cancelled(endsConversation: false)
    case .interrupted: throw interrupted
    }
  }

  /// Like ``blocking(_:)``, for operations that throw only errors of the client.
  nonisolated func stepping<Value: Sendable>(
    _ body: @Sendable (isolated DataTransfer) throws(FTPClientError) -> Value
  ) async throws(FTPClientError) -> Value {
    do { return try await blocking(body) } catch { throw error as? FTPClientError ?? interrupted }
  }

  private func onOwnThread<Value: Sendable, Failure: Error>(
    _ body: @Sendable (isolated DataTransfer) throws(Failure) -> Value
  ) -> Result<Value, any Error> {
    guard !isAborted.load(ordering: .acquiring) else { return .failure(interrupted) }
    do { return .success(try body(self)) } catch {
      guard let ours = error as? FTPClientError, ours.isCancellation else { return .failure(error) }
      // The same signal ends a wait for a cancelled task, an abort and a close.
      return .failure(Task.isCancelled ? FTPClientError.cancelled(endsConversation: false) : interrupted)
    }
  }

  nonisolated var interrupted: FTPClientError {
    isAborted.load(ordering: .acquiring) ? .transferAborted : .transferFinished
  }
}
