import FTPClient
import FTPProtocol

/// TLS for all connections to the server, in a run that is under TLS.
extension TestedServer {
  /// The server under TLS, for cases about TLS in a run that is in clear: what the other cases send in clear needs no
  /// certificate that can be trusted.
  var secured: TestedServer {
    guard security == .none else { return self }
    var secured = self
    secured.security = .explicit
    secured.tls.isInsecure = true
    return secured
  }

  /// Configures TLS for a connection to the server.
  ///
  /// In a run in clear, AUTH is sent without a handshake after it.
  package func configure(_ tls: inout ClientTLS) {
    tls = self.tls
    tls.isImplicit = security == .implicit
    tls.followsReplies = security != .none
  }

  /// Asks for TLS on a connection that has been greeted, if the run is under TLS and the connection is not yet.
  package func secure(_ client: RawFTPClient) async throws(FTPClientError) {
    guard security == .explicit, !client.isSecured else { return }
    try await client.secure()
  }

  /// Secures a connection that has been greeted, logs in, and asks for protected data connections.
  ///
  /// - Throws: If the server refuses any of that.
  package func enter(_ client: RawFTPClient) async throws(FTPClientError) {
    try await secure(client)
    let (reply, _) = try await client.walkLogin(login)
    guard reply.code.kind == .completion else {
      throw .unexpectedReply(reply, to: "the login", expected: "2yz")
    }
    if security != .none { try await client.protect(.private) }
  }
}
