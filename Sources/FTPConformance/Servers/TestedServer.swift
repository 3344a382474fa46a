import FTPClient
import FTPConversation
import FTPProtocol

/// The server to be tested, the login, and what may be done there.
public struct TestedServer: Sendable {
  /// Whether active data connections are tried.
  public enum ActiveMode: String, Hashable, Sendable, CaseIterable {
    /// Once, before the first case; where that does not work, the cases that need them are skipped.
    case auto
    /// The cases are run whether it works or not.
    case yes
    /// The cases are skipped.
    case no
  }

  /// A name or an address without brackets.
  public var host: String
  /// The port of the control connection.
  public var port: UInt16
  /// The login.
  public var login: Credentials
  /// The URL for people, without a password, as it can be given again.
  public var url: String
  /// Whether it is a server that the tester starts by itself where no other is named.
  public var isEmbedded: Bool
  /// Whether the whole run is under TLS, and since when: AUTH comes first, PBSZ and PROT after each login.
  public var security = ClientTLS.Mode.none
  /// What is asked of TLS.
  public var tls = ClientTLS()
  /// What its replies are judged by.
  package var diagram = StateDiagram.ftp
  /// The directory in which the scratch folder is made; nil for the one that the login begins in.
  public var scratch: String?
  /// Whether to leave out all that writes.
  public var isReadOnly = false
  /// Whether active data connections are tried.
  public var active = ActiveMode.auto

  /// Makes a server to be tested; the URL is made of host and port unless there is a better one.
  ///
  /// - Parameters:
  ///   - host: A name or an address.
  ///   - port: The port.
  ///   - login: The login.
  ///   - url: The URL in reports, without a password.
  ///   - isEmbedded: Whether it is ftpraw's own server.
  ///   - security: When TLS begins; ``tls`` has its settings.
  public init(
    host: String, port: UInt16, login: Credentials = .anonymous, url: String? = nil, isEmbedded: Bool = false,
    security: ClientTLS.Mode = .none
  ) {
    self.security = security
    self.host = host
    self.port = port
    self.login = login
    self.url = url ?? Self.url(host, port, security)
    self.isEmbedded = isEmbedded
  }

  /// The same server on another port.
  package func moved(to port: UInt16) -> TestedServer {
    var moved = self
    moved.port = port
    moved.url = Self.url(host, port, security)
    return moved
  }

  private static func url(_ host: String, _ port: UInt16, _ security: ClientTLS.Mode) -> String {
    "\(security.scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }

  /// Whether the login is one that takes any password.
  public var isAnonymous: Bool {
    let name = String(decoding: login.user, as: UTF8.self).lowercased()
    return name == "anonymous" || name == "ftp"
  }
}
