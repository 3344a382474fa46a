/// A state in which a reply is awaited: one W box of the state diagram.
public enum ReplyState: String, CaseIterable, Hashable, Sendable {
  /// Connected; the greeting is awaited.
  case greeting
  /// A command with one reply.
  case simple
  /// A command that may have a 1yz reply before its final one.
  case transfer
  /// RNFR, the first half of a rename.
  case rnfr
  /// RNTO, the second half.
  case rnto
  /// REST, the first half of a restart.
  case rest
  /// The transfer that a restart applies to.
  case restarted
  /// USER, the first command of a login.
  case user
  /// PASS, the second.
  case pass
  /// ACCT, the third.
  case acct
  /// AUTH, the first command of a security exchange.
  case auth
  /// ADAT, each later one.
  case adat
  /// MIC, CONF and ENC: a command of any kind, wrapped.
  case protected

  /// The name of the step in the printed diagram.
  public var title: String {
    switch self {
    case .greeting: "Greeting"
    case .simple: "One-reply commands"
    case .transfer: "Commands with a preliminary reply"
    case .rnfr: "Rename: the old name"
    case .rnto: "Rename: the new name"
    case .rest: "Restart: the marker"
    case .restarted: "Restart: the transfer"
    case .user: "Login: the user"
    case .pass: "Login: the password"
    case .acct: "Login: the account"
    case .auth: "Security exchange: the mechanism"
    case .adat: "Security exchange: the data"
    case .protected: "Protected commands"
    }
  }

  /// The requirement that draws the arrows of the step.
  package var requirement: RequirementID {
    switch self {
    case .greeting: "959:5.4:greeting"
    case .simple: "959:6:simple-commands"
    case .transfer, .protected: "959:6:transfer-commands"
    case .rnfr, .rnto: "959:6:rename-commands"
    case .rest, .restarted: "959:6:rest-command"
    case .user, .pass, .acct, .auth, .adat: "959:6:login-commands"
    }
  }

  /// True for the three steps of a login.
  package var isOfLogin: Bool { self == .user || self == .pass || self == .acct }

  /// True if the step only makes sense after a reply that led to it.
  public var isContinuation: Bool {
    switch self {
    case .rnto, .restarted, .pass, .acct, .adat: true
    default: false
    }
  }
}
