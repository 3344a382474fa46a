import FTPClient
import FTPConversation
import FTPProtocol

/// Events of connections in a replay to the client.
extension ClientPlay {
  /// Performs a mark at both ends.
  mutating func play(
    _ mark: ConversationMark, line: Int, at index: Int, on client: isolated RawFTPClient
  ) async throws {
    switch mark {
    case .controlOpened, .use, .missing, .cutShort, .note: break
    case .controlHalfClosed(by: .client):
      try await client.halfClose()
      checkNothingWasLeft(try control?.readToEnd() ?? 0, line: line)
    case .controlHalfClosed(by: .server): try control?.halfClose()
    case .controlClosed(let end): try closeControl(end, line: line, on: client)
    case .dataOpened(let connection, let opening):
      try await openData(connection, opening, line: line, on: client)
    case .dataRefused: try await refuseData(on: client)
    case .dataHalfClosed(let connection, by: .server):
      try await halfCloseData(connection, at: index, on: client)
    case .dataHalfClosed(let connection, by: .client):
      guard let ends = data[connection] else { return }
      try await ends.client.halfClose()
      checkNothingWasLeft(try ends.server.readToEnd(), line: line)
    case .dataClosed(let connection, let closing):
      try await closeData(connection, closing, line: line)
    case .tls(_, .record):
      throw ReplayFailure(
        expected: "bytes that can be sent",
        actual: "a record of TLS; a vector with some says 'differs: client' and why")
    case .tls(nil, let event):
      client.observe(event)
    case .tls: break
    case .wait(let duration): try await pause(duration)
    case .noReply(let verb):
      guard let ordinal = takeWaiting(verb) else {
        throw ReplayFailure(expected: "\(verb) without a reply", actual: "no such command")
      }
      client.abandon(ordinal)
    }
  }

  private mutating func closeControl(
    _ end: ControlEnd, line: Int, on client: isolated RawFTPClient
  ) throws {
    guard control != nil else { return }
    switch end {
    case .byClient:
      client.close()
      checkNothingWasLeft(try control?.readToEnd() ?? 0, line: line)
      closeControl()
      return
    case .lost: closeControl(withReset: true)
    case .byServer: closeControl()
    }
    if let reply = try client.awaitEnd() {
      throw ReplayFailure(actual: "another reply, \(reply.code)")
    }
  }
}
