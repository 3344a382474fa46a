import FTPClient
import FTPProtocol
import FTPTransport
import FTPVectors

/// The server to be tested, and who logs in.
public struct Target: Sendable {
  /// A name and what it takes to log in with it, as bytes: a server may use any encoding.
  public struct Login: Hashable, Sendable {
    /// The name behind USER.
    public var user: [UInt8]
    /// What PASS says where it is asked for.
    public var password: [UInt8]

    /// Makes a login.
    public init(user: some Collection<UInt8>, password: some Collection<UInt8>) {
      self.user = Array(user)
      self.password = Array(password)
    }

    /// What RFC 1635 asks of guests is an address; this one says nothing about whoever it is.
    public static let anonymous = Login(user: "anonymous".utf8, password: "anonymous@".utf8)
  }

  /// A name or an address without brackets.
  public var host: String
  /// The port of the control connection.
  public var port: UInt16
  /// Who logs in.
  public var login: Login
  /// The URL for people, without a password, as it can be given again.
  public var url: String
  /// Whether it is a server that the tester starts by itself where no other is named.
  public var isEmbedded: Bool

  /// Makes a target; the URL is made of host and port unless there is a better one.
  public init(
    host: String, port: UInt16, login: Login = .anonymous, url: String? = nil, isEmbedded: Bool = false
  ) {
    self.host = host
    self.port = port
    self.login = login
    self.url = url ?? "ftp://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    self.isEmbedded = isEmbedded
  }

  /// Whether the login is one that takes any password.
  public var isAnonymous: Bool {
    let name = String(decoding: login.user, as: UTF8.self).lowercased()
    return name == "anonymous" || name == "ftp"
  }
}

extension Target.Login: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name, without the password.
  public var description: String { VectorText.escape(user) }
  /// The name, without the password.
  public var debugDescription: String { description }
  /// Keeps the password out of `dump` and of test reports.
  public var customMirror: Mirror { Mirror(self, children: ["user": description]) }
}
