/// The state of a control connection, in one word that a prompt can show.
///
/// It is derived from the parts of a ``Judge``, which know more.
public enum ConnectionState: String, Hashable, Sendable, CaseIterable {
  /// Connected; the server has not greeted yet.
  case awaitingGreeting
  /// Greeted, but no user is logged in.
  case ready
  /// USER got 331 or 336.
  case awaitingPassword
  /// An account is asked for with 332.
  case awaitingAccount
  /// Logged in.
  case loggedIn
  /// The greeting or the login was refused.
  case refused
  /// An address for the next data connection is agreed on, by PASV, PORT or one of their kind.
  case dataAnnounced
  /// A transfer has had its 1yz reply and not yet its final one.
  case transferring
  /// 221 or 421 was received; the close is awaited.
  case closing
  /// The control connection is closed.
  case closed

  /// The state in words: `awaiting password`.
  public var phrase: String {
    switch self {
    case .awaitingGreeting: "awaiting greeting"
    case .awaitingPassword: "awaiting password"
    case .awaitingAccount: "awaiting account"
    case .loggedIn: "logged in"
    case .dataAnnounced: "data announced"
    case .ready, .refused, .transferring, .closing, .closed: rawValue
    }
  }
}

/// How the control connection ended.
public enum ControlEnd: Hashable, Sendable {
  /// The server closed it in order.
  case byServer
  /// The client closed it in order.
  case byClient
  /// It was reset, or nothing arrived within the caller's time.
  case lost
}
