import FTPClient
import FTPProtocol
import FTPText

/// The server to test, the login, and what may be done there.
public struct TestedServer: Sendable {
  /// Whether active data connections are tried.
  public enum ActiveMode: String, Hashable, Sendable, CaseIterable {
    /// They are tried once, before the first case; if they do not work, the cases that need them are skipped.
    case auto
    /// The cases are run whether they work or not.
    case yes
    /// The cases are skipped.
    case no
  }

  /// The host: a name, or an address without brackets.
  public var host: String
  /// The port of the control connection.
  public var port: UInt16
  /// The login.
  public var login: Credentials
  /// The URL without a password, for reports and for the command that tests the server again.
  public var url: String
  /// Whether the tester starts the server itself, because no other is named.
  public var isEmbedded: Bool
  /// When TLS begins, if the whole run is under TLS: AUTH comes first, PBSZ and PROT after each login.
  public var security = ClientTLS.Mode.none
  /// The settings of TLS.
  public var tls = ClientTLS()
  /// The state diagram by which its replies are judged.
  package var diagram = StateDiagram.ftp
  /// How much of what it sends is kept.
  package let budget = RunBudget()
  /// The directory in which the scratch folder is created; nil for the directory after the login.
  public var scratch: String?
  /// Whether to leave out everything that writes.
  public var isReadOnly = false
  /// Whether active data connections are tried.
  public var active = ActiveMode.auto

  /// Makes a server to test; its URL consists of host and port unless another one is given.
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
    self.isEmbedded = isEmbedded
    self.url = url ?? ""
    if url == nil { self.url = self.url(as: nil) }
  }

  /// The same server on another port.
  package func moved(to port: UInt16) -> TestedServer {
    var moved = self
    moved.port = port
    moved.url = moved.url(as: nil)
    return moved
  }

  /// The URL that names this user, or none, and no password.
  func url(as user: [UInt8]?) -> String {
    let name = user.map { "\(PercentEncoding.part($0))@" } ?? ""
    return "\(security.scheme)://\(name)\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }

  /// Whether the login accepts any password.
  public var isAnonymous: Bool {
    let name = String(decoding: login.user, as: UTF8.self).lowercased()
    return name == "anonymous" || name == "ftp"
  }
}
