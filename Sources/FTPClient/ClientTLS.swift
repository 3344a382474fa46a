import FTPTransport

/// What a client asks of TLS (RFC 4217), and when it speaks it.
///
/// The server's certificate is verified, for the name that was connected to, unless ``isInsecure`` says otherwise.
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
    /// After AUTH (RFC 4217, section 4), on the port of FTP.
    case explicit
    /// From the first byte, which no RFC describes and many servers do on port 990.
    case implicit
    /// Never, unless AUTH is sent by hand.
    case none

    /// The scheme of a URL that asks for it.
    package var scheme: String {
      switch self {
      case .none: "ftp"
      case .explicit: "ftpes"
      case .implicit: "ftps"
      }
    }
  }

  /// A version of TLS.
  public enum Version: String, Hashable, Sendable, CaseIterable {
    case tls10 = "1.0"
    case tls11 = "1.1"
    case tls12 = "1.2"
    case tls13 = "1.3"
  }

  /// Whether TLS is spoken from the first byte.
  ///
  /// ``RawFTPClient/secure()`` asks for it later.
  public var isImplicit = false
  /// The oldest version that is spoken.
  public var minimumVersion = Version.tls12
  /// The newest version that is spoken; nil for what the library has.
  public var maximumVersion: Version?
  /// A file with the certificates that are trusted, in PEM; nil for those of the system.
  public var authorities: String?
  /// A file with the client's certificate and the chain above it, in PEM; nil for none.
  public var certificate: String?
  /// A file with the key of that certificate, in PEM; nil where it is in the same file.
  public var key: String?
  /// The name that the certificate has to be for, and that SNI says; nil for the host that is connected to.
  public var serverName: String?
  /// Whether any certificate will do, so that anyone on the path can read and change everything.
  public var isInsecure = false
  /// The protocols that are offered by ALPN on the control connection and on data connections; none unless somebody asks.
  package var applicationProtocols: [String] = []
  /// Gets each line of a key log in NSS form, with which others can read the connection.
  public var keyLog: (@Sendable (String) -> Void)?
  /// Whether a 234 to an AUTH that was sent by hand is followed by the handshake, and CCC and REIN by its end.
  package var followsReplies = true

  /// Asks for TLS 1.2 at least and for a certificate that the system trusts.
  public init() {}

  var settings: TLSSettings {
    var settings = TLSSettings.client
    settings.minimum = TLSVersion(minimumVersion.rawValue) ?? .tls12
    settings.maximum = maximumVersion.flatMap { TLSVersion($0.rawValue) }
    settings.authorities = authorities
    settings.verifiesPeer = !isInsecure
    settings.identity = certificate.map { .files(certificate: $0, key: key) }
    settings.applicationProtocols = applicationProtocols
    settings.keyLog = keyLog
    return settings
  }
}

/// TLS of one client: the context, which is made when it is needed first, and the sessions of its control connection.
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
}
