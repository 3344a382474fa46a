import FTPTransport

/// How a recorder reads what is said under TLS: it stands in the middle, to clients a server with a certificate of its own, to
/// the server a client.
///
/// After each 234 to AUTH, or from the first byte, both handshakes are completed, that with the server first. Data connections
/// are under TLS where PROT has asked for it, and resume the sessions of their control connection.
public struct RecordingTLS: Sendable {
  /// Whether TLS is spoken from the first byte, by both sides, and not after AUTH.
  public var isImplicit = false
  /// The certificate that was made for clients, in PEM, for them to trust; nil for one from a file.
  public let certificate: String?
  /// The SHA-256 digest of the certificate that was made, in hexadecimal digits with colons; nil for one from a file.
  public let fingerprint: String?
  let towardsClients: TLSContext
  let towardsServer: TLSContext

  /// Makes a certificate for clients that is signed by itself and good for 30 days.
  ///
  /// - Parameters:
  ///   - names: The names and addresses that the certificate is for.
  ///   - authorities: A file with the certificates that the server's has to be signed by, in PEM; nil for those of the system.
  ///   - isInsecure: Whether any certificate of the server will do.
  ///   - keyLog: Gets each line of a key log in NSS form, of both sides, with which others can read a capture.
  /// - Throws: where there is no library for TLS, or no certificate can have such a name.
  public init(
    for names: [String] = ["localhost", "127.0.0.1", "::1"], authorities: String? = nil,
    isInsecure: Bool = false,
    keyLog: (@Sendable (String) -> Void)? = nil
  ) throws(TLSSetupError) {
    try self.init(.selfSigned(for: names), authorities, isInsecure, keyLog)
  }

  /// Reads the certificate for clients from files.
  ///
  /// - Parameters:
  ///   - certificate: A file with the certificate and the chain above it, in PEM.
  ///   - key: The file with its key, in PEM; nil where it is in the same file.
  ///   - authorities: A file with the certificates that the server's has to be signed by, in PEM; nil for those of the system.
  ///   - isInsecure: Whether any certificate of the server will do.
  ///   - keyLog: Gets each line of a key log in NSS form, of both sides, with which others can read a capture.
  /// - Throws: where there is no library for TLS, or a file cannot be used.
  public init(
    certificate: String, key: String? = nil, authorities: String? = nil, isInsecure: Bool = false,
    keyLog: (@Sendable (String) -> Void)? = nil
  ) throws(TLSSetupError) {
    try self.init(.files(certificate: certificate, key: key), authorities, isInsecure, keyLog)
  }

  private init(
    _ identity: TLSIdentity, _ authorities: String?, _ isInsecure: Bool,
    _ keyLog: (@Sendable (String) -> Void)?
  ) throws(TLSSetupError) {
    certificate = identity.pem
    fingerprint = identity.certificate?.fingerprint
    var ours = TLSSettings.server(identity)
    ours.keyLog = keyLog
    towardsClients = try TLSContext(.server, ours)
    var theirs = TLSSettings.client
    theirs.authorities = authorities
    theirs.verifiesPeer = !isInsecure
    theirs.keyLog = keyLog
    towardsServer = try TLSContext(.client, theirs)
  }
}

/// TLS of one session.
struct SessionTLS {
  let tls: RecordingTLS
  /// The server's name, as the user has said it.
  let host: String
  /// Those of the control connection to the server.
  let sessions: TLSSessions

  init(_ tls: RecordingTLS, host: String) throws(TransportError) {
    self.tls = tls
    self.host = host
    do throws(TLSUnavailable) { sessions = try TLSSessions() } catch {
      throw TransportError(step: .handshake, peer: host, cause: .layer(error.description))
    }
  }

  func layerForServer() throws(TransportError) -> TLSLayer {
    do throws(TLSSetupError) { return try tls.towardsServer.makeLayer(for: host, resuming: sessions) } catch {
      throw TransportError(error, with: host)
    }
  }

  func layerForClient() throws(TransportError) -> TLSLayer {
    do throws(TLSSetupError) { return try tls.towardsClients.makeLayer() } catch {
      throw TransportError(error, with: "the client")
    }
  }
}
