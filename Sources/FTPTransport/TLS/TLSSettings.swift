/// What one end asks of TLS.
package struct TLSSettings: Sendable {
  /// The oldest version that is spoken.
  package var minimum = TLSVersion.tls12
  /// The newest version that is spoken; nil for what the library has.
  package var maximum: TLSVersion?
  /// The ciphers in OpenSSL's notation; nil for what the library thinks right.
  package var ciphers: String?
  /// What is offered for ALPN, in this order.
  package var applicationProtocols: [String] = []
  /// What a server answers to what clients offer; nil for nothing, as where it knows no ALPN.
  package var protocolAnswer: ProtocolAnswer?
  /// A file with the certificates that are trusted; nil for those of the system.
  package var authorities: String?
  /// Whether the other end's certificate has to be good.
  ///
  /// A server asks for none where this is false.
  package var verifiesPeer: Bool
  /// Whether a server asks for the client's certificate, and accepts any, and none.
  package var asksForCertificate = false
  /// The certificate of this end, which a server has to have.
  package var identity: TLSIdentity?
  /// How many tickets a server gives after a handshake in TLS 1.3; nil for what the library thinks right.
  ///
  /// With 0 there are no sessions to resume in older versions either.
  package var tickets: Int?
  /// Whether a server shows the same certificate to everybody, whatever host the handshake names.
  package var ignoresServerName = false
  /// Whether no ticket comes after a handshake in TLS 1.3, because some are given later.
  package var givesTicketsLate = false
  /// Gets each line of a key log in NSS form, with which others can read the connection.
  package var keyLog: (@Sendable (String) -> Void)?

  /// What a server answers to the protocols that a client offers by ALPN (RFC 7301).
  package enum ProtocolAnswer: Hashable, Sendable {
    /// It takes this one, offered or not.
    case takes(String)
    /// It ends the handshake with a fatal alert.
    case refuses
  }

  /// The versions that are spoken, in words.
  var versions: String {
    guard let maximum else { return "\(minimum) and newer" }
    return maximum == minimum ? "\(minimum)" : "\(minimum) to \(maximum)"
  }

  /// What a client asks: the certificate of the server is verified.
  package static var client: TLSSettings { TLSSettings(verifiesPeer: true) }

  /// What a server asks: nothing of the client.
  package static func server(_ identity: TLSIdentity) -> TLSSettings {
    TLSSettings(verifiesPeer: false, identity: identity)
  }
}

/// Why TLS cannot be had as it was asked for: a file that cannot be read, a cipher that there is not, no library.
public struct TLSSetupError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line that says what is missing or wrong.
  public let description: String

  init(_ description: String) { self.description = description }
  init(_ error: TLSUnavailable) { description = error.description }
}

extension TransportError {
  /// TLS with a peer that cannot be begun.
  package init(_ error: TLSSetupError, with peer: String) {
    self.init(step: .handshake, peer: peer, cause: .layer(error.description))
  }
}
