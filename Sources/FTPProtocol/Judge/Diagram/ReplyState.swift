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
  public var title: String { Words.of("states", rawValue, 1) ?? "" }

  /// The requirement that draws the arrows of the step.
  package var requirement: RequirementID { RequirementID(rawValue: Words.of("states", rawValue, 0) ?? "") }

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
