import FTPTransport

/// TLS for a data connection that steps open by hand.
struct CaseLayer: Sendable {
  /// The layer; nil in a recording.
  let live: TLSLayer?
  private let connection: CaseConnection
  private let subject: String

  init(_ live: TLSLayer?, of connection: CaseConnection) {
    self.live = live
    self.connection = connection
    subject = "\(connection.subject) layer \(connection.log.number("layer"))"
  }

  /// The result of its handshake; nil before that.
  var handshake: TLSHandshake? {
    get async throws { try await connection.call("handshake", on: subject) { [live] _ in live?.handshake } }
  }
}
