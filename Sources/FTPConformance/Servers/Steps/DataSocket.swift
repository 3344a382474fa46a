import FTPTransport

/// A data connection that steps open by hand, to see what the server does with it.
///
/// Its bytes are not recorded; the transcript has notes about its opening and its end.
///
/// Only one task at a time may use it. Cancelling the task ends its wait.
final class DataSocket: Sendable {
  private let live: HandMadeConnection?
  private let connection: CaseConnection
  private let subject: String

  /// Uses a connection; nil in a recording.
  init(_ live: HandMadeConnection?, of connection: CaseConnection) {
    self.live = live
    self.connection = connection
    subject = "\(connection.subject) hand \(connection.log.number("hand"))"
  }

  /// Reads to the end, and then ends this side as well, because some servers wait for that.
  ///
  /// Nil if the end does not come in time; a reset counts as an end.
  func readToEnd(within limit: Duration) async throws -> [UInt8]? {
    try await call("read to end") { await $0.readToEnd(within: limit) }
  }

  /// Whether the server closes or resets the connection in time.
  func ends(within limit: Duration) async throws -> Bool { try await readToEnd(within: limit) != nil }

  /// Writes bytes and ends this direction; the other can still be watched.
  func finish(with bytes: [UInt8], within limit: Duration) async throws {
    connection.log.noteSent(bytes)
    try await act("finish \(bytes.count)") { try await $0.finish(with: bytes, within: limit) }
  }

  /// Starts TLS on a connection that was in clear.
  func begin(_ layer: CaseLayer) async throws {
    try await act("begin layer") { live in
      if let layer = layer.live { try await live.begin(layer) }
    }
  }

  /// Reads to the end; `trouble` is what is wrong with it, nil for an orderly end.
  func drain(within limit: Duration) async throws -> (bytes: [UInt8], trouble: TransportError?) {
    let drained = try await call("drain") { live in
      let (bytes, trouble) = await live.drain(within: limit)
      return DrainedData(bytes: bytes, trouble: trouble)
    }
    return (drained.bytes, drained.trouble)
  }

  /// Ends both directions, so that neither side waits any longer.
  func close() { live?.close() }

  /// Writes bytes and cuts the connection; under TLS, no close alert is sent.
  func cut(after bytes: [UInt8], within limit: Duration) async throws {
    connection.log.noteSent(bytes)
    try await act("cut \(bytes.count)") { try await $0.cut(after: bytes, within: limit) }
  }

  private func act(
    _ words: String, _ body: (HandMadeConnection) async throws -> Void
  ) async throws {
    _ = try await call(words) { live in
      try await body(live)
      return Done()
    }
  }

  private func call<Value: Codable>(
    _ words: String, _ body: (HandMadeConnection) async throws -> Value
  ) async throws -> Value {
    try await connection.call(words, on: subject, of: live, body)
  }
}

/// What a data connection brought, and how it ended.
private struct DrainedData: Codable {
  let bytes: [UInt8]
  let trouble: TransportError?
}
