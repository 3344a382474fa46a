import FTPConversation
import FTPProtocol
import FTPTransport
import Synchronization

/// A transfer in progress: its data connection, and the reply that is still to come.
///
/// A transfer blocks on a thread of its own, so the control connection stays free: for STAT, and for
/// ``abort()``. The data connection closes when the transfer is finished, aborted or released. Calls take turns, and
/// cancelling a task ends its call at once with ``FTPClientError/cancelled(endsConversation:)``; the next read goes on
/// where it has ended.
///
/// ```swift
/// let download = try await ftp.passive(.epsv, "RETR notes.txt")
/// let bytes = try await download.readToEnd()
/// try await download.finish()
/// ```
///
/// ``finish()`` throws unless all of the data has come or gone, as far as can be known. ``end()`` ends a transfer
/// whatever has become of it, and returns what the server says.
public actor DataTransfer {
  /// What most servers and the system's socket buffers do best with: smaller pieces halve the rate.
  static let pieceSize = 256 * 1024

  /// The reply that let the transfer begin, usually 150 or 125; for a connection that was opened by hand the one that
  /// ``RawFTPClient/openData(after:)`` was given.
  public nonisolated let opening: Reply
  /// The number of the data connection within the conversation, as events carry it.
  public nonisolated let identifier: DataConnectionID
  /// This end of the data connection.
  public nonisolated let localAddress: SocketAddress
  /// The server's end of the data connection.
  public nonisolated let peerAddress: SocketAddress
  /// The command whose final reply ends the transfer; nil where the connection came before the command.
  nonisolated let command: Int?

  /// The size that the opening reply of a RETR announces, as in `150 Opening data connection (1024 bytes)`; nil for none.
  ///
  /// The size of the file in most servers, whatever part of it was asked for, and of the bytes as they are stored.
  public nonisolated let announcedSize: UInt64?

  nonisolated let client: RawFTPClient
  /// Where calls wait for the transfer's thread.
  nonisolated let line = TurnLine()
  /// How many bytes make the download complete, where the announced size is that: all of the file, byte for byte.
  private nonisolated let exactSize: UInt64?
  private nonisolated let verb: Verb?
  private nonisolated let progress = Guarded(Progress())
  /// True once ABOR has been sent: what waits its turn on this thread must not begin.
  private nonisolated let isAborted = Atomic(false)
  private nonisolated let executor: ThreadExecutor
  private var connection: TCPConnection?
  /// The connection of an upload under a record layer, half closed, until the server has said how the upload went.
  ///
  /// What the server still says in the layer, as the tickets of TLS, would come after a close, and the system would
  /// answer with a reset that takes along what is still on its way.
  private var ended: TCPConnection?
  private var hasWritten = false
  /// TLS, until what has become of its handshake is recorded.
  private var tls: TLSLayer?
  private let isUnderTLS: Bool
  /// Why the connection is closed, where a read or a write has found that.
  private var failure: FTPClientError?
  private var final: Reply?

  private struct Progress {
    var byteCount = 0
    var hasRead = false
    var hasEnded = false
  }

  /// Runs the transfer on a thread of its own.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(
    _ connection: consuming TCPConnection, under tls: TLSLayer? = nil, identifier: DataConnectionID,
    verb: Verb?, command: Int?, opening: Reply, client: RawFTPClient
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
    self.verb = verb
    announcedSize = verb == .retr ? opening.announcedSize : nil
    exactSize = announcedSize != nil && client.judge.sendsWholeFilesAsTheyAre ? announcedSize : nil
    final = command == nil || opening.code.isPreliminary ? nil : opening
    client.openTransfers.add(1, ordering: .acquiringAndReleasing)
  }

  deinit {
    guard connection != nil else { return }
    client.openTransfers.subtract(1, ordering: .acquiringAndReleasing)
    client.recorder.dataClosed(identifier, .closedByClient)
  }

  /// How many bytes have come or gone so far.
  public nonisolated var byteCount: Int { progress.withLock { $0.byteCount } }

  /// Whether a download has been read up to the end that the server has made of it, in order.
  ///
  /// That is no more than what the data connection says: a server that has stopped in the middle may close it in the
  /// same way, and tell so in its final reply.
  public nonisolated var endedAtEndOfFile: Bool { progress.withLock { $0.hasEnded } }

  /// True until the data connection has been closed by either side.
  public var isOpen: Bool { connection != nil }

  /// Closes the data connection if it is open, waits for the final reply, and throws unless all is well.
  ///
  /// For an upload this is the end of file. Where the connection was opened before its command, the reply is the oldest
  /// that has not been taken yet.
  ///
  /// - Returns: the final reply.
  /// - Throws: ``FTPClientError/unexpectedReply(_:to:expected:)`` when the final reply is not 2yz,
  ///   ``FTPClientError/incomplete(byteCount:expected:reply:)`` when it is and a download was not read to its end, or
  ///   came short of ``announcedSize`` where that can be compared, and as ``end()`` does.
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

  /// Closes the data connection if it is open and waits for the final reply, which is returned as it is.
  ///
  /// The raw form of ``finish()``: a download that has not been read to its end is cut short here, which servers answer
  /// with 426 or 451, and some with 226. Throws when no reply comes in time or the conversation ends.
  @discardableResult
  public nonisolated func end() async throws(FTPClientError) -> Reply {
    let final: Reply?
    switch await line.takingTurn({ await self.closeInOrder() }) {
    case .done(let reply): final = reply
    case .cancelled: throw .cancelled(endsConversation: false)
    // Somebody else closes it.
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

  /// Closes the data connection without waiting for a reply, and ends at once what is in progress on it.
  public nonisolated func close() async {
    await line.interrupting { _ = await self.closeInOrder() }
  }

  /// Closes the data connection with a reset instead of an orderly end, and ends at once what is in progress on it.
  public nonisolated func reset() async {
    await line.interrupting { await self.resetConnection() }
  }

  private func resetConnection() {
    guard let open = connection.take() else { return }
    open.reset()
    hasClosed(.resetByClient)
  }

  /// Closes the connection in the way that tells the end of an upload, and returns the final reply if it is there.
  private func closeInOrder() -> Reply? {
    completeHandshake()
    // An upload of nothing is one, too.
    let isUpload = hasWritten || verb?.sendsData == true && connection?.isHandshaking == false
    if isUpload, connection?.carriesLayer == true, !isAborted.load(ordering: .acquiring) {
      try? connection?.shutdownWrite()
      ended = connection.take()
      hasClosed(.closedByClient)
    } else {
      close(.closedByClient)
    }
    return final
  }

  /// Closes the client's half of the data connection, and goes on reading the other.
  ///
  /// For an upload this is the end of file. Throws ``FTPClientError/noDataConnection`` where it is closed already.
  public nonisolated func halfClose() async throws(FTPClientError) {
    try await stepping { transfer throws(FTPClientError) in try transfer.shutDownWriting() }
  }

  private func shutDownWriting() throws(FTPClientError) {
    guard connection != nil else { throw .noDataConnection }
    completeHandshake()
    do throws(TransportError) { try connection?.shutdownWrite() } catch { throw .transport(error) }
    client.recorder.dataHalfClosed(identifier)
  }

  /// Stops the transfer with ABOR, see `RawFTPClient.abort()`, and closes the data connection.
  ///
  /// - Returns: the final reply of the transfer that was cut and the reply to ABOR; nil for one that never came.
  /// - Throws: ``FTPClientError`` if the connection fails, a time limit runs out, a reply is malformed, or the task is cancelled.
  @discardableResult
  public nonisolated func abort() async throws(FTPClientError) -> (cut: Reply?, abor: Reply?) {
    try await client.abort(self)
  }

  /// Completes the handshake of a record layer, without which the server would take the end of an empty file for a cut.
  ///
  /// Where that fails, the server finds one. A server that has refused the transfer need not take part in one.
  private func completeHandshake() {
    guard connection?.isHandshaking == true, !isAborted.load(ordering: .acquiring), isAwaited else { return }
    try? connection?.handshake(deadline: .after(client.timeouts.dataIdle))
    recordHandshake()
  }

  /// Whether the server may still want the connection.
  private var isAwaited: Bool {
    let judge = client.judge
    return judge.transfer != nil || judge.commandsInFlight.contains { $0.verb.transfersData }
  }

  /// Records that the handshake is complete, once.
  private func recordHandshake() {
    guard let handshake = tls?.handshake else { return }
    tls = nil
    client.recorder.tls(identifier, .established)
    // Whose certificate it is, the control connection has shown.
    client.recorder.note(handshake.description)
  }

  /// Records how TLS has ended: in order, or by what is wrong.
  private func recordEnd(_ error: TransportError? = nil) {
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
    final = reply ?? final
    ended = nil
  }

  /// Ends what is in progress on the connection, and what waits for its turn there.
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

  /// As ``blocking(_:)``, for what throws nothing but errors of the client.
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
      // What ends a wait is the same signal for a cancelled task, for an abort and for a close.
      return .failure(Task.isCancelled ? FTPClientError.cancelled(endsConversation: false) : interrupted)
    }
  }

  private nonisolated var interrupted: FTPClientError {
    isAborted.load(ordering: .acquiring) ? .transferAborted : .transferFinished
  }

  /// One read; 0 is the end, at which the connection is closed.
  func readPiece(into buffer: inout [UInt8]) throws(FTPClientError) -> Int {
    let result: Result<Int, FTPClientError> = buffer.withUnsafeMutableBytes { bytes in
      Result { () throws(FTPClientError) in try readPiece(into: bytes) }
    }
    return try result.get()
  }

  /// The same into memory that need not be initialized.
  func readPiece(into buffer: UnsafeMutableRawBufferPointer) throws(FTPClientError) -> Int {
    guard connection != nil else {
      if endedAtEndOfFile { return 0 }
      throw failure ?? interrupted
    }
    do {
      let count = try connection?.read(into: buffer, deadline: .after(client.timeouts.dataIdle)) ?? 0
      recordHandshake()
      progress.withLock { progress in
        progress.byteCount += count
        progress.hasRead = true
        progress.hasEnded = count == 0
      }
      if count == 0 {
        recordEnd()
        close(.endOfFile)
      } else {
        let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count]).assumingMemoryBound(to: UInt8.self)
        client.recorder.data(identifier, .download, piece.span)
      }
      return count
    } catch { throw failed(error) }
  }

  /// Throws where the server has ended a download before so many bytes have come as it has announced.
  func checkSize() throws(FTPClientError) {
    guard let exactSize, UInt64(byteCount) < exactSize else { return }
    throw .incomplete(byteCount: byteCount, expected: exactSize, reply: nil)
  }

  func writePiece(_ bytes: Span<UInt8>) throws(FTPClientError) {
    guard connection != nil else { throw failure ?? interrupted }
    do {
      hasWritten = true
      try connection?.write(bytes, deadline: .after(client.timeouts.dataIdle))
      recordHandshake()
      let count = bytes.count
      progress.withLock { $0.byteCount += count }
      client.recorder.data(identifier, .upload, bytes)
    } catch { throw failed(error) }
  }

  private func failed(_ error: TransportError) -> FTPClientError {
    recordEnd(error)
    if error.isPeerGone {
      failure = .transport(error)
      close(.resetByServer)
    }
    return .transport(error)
  }
}

extension Judge {
  /// Whether a RETR brings all bytes of a file as they are stored.
  fileprivate var sendsWholeFilesAsTheyAre: Bool {
    parameters.type == .image && parameters.structure == .file && parameters.mode == .stream && restart == nil
  }
}
