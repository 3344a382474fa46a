import FTPTransport

/// A data connection that steps open by hand, to see what the server does with it.
///
/// Its bytes are not recorded; the transcript has notes about its opening and its end.
///
/// Only one task at a time may use it.
final class DataSocket: @unchecked Sendable {
  private var connection: TCPConnection
  private let note: @Sendable (String) -> Void

  init(_ connection: consuming TCPConnection, note: @escaping @Sendable (String) -> Void) {
    self.connection = connection
    self.note = note
  }

  /// Reads to the end, and then ends this side as well, because some servers wait for that.
  ///
  /// Nil if the end does not come in time; a reset counts as an end.
  func readToEnd(within limit: Duration) async -> [UInt8]? {
    await BlockingThread.run { [self] in
      var bytes: [UInt8] = []
      let deadline = Deadline.after(limit)
      do throws(TransportError) {
        while try connection.read(appendingTo: &bytes, deadline: deadline) > 0 {}
        try? connection.shutdownWrite()
        note("that connection carried \(bytes.count) bytes and was closed")
        return bytes
      } catch {
        let end = error.isPeerGone ? "was reset" : "stayed open for \(limit.inSeconds)"
        note("that connection carried \(bytes.count) bytes and \(end)")
        return error.isPeerGone ? bytes : nil
      }
    }
  }

  /// Whether the server closes or resets the connection in time.
  func ends(within limit: Duration) async -> Bool { await readToEnd(within: limit) != nil }

  /// Writes bytes and ends this direction; the other can still be watched.
  func finish(with bytes: [UInt8], within limit: Duration) async throws(TransportError) {
    try await BlockingThread.run { [self] () throws(TransportError) in
      try connection.write(bytes, deadline: .after(limit))
      try connection.shutdownWrite()
    }
  }

  /// Starts TLS on a connection that was in clear.
  func begin(_ layer: TLSLayer) async throws(TransportError) {
    try await BlockingThread.run { [self] () throws(TransportError) in try connection.startLayer(layer) }
  }

  /// Reads to the end; `trouble` is what is wrong with it, nil for an orderly end.
  func drain(within limit: Duration) async -> (bytes: [UInt8], trouble: TransportError?) {
    await BlockingThread.run { [self] in
      var bytes: [UInt8] = []
      let deadline = Deadline.after(limit)
      do throws(TransportError) {
        while try connection.read(appendingTo: &bytes, deadline: deadline) > 0 {}
        try? connection.shutdownWrite()
        note("that connection carried \(bytes.count) bytes and was closed")
        return (bytes, nil)
      } catch {
        note("that connection carried \(bytes.count) bytes, and then: \(error)")
        // Otherwise a server might wait for the end, and the reply would not come.
        connection.shutdownBoth()
        return (bytes, error)
      }
    }
  }

  /// Ends both directions, so that neither side waits any longer.
  func close() { connection.shutdownBoth() }

  /// Writes bytes and cuts the connection; under TLS, no close alert is sent.
  func cut(after bytes: [UInt8], within limit: Duration) async throws(TransportError) {
    try await BlockingThread.run { [self] () throws(TransportError) in
      try connection.write(bytes, deadline: .after(limit))
      connection.omitCloseAlert()
      try connection.shutdownWrite()
    }
  }
}
