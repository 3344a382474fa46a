import FTPTransport

/// How and when a client uses TLS (RFC 4217).
///
/// The server's certificate is verified for the host that was connected to, unless ``isInsecure`` is set.
///
/// ```swift
/// var configuration = RawFTPClient.Configuration()
/// configuration.tls.authorities = "ca.pem"
/// let ftp = try await RawFTPClient.connect(to: "ftp.example.net", configuration: configuration)
/// try await ftp.secure()
/// try await ftp.login("marta", password: "secret")
/// try await ftp.protect(.private)
/// ```
public struct ClientTLS: Sendable {
  /// When the control connection is protected.
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    /// After AUTH (RFC 4217, section 4), on the usual port.
    case explicit
    /// From the first byte; no RFC describes this, but many servers do it on port 990.
    case implicit
    /// Never, unless AUTH is sent by hand.
    case none

    /// The URL scheme that requests it.
    package var scheme: String {
      switch self {
      case .none: "ftp"
      case .explicit: "ftpes"
      case .implicit: "ftps"
      }
    }
  }

  /// A version of TLS.
  public typealias Version = TLSVersion

  /// Whether TLS begins with the first byte.
  ///
  /// ``RawFTPClient/secure()`` begins it later.
  public var isImplicit = false
  /// The oldest version to accept.
  public var minimumVersion = Version.tls12
  /// The newest version to accept; nil for the newest that the library supports.
  public var maximumVersion: Version?
  /// A file with the trusted certificates, in PEM; nil for those of the system.
  public var authorities: String?
  /// A file with the client's certificate and the chain above it, in PEM; nil for none.
  public var certificate: String?
  /// A file with the key of that certificate, in PEM; nil if it is in the same file.
  public var key: String?
  /// The name that the certificate must match and that SNI sends; nil for the host connected to.
  public var serverName: String?
  /// Whether any certificate is accepted, so that anyone on the path can read and change everything.
  public var isInsecure = false
  /// The protocols to offer by ALPN on the control connection and on data connections; none by default.
  package var applicationProtocols: [String] = []
  /// Receives each line of a key log in NSS format, with which the connection can be decrypted.
  public var keyLog: (@Sendable (String) -> Void)?
  /// Whether the handshake follows a 234 to an AUTH sent by hand, and CCC and REIN sent by hand end TLS.
  package var followsReplies = true

  /// Requires TLS 1.2 or later and a certificate that the system trusts.
  public init() {}

  var settings: TLSSettings {
    var settings = TLSSettings.client
    settings.minimum = minimumVersion
    settings.maximum = maximumVersion
    settings.authorities = authorities
    settings.verifiesPeer = !isInsecure
    settings.identity = certificate.map { .files(certificate: $0, key: key) }
    settings.applicationProtocols = applicationProtocols
    settings.keyLog = keyLog
    return settings
  }
}

/// The TLS state of one client: the context, created on first use, and the sessions of its control connection.
struct TLSEnd: Sendable {
  let context: TLSContext
  let sessions: TLSSessions
  let host: String

  init(_ tls: ClientTLS, host: String) throws(FTPClientError) {
    do throws(TLSSetupError) {
      context = try TLSContext(.client, tls.settings)
    } catch { throw .tlsUnavailable(error.description) }
    do throws(TLSUnavailable) { sessions = try TLSSessions() } catch {
      throw .tlsUnavailable(error.description)
    }
    self.host = tls.serverName ?? host
  }

  func makeLayer(isResuming: Bool = true) throws(TransportError) -> TLSLayer {
    do throws(TLSSetupError) {
      return try context.makeLayer(for: host, resuming: isResuming ? sessions : nil)
    } catch {
      throw TransportError(error, with: host)
    }
  }
}

extension TLSHandshake {
  /// One line for the transcript.
  var note: String {
    description + (certificate.map { "; the server is \($0)" } ?? "")
  }

  /// The same for a data connection.
  ///
  /// The note for the control connection already describes the certificate, unless this one is another. Both are
  /// accepted if no certificate is verified, although the other end may not be the server.
  func dataNote(after control: TLSHandshake?) -> String {
    guard let certificate, certificate.fingerprint != control?.certificate?.fingerprint else {
      return description
    }
    return "\(description); the certificate is not that of the control connection: \(certificate)"
  }
}
