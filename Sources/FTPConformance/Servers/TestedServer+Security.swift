import FTPClient
import FTPProtocol

/// TLS in a run that is under it, for all that make connections to the server.
extension TestedServer {
  /// The same under TLS, for what is about TLS in a run that is not: what anybody can read otherwise needs no certificate that
  /// can be trusted.
  var secured: TestedServer {
    guard security == .none else { return self }
    var secured = self
    secured.security = .explicit
    secured.tls.isInsecure = true
    return secured
  }

  /// What a connection to the server is asked of TLS.
  ///
  /// In a run in clear an AUTH is only said: no handshake follows.
  package func configure(_ tls: inout ClientTLS) {
    tls = self.tls
    tls.isImplicit = security == .implicit
    tls.followsReplies = security != .none
  }

  /// Asks for TLS on a connection that has been greeted, where the run is under it and it is not there yet.
  package func secure(_ client: RawFTPClient) async throws(FTPClientError) {
    guard security == .explicit, !client.isSecured else { return }
    try await client.secure()
  }

  /// Secures a connection that has been greeted, logs in, and has data connections protected.
  ///
  /// - Throws: if the server refuses any of that.
  package func enter(_ client: RawFTPClient) async throws(FTPClientError) {
    try await secure(client)
    let (reply, _) = try await client.walkLogin(login)
    guard reply.code.kind == .completion else {
      throw .unexpectedReply(reply, to: "the login", expected: "2yz")
    }
    if security != .none { try await client.protect(.private) }
  }
}
