import FTPClient
import FTPProtocol

/// The server, the user and the settings of a session.
///
/// ```swift
/// var site = FTPSite("ftp.example.net", user: "marta", password: "secret")
/// site.dataModes = [.pasv, .port]
/// site.idleLimit = .seconds(10)
/// ```
public struct FTPSite: Sendable {
  /// A name, an IPv4 address, or an IPv6 address without brackets.
  public var host: String
  /// 21 unless the server listens elsewhere.
  public var port: UInt16
  /// The credentials for the login, byte by byte.
  public var credentials: Credentials
  /// The ways to open data connections, tried in this order; the one that worked is remembered for the session.
  public var dataModes: [FTPDataMode] = [.epsv, .pasv]
  /// How long nothing may happen in a step or a transfer, 30 seconds by default; nil to wait forever.
  public var idleLimit: Duration? = .seconds(30)
  /// How long connecting and the greeting may each take, 30 seconds by default; nil to wait forever.
  public var connectLimit: Duration? = .seconds(30)
  /// When TLS is used; never by default.
  ///
  /// With TLS, data is protected too. Its other settings are in ``client``.
  public var security = ClientTLS.Mode.none
  /// Other settings of the raw client.
  ///
  /// Its time limits and its observer are set by the session.
  public var client = RawFTPClient.Configuration()
  /// The caller's hooks.
  public var hooks = FTPHooks()

  /// Names a server and a user.
  /// - Parameters:
  ///   - host: a name, an IPv4 address, or an IPv6 address without brackets.
  ///   - port: 21 unless the server listens elsewhere.
  ///   - credentials: the credentials for the login; `Credentials.anonymous` by default.
  public init(_ host: String, port: UInt16 = 21, credentials: Credentials = .anonymous) {
    self.host = host
    self.port = port
    self.credentials = credentials
  }

  /// Names a server and a user whose name and password are text, sent as UTF-8.
  public init(
    _ host: String, port: UInt16 = 21, user: String, password: String? = nil, account: String? = nil
  ) {
    self.init(host, port: port, credentials: Credentials(user, password: password, account: account))
  }

  var configuration: RawFTPClient.Configuration {
    var configuration = client
    configuration.timeouts = Timeouts(each: idleLimit)
    configuration.timeouts.connect = connectLimit
    configuration.timeouts.greeting = connectLimit
    configuration.tls.isImplicit = security == .implicit
    return configuration
  }
}

/// Hooks between a session and its server.
public struct FTPHooks: Sendable {
  /// Called with the raw client after each login, before anything else is sent: for `OPTS`, `SITE`, `CLNT`.
  public var afterLogin: (@Sendable (RawFTPClient) async throws(FTPClientError) -> Void)?
  /// Called with each command that the session is about to send; the result is sent.
  public var command: (@Sendable (Command) -> Command)?
  /// Called with each final reply and its command; the result is read, and an error ends the call.
  public var reply: (@Sendable (Reply, Command) throws(FTPError) -> Reply)?
  /// Called with every event, on the client's thread; it must be quick and must not call the session.
  public var event: (@Sendable (FTPEvent) -> Void)?

  /// Makes no hooks.
  public init() {}
}
