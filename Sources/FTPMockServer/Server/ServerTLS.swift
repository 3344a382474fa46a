import FTPTransport

/// How a server speaks TLS (RFC 4217), and with which certificate.
///
/// ```swift
/// var configuration = MockServer.Configuration()
/// let tls = try ServerTLS(.explicit)
/// configuration.tls = tls
/// try await withMockServer(configuration) { server in
///   // A client under test that trusts tls.certificate, for localhost, 127.0.0.1 and ::1.
/// }
/// ```
public struct ServerTLS: Sendable {
  /// When it does.
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    /// After AUTH, for clients that ask for it.
    case explicit
    /// After AUTH, without which there is neither a login nor a transfer in clear.
    case required
    /// From the first byte, which no RFC describes and many servers do on port 990.
    case implicit
  }

  /// When it speaks TLS.
  public var mode: Mode
  /// The certificate that was made, in PEM, for clients to trust; nil for one from a file.
  public let certificate: String?
  /// The SHA-256 digest of the certificate that was made, in hexadecimal digits with colons; nil for one from a file.
  public let fingerprint: String?
  /// Whether a transfer is refused where PROT has not asked for TLS on data connections.
  package var demandsPrivateData: Bool
  /// Whether a data connection has to resume a session of its own control connection (RFC 4217, section 10.2).
  public var requiresReuse = false
  let settings: TLSSettings
  private let hosts: [String: TLSIdentity]
  let context: TLSContext

  /// Makes a certificate that is signed by itself and good for 30 days.
  ///
  /// - Parameters:
  ///   - mode: When TLS is spoken.
  ///   - names: The names and addresses that the certificate is for.
  /// - Throws: where there is no library for TLS, or no certificate can have such a name.
  public init(
    _ mode: Mode, for names: [String] = ["localhost", "127.0.0.1", "::1"]
  ) throws(TLSSetupError) {
    try self.init(mode, .server(.selfSigned(for: names)))
  }

  /// Reads a certificate from files.
  ///
  /// - Parameters:
  ///   - mode: When TLS is spoken.
  ///   - certificate: A file with the certificate and the chain above it, in PEM.
  ///   - key: The file with its key, in PEM; nil where it is in the same file.
  /// - Throws: where there is no library for TLS, or the files cannot be used.
  public init(_ mode: Mode, certificate: String, key: String? = nil) throws(TLSSetupError) {
    try self.init(mode, .server(.files(certificate: certificate, key: key)))
  }

  /// Makes the certificates ready.
  ///
  /// - Parameters:
  ///   - mode: when TLS is spoken, and what needs it.
  ///   - settings: the certificate, the versions, and what else a handshake is about.
  ///   - hosts: the certificates of virtual hosts, by their names: for clients that name one of them by HOST before
  ///     AUTH, or in the handshake.
  /// - Throws: where there is no library for TLS, or a certificate cannot be used.
  package init(
    _ mode: Mode, _ settings: TLSSettings, hosts: [String: TLSIdentity] = [:]
  ) throws(TLSSetupError) {
    self.mode = mode
    certificate = settings.identity?.pem
    fingerprint = settings.identity?.certificate?.fingerprint
    self.settings = settings
    self.hosts = hosts
    demandsPrivateData = mode == .required
    var contexts: [String: TLSContext] = [:]
    for (name, identity) in hosts {
      var settings = settings
      settings.identity = identity
      contexts[name.lowercased()] = try TLSContext(.server, settings)
    }
    context = try TLSContext(.server, settings, hosts: contexts)
  }

  /// The same with other settings; as it is where these cannot be had.
  func changed(_ change: (inout TLSSettings) throws(TLSSetupError) -> Void) -> ServerTLS {
    var settings = settings
    do throws(TLSSetupError) {
      try change(&settings)
      var other = try ServerTLS(mode, settings, hosts: hosts)
      other.demandsPrivateData = demandsPrivateData
      other.requiresReuse = requiresReuse
      return other
    } catch {
      return self
    }
  }
}
