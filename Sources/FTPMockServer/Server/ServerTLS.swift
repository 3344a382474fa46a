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

  /// Makes the certificate ready.
  ///
  /// - Throws: where there is no library for TLS, or the certificate cannot be used.
  package init(_ mode: Mode, _ settings: TLSSettings) throws(TLSSetupError) {
    self.mode = mode
    certificate = settings.identity?.pem
    fingerprint = settings.identity?.certificate?.fingerprint
    context = try TLSContext(.server, settings)
  }
}
