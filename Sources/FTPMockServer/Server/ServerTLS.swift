import FTPTransport

/// How a server uses TLS (RFC 4217), and with which certificate.
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
  /// When a server uses TLS.
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    /// After AUTH, if a client requests it.
    case explicit
    /// After AUTH, which logins and transfers require.
    case required
    /// From the first byte, which no RFC describes, but many servers do on port 990.
    case implicit
  }

  /// When it uses TLS.
  public var mode: Mode
  /// The generated certificate, in PEM, for clients to trust; nil for one from a file.
  public let certificate: String?
  /// The SHA-256 digest of the generated certificate, in hexadecimal digits with colons; nil for one from a file.
  public let fingerprint: String?
  /// Whether a transfer is refused unless PROT has set TLS for data connections.
  package var demandsPrivateData: Bool
  /// Whether a data connection must resume a session of its own control connection (RFC 4217, section 10.2).
  public var requiresReuse = false
  let settings: TLSSettings
  private let hosts: [String: TLSIdentity]
  let context: TLSContext

  /// Makes a self-signed certificate that is valid for 30 days.
  ///
  /// - Parameters:
  ///   - mode: When TLS is used.
  ///   - names: The names and addresses in the certificate.
  /// - Throws: if there is no library for TLS, or a name is impossible in a certificate.
  public init(
    _ mode: Mode, for names: [String] = ["localhost", "127.0.0.1", "::1"]
  ) throws(TLSSetupError) {
    try self.init(mode, .server(.selfSigned(for: names)))
  }

  /// Reads a certificate from files.
  ///
  /// - Parameters:
  ///   - mode: When TLS is used.
  ///   - certificate: A file with the certificate and the chain above it, in PEM.
  ///   - key: The file with its key, in PEM; nil if it is in the same file.
  /// - Throws: if there is no library for TLS, or the files cannot be used.
  public init(_ mode: Mode, certificate: String, key: String? = nil) throws(TLSSetupError) {
    try self.init(mode, .server(.files(certificate: certificate, key: key)))
  }

  /// Prepares the certificates.
  ///
  /// - Parameters:
  ///   - mode: When TLS is used, and what requires it.
  ///   - settings: The certificate, the versions and other handshake settings.
  ///   - hosts: The certificates of virtual hosts by name, for clients that name a host with HOST before AUTH, or in
  ///     the handshake.
  /// - Throws: if there is no library for TLS, or a certificate cannot be used.
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

  /// The same with other settings; unchanged if these are not available.
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
