import FTPTransport

/// A data connection that steps make by hand, to see what the server does with it.
///
/// Its bytes are not recorded; that it is made, and whether it ends, stands in the transcript in words.
///
/// One task at a time uses it.
final class DataSocket: @unchecked Sendable {
  private var connection: TCPConnection
  private let note: @Sendable (String) -> Void

  init(_ connection: consuming TCPConnection, note: @escaping @Sendable (String) -> Void) {
    self.connection = connection
    self.note = note
  }

  /// The bytes up to the end, which is answered with the end of this side: some servers wait for that.
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

  /// Whether the server closes or resets it in time.
  func ends(within limit: Duration) async -> Bool { await readToEnd(within: limit) != nil }

  /// Writes bytes and ends this side's direction, so that the other one can still be watched.
  func finish(with bytes: [UInt8], within limit: Duration) async throws(TransportError) {
    try await BlockingThread.run { [self] () throws(TransportError) in
      try connection.write(bytes, deadline: .after(limit))
      try connection.shutdownWrite()
    }
  }

  /// Puts TLS on a connection that was clear.
  func begin(_ layer: TLSLayer) async throws(TransportError) {
    try await BlockingThread.run { [self] () throws(TransportError) in try connection.startLayer(layer) }
  }

  /// The bytes up to the end, and what is wrong with that; nil for an end in order.
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
        // Or a server would go on waiting for it, and the reply with it.
        connection.shutdownBoth()
        return (bytes, error)
      }
    }
  }

  /// Ends both directions, so that neither side waits any longer.
  func close() { connection.shutdownBoth() }

  /// Writes bytes and cuts the connection: TLS has no close alert.
  func cut(after bytes: [UInt8], within limit: Duration) async throws(TransportError) {
    try await BlockingThread.run { [self] () throws(TransportError) in
      try connection.write(bytes, deadline: .after(limit))
      connection.omitCloseAlert()
      try connection.shutdownWrite()
    }
  }
}
