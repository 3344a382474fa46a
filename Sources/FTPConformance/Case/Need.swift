/// What a server has to offer, or the user to provide, before a case can be run.
///
/// Needs are resolved once, before the first case. A case with an unmet need is skipped, and the report says which
/// and why.
public enum Need: Hashable, Sendable {
  /// Somebody can log in. The connection of a case with this need is logged in when its steps begin.
  case login
  /// The login takes a password that can be wrong: it is not an anonymous one.
  case password
  /// `USER anonymous` is welcome.
  case anonymous
  /// A second login can be held at the same time as the first, and so a second connection.
  case secondLogin
  /// Passive data connections work.
  case data
  /// The server connects back to this machine: PORT or EPRT works.
  case activeMode
  /// Files can be written. The connection is logged in and in an empty directory of its own inside the scratch
  /// folder, which is removed at the end whatever the case leaves there.
  case writeAccess
  /// FEAT lists this label, parameters aside.
  case feature(String)
  /// The control connection uses IPv4.
  case ipv4
  /// The control connection uses IPv6.
  case ipv6
  /// FEAT lists `AUTH TLS`.
  case tls

  /// Whether whoever has this need has to log in.
  var isBehindLogin: Bool {
    switch self {
    case .login, .secondLogin, .data, .activeMode, .writeAccess, .feature: true
    case .password, .anonymous, .ipv4, .ipv6, .tls: false
    }
  }
}

extension Need: CustomStringConvertible {
  /// One word, and the label of a feature: `write-access`, `feature MLST`.
  public var description: String {
    switch self {
    case .login: "login"
    case .password: "password"
    case .anonymous: "anonymous"
    case .secondLogin: "second-login"
    case .data: "data"
    case .activeMode: "active-mode"
    case .writeAccess: "write-access"
    case .feature(let label): "feature \(label)"
    case .ipv4: "ipv4"
    case .ipv6: "ipv6"
    case .tls: "tls"
    }
  }
}
