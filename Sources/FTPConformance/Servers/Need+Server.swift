/// The needs of server cases.
extension Need {
  /// A user can log in.
  ///
  /// The connection of a case with this need is logged in when its steps begin.
  public static let login = Need("login")
  /// The login takes a password that can be wrong, so it is not anonymous.
  public static let password = Need("password")
  /// `USER anonymous` is accepted.
  public static let anonymous = Need("anonymous")
  /// A second session can be logged in at the same time as the first, over a second connection.
  public static let secondLogin = Need("second-login")
  /// Passive data connections work.
  public static let data = Need("data")
  /// The server connects back to this machine: PORT or EPRT works.
  public static let activeMode = Need("active-mode")
  /// Directories can be created.
  ///
  /// The connection is logged in and in an empty directory of the case's own inside the scratch folder, which is
  /// removed at the end whatever the case leaves there.
  public static let scratch = Need("scratch")
  /// Files can be written as well: STOR and DELE work.
  ///
  /// It includes everything that ``scratch`` provides.
  public static let writeAccess = Need("write-access")
  /// The control connection uses IPv4.
  public static let ipv4 = Need("ipv4")
  /// The control connection uses IPv6.
  public static let ipv6 = Need("ipv6")
  /// FEAT lists `AUTH TLS`.
  public static let tls = Need("tls")
  /// The connection is in clear when the steps begin, because the run is not under TLS.
  public static let clear = Need("clear")
  /// TLS is available: the run is under TLS, or AUTH TLS and the handshake work.
  ///
  /// Every connection of a case with this need is under TLS, unless the steps say otherwise.
  public static let secured = Need("secured")
  /// Like ``secured``, and TLS begins after AUTH.
  public static let auth = Need("auth")
  /// FEAT lists this label, parameters aside.
  public static func feature(_ label: String) -> Need { Need("feature", label) }

  /// The label that FEAT must list; nil for any other need.
  var feature: String? { name == "feature" ? parameter : nil }

  /// Whether the need is a feature that a server may offer; a server without it does nothing wrong.
  var isOffer: Bool { feature != nil || self == .tls }

  /// The case that says what is wrong if a need is not met that every server must meet.
  ///
  /// That case needs only what comes before this need: it tests what the other cases presuppose, and its finding counts
  /// by itself.
  package var witness: CaseID? {
    switch self {
    case .data: "rfc959/3.3/listing-transfer"
    case .writeAccess: "rfc1123/4.1.2.13/store-and-remove"
    case .scratch: "rfc959/4.2/made-directory"
    case .activeMode: "rfc959/4.1.2/port-connects"
    default: nil
    }
  }

  /// Whether a need can be met only after a login.
  var isAfterLogin: Bool {
    feature != nil || [.login, .secondLogin, .data, .activeMode, .scratch, .writeAccess].contains(self)
  }
}
