import FTPTransport

/// How a recorder decrypts TLS: it is in the middle, to clients a server with its own certificate, to
/// the server a client.
///
/// After each 234 to AUTH, or from the first byte, both handshakes are completed, the one with the server first. Data connections
/// are under TLS if PROT requires it, and resume the sessions of their control connection.
public struct RecordingTLS: Sendable {
  /// Whether both sides use TLS from the first byte, not after AUTH.
  public var isImplicit = false
  /// The certificate generated for clients, in PEM, for them to trust; nil for one from a file.
  public let certificate: String?
  /// The SHA-256 digest of the generated certificate, in hexadecimal digits with colons; nil for one from a file.
  public let fingerprint: String?
  let towardsClients: TLSContext
  let towardsServer: TLSContext

  /// Makes a self-signed certificate for clients that is valid for 30 days.
  ///
  /// - Parameters:
  ///   - names: The names and addresses that the certificate is for.
  ///   - authorities: A file with the certificates that may sign the server's, in PEM; nil for those of the system.
  ///   - isInsecure: Whether any certificate of the server is accepted.
  ///   - keyLog: Receives each line of a key log in NSS format, of both sides, with which a capture can be decrypted.
  /// - Throws: if there is no library for TLS, or no certificate can have such a name.
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
  ///   - key: The file with its key, in PEM; nil if it is in the same file.
  ///   - authorities: A file with the certificates that may sign the server's, in PEM; nil for those of the system.
  ///   - isInsecure: Whether any certificate of the server is accepted.
  ///   - keyLog: Receives each line of a key log in NSS format, of both sides, with which a capture can be decrypted.
  /// - Throws: if there is no library for TLS, or a file cannot be used.
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

struct SessionTLS {
  let tls: RecordingTLS
  /// The server's name, as the user gave it.
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
