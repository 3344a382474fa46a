import FTPConversation
import FTPProtocol
import FTPTransport
import Synchronization

/// A transfer under way: its data connection, and the reply that is still to come.
///
/// A transfer blocks on a thread of its own, so the control connection stays free: for STAT, and for
/// ``abort()``. The data connection closes when the transfer is finished, aborted or released.
///
/// ```swift
/// let download = try await ftp.passive(.epsv, "RETR notes.txt")
/// let bytes = try await download.readToEnd()
/// try await download.finish().expect(226, 250)
/// ```
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

  nonisolated let client: RawFTPClient
  nonisolated let wakeUp = WakeUp()
  /// True once ABOR has been sent: what waits its turn on this thread must not begin.
  private nonisolated let isAborted = Atomic(false)
  private nonisolated let executor: ThreadExecutor
  private var connection: TCPConnection?
  /// The connection of an upload under a record layer, half closed, until the server has said how the upload went. What
  /// the server still says in the layer, as the tickets of TLS, would come after a close, and the system would
  /// answer with a reset that takes along what is still on its way.
  private var ended: TCPConnection?
  private var hasWritten = false
  private var hasEnded = false
  private var final: Reply?

  /// Runs the transfer on a thread of its own.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(
    _ connection: consuming TCPConnection, identifier: DataConnectionID, command: Int?, opening: Reply,
    client: RawFTPClient
  ) throws(TransportError) {
    executor = try ThreadExecutor()
    localAddress = connection.localAddress
    peerAddress = connection.peerAddress
    connection.wakeUp = wakeUp
    self.connection = consume connection
    self.identifier = identifier
    self.command = command
    self.opening = opening
    self.client = client
    final = command == nil || opening.code.isPreliminary ? nil : opening
  }

  deinit {
    if connection != nil { client.recorder.dataClosed(identifier, .closedByClient) }
  }

  /// True until the data connection has been closed by either side.
  public var isOpen: Bool { connection != nil }

  /// Closes the data connection if it is open and waits for the final reply, which is returned as it is.
  ///
  /// For an upload this is the end of file. A download that has not been read to its end is cut short here,
  /// which servers answer with 426 or 451. Where the connection was opened before its command, the reply is the oldest
  /// that nobody has taken yet. Throws when no reply comes in time or the conversation ends.
  @discardableResult
  public func finish() async throws(FTPClientError) -> Reply {
    close()
    defer { ended = nil }
    if let final { return final }
    let reply: Reply
    if let command {
      reply = try await client.finalReply(to: command)
    } else {
      reply = try await client.nextReply()
    }
    final = reply
    return reply
  }

  /// Closes the data connection without waiting for a reply.
  public func close() {
    completeHandshake()
    if hasWritten, connection?.carriesLayer == true, !isAborted.load(ordering: .acquiring) {
      try? connection?.shutdownWrite()
      ended = connection.take()
      client.recorder.dataClosed(identifier, .closedByClient)
    } else {
      close(.closedByClient)
    }
  }

  /// Closes the data connection with a reset instead of an orderly end.
  public func reset() {
    guard let open = connection.take() else { return }
    open.reset()
    client.recorder.dataClosed(identifier, .resetByClient)
  }

  /// Closes the client's half of the data connection, and goes on reading the other.
  ///
  /// For an upload this is the end of file. Throws ``FTPClientError/noDataConnection`` where it is closed already.
  public func halfClose() throws(FTPClientError) {
    guard connection != nil else { throw .noDataConnection }
    completeHandshake()
    do throws(TransportError) { try connection?.shutdownWrite() } catch { throw .transport(error) }
    client.recorder.dataHalfClosed(identifier)
  }

  /// Stops the transfer with ABOR, see ``RawFTPClient/abort()``, and closes the data connection.
  ///
  /// - Returns: the final reply of the transfer that was cut and the reply to ABOR; nil for one that never came.
  @discardableResult
  public nonisolated func abort() async throws(FTPClientError) -> (cut: Reply?, abor: Reply?) {
    try await client.abort(self)
  }

  /// Completes the handshake of a record layer, without which the server would take the end of an empty file for a cut.
  /// Where that fails, the server finds one.
  private func completeHandshake() {
    guard connection?.isHandshaking == true, !isAborted.load(ordering: .acquiring) else { return }
    try? connection?.handshake(deadline: .after(client.timeouts.dataIdle))
  }

  func close(_ ending: DataEnding) {
    guard connection != nil else { return }
    connection = nil
    client.recorder.dataClosed(identifier, ending)
  }

  /// Keeps the final reply that an ABOR brought, so that ``finish()`` does not wait for it.
  func keep(final reply: Reply?) { final = reply ?? final }

  /// Ends what is under way on the connection, and what waits for its turn there.
  nonisolated func interrupt() {
    isAborted.store(true, ordering: .releasing)
    wakeUp.signal()
  }

  /// Runs a blocking operation on the connection so that cancelling the task ends it at once.
  func blocking<Value: Sendable>(
    _ body: (isolated DataTransfer) throws -> Value
  ) async throws -> Value {
    try await withTaskCancellationHandler {
      wakeUp.reset()
      try Task.checkCancellation()
      guard !isAborted.load(ordering: .acquiring) else { throw interrupted }
      do { return try body(self) } catch {
        // What ends a wait is the same signal for a cancelled task and for an abort.
        try Task.checkCancellation()
        throw error
      }
    } onCancel: {
      wakeUp.signal()
    }
  }

  private nonisolated var interrupted: FTPClientError {
    .transport(TransportError(step: .read, peer: peerAddress.description, cause: .cancelled))
  }

  /// One read; 0 is the end, at which the connection is closed.
  func readPiece(into buffer: inout [UInt8]) throws(FTPClientError) -> Int {
    guard connection != nil else {
      if hasEnded { return 0 }
      throw interrupted
    }
    let deadline = Deadline.after(client.timeouts.dataIdle)
    do {
      let count = try connection?.read(into: &buffer, deadline: deadline) ?? 0
      if count == 0 {
        hasEnded = true
        close(.endOfFile)
      } else {
        client.recorder.data(identifier, .download, buffer.span.extracting(first: count))
      }
      return count
    } catch {
      if error.isPeerGone { close(.resetByServer) }
      throw .transport(error)
    }
  }

  func writePiece(_ bytes: Span<UInt8>) throws(FTPClientError) {
    guard connection != nil else { throw .noDataConnection }
    do {
      hasWritten = true
      try connection?.write(bytes, deadline: .after(client.timeouts.dataIdle))
      client.recorder.data(identifier, .upload, bytes)
    } catch {
      if error.isPeerGone { close(.resetByServer) }
      throw .transport(error)
    }
  }
}
