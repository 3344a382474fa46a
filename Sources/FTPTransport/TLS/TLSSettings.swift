/// The TLS settings of one end.
package struct TLSSettings: Sendable {
  /// The oldest version to accept.
  package var minimum = TLSVersion.tls12
  /// The newest version to accept; nil for the newest that the library supports.
  package var maximum: TLSVersion?
  /// The ciphers in OpenSSL's notation; nil for the library's default.
  package var ciphers: String?
  /// The protocols to offer by ALPN, in this order.
  package var applicationProtocols: [String] = []
  /// A server's answer to offers by ALPN; nil for none, as if it did not know ALPN.
  package var protocolAnswer: ProtocolAnswer?
  /// A file with the certificates that are trusted; nil for those of the system.
  package var authorities: String?
  /// Whether the other end's certificate must be valid.
  ///
  /// If false, a server requests none.
  package var verifiesPeer: Bool
  /// Whether a server requests the client's certificate, and accepts any certificate, or none.
  package var asksForCertificate = false
  /// The certificate of this end, which a server must have.
  package var identity: TLSIdentity?
  /// How many tickets a server sends after a handshake in TLS 1.3; nil for the library's default.
  ///
  /// With 0 there are no sessions to resume in older versions either.
  package var tickets: Int?
  /// Whether a server always shows the same certificate, whatever host the handshake names.
  package var ignoresServerName = false
  /// Whether no ticket follows a handshake in TLS 1.3, because some are sent later.
  package var givesTicketsLate = false
  /// Receives each line of a key log in NSS format, with which the connection can be decrypted.
  package var keyLog: (@Sendable (String) -> Void)?

  /// What a server answers to the protocols that a client offers by ALPN (RFC 7301).
  package enum ProtocolAnswer: Hashable, Sendable {
    /// It selects this one, offered or not.
    case takes(String)
    /// It ends the handshake with a fatal alert.
    case refuses
  }

  /// The accepted versions, in words.
  var versions: String {
    guard let maximum else { return "\(minimum) and newer" }
    return maximum == minimum ? "\(minimum)" : "\(minimum) to \(maximum)"
  }

  /// The settings of a client: it verifies the certificate of the server.
  package static var client: TLSSettings { TLSSettings(verifiesPeer: true) }

  /// The settings of a server: it requires nothing of the client.
  package static func server(_ identity: TLSIdentity) -> TLSSettings {
    TLSSettings(verifiesPeer: false, identity: identity)
  }
}

/// Why TLS is not available as requested: an unreadable file, an unknown cipher, no library.
public struct TLSSetupError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line that says what is missing or wrong.
  public let description: String

  init(_ description: String) { self.description = description }
  init(_ error: TLSUnavailable) { description = error.description }
}

extension TransportError {
  /// The error if TLS with a peer cannot begin.
  package init(_ error: TLSSetupError, with peer: String) {
    self.init(step: .handshake, peer: peer, cause: .layer(error.description))
  }
}
