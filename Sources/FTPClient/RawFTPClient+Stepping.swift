import FTPConversation
import FTPTransport

extension RawFTPClient {
  /// Closes the client's half of the control connection and continues to read replies.
  ///
  /// - Throws: ``FTPClientError/notConnected`` if it is already closed.
  public nonisolated func halfClose() async throws(FTPClientError) {
    try await blocking { client throws(FTPClientError) in try client.halfClose() }
  }

  /// The same, for use inside ``onThread(_:)``.
  ///
  /// - Throws: ``FTPClientError`` if the connection fails, a time limit runs out, a reply is malformed, or the task is
  ///   cancelled.
  public func halfClose() throws(FTPClientError) {
    guard control.isOpen else { throw .notConnected }
    do throws(TransportError) { try control.connection?.shutdownWrite() } catch { throw .transport(error) }
    recorder.controlHalfClosed(by: .client)
  }

  /// Stops waiting for the replies to a command, given its `Judgement.ordinal`: one that
  /// arrives later answers nothing.
  public func abandon(_ command: Int) { recorder.abandon(command) }
}

/// Steps of a replay, which runs on the client's thread.
extension RawFTPClient {
  /// Runs a replay on the client's thread; cancelling the task ends whatever it waits for.
  ///
  /// It takes no turn, because some of its steps take their own.
  package func stepping<Value: Sendable>(
    _ body: @Sendable (isolated RawFTPClient) async -> Value
  ) async -> Value {
    await withTaskCancellationHandler {
      await body(self)
    } onCancel: {
      line.signalForGood()
    }
  }

  /// Ends a wait of the client when it is signalled.
  package nonisolated var wakeUpSignal: WakeUp { line.wakeUp }

  /// Writes one segment unchanged, without first reading replies that have arrived.
  package func writeNow(_ segment: [UInt8]) throws(FTPClientError) { _ = try writeSegment(segment) }

  /// The bytes received that do not form a reply yet.
  package var unfinishedBytes: ArraySlice<UInt8> { control.unfinished }

  /// Reports TLS events on the control connection to the judge.
  package func observe(_ event: ConversationMark.TLSEvent) { recorder.tls(nil, event) }
}
