import FTPClient
import FTPTransport

/// The connection of a ``DataSocket`` to a server.
///
/// Only one task at a time may use it. Cancelling the task ends its wait.
final class HandMadeConnection: @unchecked Sendable {
  private var connection: TCPConnection
  private let wakeUp: WakeUp
  private let note: @Sendable (String) -> Void

  /// Takes a connection, whose waits end with `wakeUp`.
  init(_ connection: consuming TCPConnection, _ wakeUp: WakeUp, note: @escaping @Sendable (String) -> Void) {
    connection.wakeUp = wakeUp
    self.connection = connection
    self.wakeUp = wakeUp
    self.note = note
  }

  /// Connects to an address; nil if nothing listens there.
  ///
  /// The transcript of `client` gets a note of the outcome.
  static func opened(
    to address: SocketAddress, from local: SocketAddress?, _ layer: TLSLayer?, within limit: Duration,
    _ client: RawFTPClient
  ) async throws(TransportError) -> HandMadeConnection? {
    do throws(TransportError) {
      let wakeUp = WakeUp()
      let opened = try await BlockingThread.run(waitingWith: wakeUp) { () throws(TransportError) in
        var connection = try TCPConnection.connect(
          to: address, from: local, deadline: .after(limit), wakeUp: wakeUp)
        if let layer { try connection.startLayer(layer) }
        return HandMadeConnection(connection, wakeUp) { client.note($0) }
      }
      client.note("a connection to \(address)" + (local.map { " from \($0.host)" } ?? ""))
      return opened
    } catch {
      client.note("no connection to \(address): \(error)")
      if error.isRefused { return nil }
      throw error
    }
  }

  /// Reads to the end, and then ends this side as well, because some servers wait for that.
  ///
  /// Nil if the end does not come in time; a reset counts as an end.
  func readToEnd(within limit: Duration) async -> [UInt8]? {
    await blocking { [self] in
      let (bytes, trouble) = read(until: .after(limit))
      guard let trouble else {
        note("that connection carried \(bytes.count) bytes and was closed")
        return bytes
      }
      let end = trouble.isPeerGone ? "was reset" : "stayed open for \(limit.inSeconds)"
      note("that connection carried \(bytes.count) bytes and \(end)")
      return trouble.isPeerGone ? bytes : nil
    }
  }

  /// Writes bytes and ends this direction; the other can still be watched.
  func finish(with bytes: [UInt8], within limit: Duration) async throws(TransportError) {
    try await blocking { [self] () throws(TransportError) in
      try connection.write(bytes, deadline: .after(limit))
      try connection.shutdownWrite()
    }
  }

  /// Starts TLS on a connection that was in clear.
  func begin(_ layer: TLSLayer) async throws(TransportError) {
    try await blocking { [self] () throws(TransportError) in try connection.startLayer(layer) }
  }

  /// Reads to the end; `trouble` is what is wrong with it, nil for an orderly end.
  func drain(within limit: Duration) async -> (bytes: [UInt8], trouble: TransportError?) {
    await blocking { [self] in
      let (bytes, trouble) = read(until: .after(limit))
      guard let trouble else {
        note("that connection carried \(bytes.count) bytes and was closed")
        return (bytes, nil)
      }
      note("that connection carried \(bytes.count) bytes, and then: \(trouble)")
      // Otherwise a server might wait for the end, and the reply would not come.
      connection.shutdownBoth()
      return (bytes, trouble)
    }
  }

  /// Ends both directions, so that neither side waits any longer.
  func close() { connection.shutdownBoth() }

  /// Writes bytes and cuts the connection; under TLS, no close alert is sent.
  func cut(after bytes: [UInt8], within limit: Duration) async throws(TransportError) {
    try await blocking { [self] () throws(TransportError) in
      try connection.write(bytes, deadline: .after(limit))
      connection.omitCloseAlert()
      try connection.shutdownWrite()
    }
  }

  /// Reads to the end and then ends this side, or as far as the budget of a transfer or the time allow.
  private func read(until deadline: Deadline) -> (bytes: [UInt8], trouble: TransportError?) {
    var bytes: [UInt8] = []
    do throws(TransportError) {
      while try connection.read(appendingTo: &bytes, deadline: deadline) > 0 {
        // A peer that never stops sending keeps the read from ever waiting, and so from looking at the deadline.
        guard bytes.count < RunBudget.transfer, !deadline.hasPassed else {
          throw TransportError(
            step: .read, peer: connection.waitPeer, cause: .timedOut(after: deadline.limit ?? .zero))
        }
      }
      try? connection.shutdownWrite()
      return (bytes, nil)
    } catch {
      return (bytes, error)
    }
  }

  private func blocking<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await BlockingThread.run(waitingWith: wakeUp, body)
  }
}
