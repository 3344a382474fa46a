import FTPConversation
import FTPProtocol
import FTPTransport

extension RawFTPClient {
  /// Closes the client's half of the control connection, and goes on reading replies.
  ///
  /// - Throws: ``FTPClientError/notConnected`` where it is closed already.
  public nonisolated func halfClose() async throws(FTPClientError) {
    try await blocking { client throws(FTPClientError) in try client.halfClose() }
  }

  /// The same, for use inside ``onThread(_:)``.
  ///
  /// - Throws: ``FTPClientError`` if the connection fails, a time limit runs out, a reply is malformed, or the task is cancelled.
  public func halfClose() throws(FTPClientError) {
    guard control.isOpen else { throw .notConnected }
    do throws(TransportError) { try control.connection?.shutdownWrite() } catch { throw .transport(error) }
    recorder.controlHalfClosed(by: .client)
  }

  /// Gives up waiting for the replies to a command, by its number, which is that of `Judgement.ordinal`: one that
  /// still comes is a reply to nothing.
  public func abandon(_ command: Int) { recorder.abandon(command) }
}

/// Steps of a replay, which runs on the client's thread.
extension RawFTPClient {
  /// Runs a replay on the client's thread; cancelling the task ends whatever it waits for.
  ///
  /// It takes no turn, for there are calls among its steps that take their own.
  package func stepping<Value: Sendable>(
    _ body: @Sendable (isolated RawFTPClient) async -> Value
  ) async -> Value {
    await withTaskCancellationHandler {
      await body(self)
    } onCancel: {
      line.signalForGood()
    }
  }

  /// What ends a wait of the client when it is signalled.
  package nonisolated var wakeUpSignal: WakeUp { line.wakeUp }

  /// Writes one segment as it is; nothing that has come is read before.
  package func writeNow(_ segment: [UInt8]) throws(FTPClientError) { _ = try writeSegment(segment) }

  /// The bytes that have come and make no reply yet.
  package var unfinishedBytes: ArraySlice<UInt8> { control.unfinished }

  /// Tells the judge what is seen of TLS on the control connection.
  package func observe(_ event: ConversationMark.TLSEvent) { recorder.tls(nil, event) }
}
