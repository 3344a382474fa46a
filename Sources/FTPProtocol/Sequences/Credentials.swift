/// A user name with its password and account, as bytes: a server may use any encoding.
///
/// `print` and `dump` show only the name.
public struct Credentials: Hashable, Sendable {
  /// The argument of USER.
  public var user: [UInt8]
  /// The argument of PASS, if the server requires it; nil to send none.
  public var password: [UInt8]?
  /// The argument of ACCT, if the server requires it; nil to send none.
  public var account: [UInt8]?

  /// Makes credentials of bytes.
  public init(user: [UInt8], password: [UInt8]? = nil, account: [UInt8]? = nil) {
    self.user = user
    self.password = password
    self.account = account
  }

  /// Makes credentials of text, sent as UTF-8 (RFC 2640, section 3.1).
  public init(_ user: String, password: String? = nil, account: String? = nil) {
    self.init(
      user: Array(user.utf8), password: password.map { Array($0.utf8) },
      account: account.map { Array($0.utf8) })
  }

  /// RFC 1635 asks guests for an e-mail address; this one reveals nothing about the user.
  public static let anonymous = Credentials("anonymous", password: "anonymous@")

  /// The command that continues the login; nil for steps other than PASS and ACCT, and if the credentials lack the argument.
  package func command(for step: ReplyState) -> Command? {
    switch step {
    case .pass: password.map { Command(.pass, bytes: $0) }
    case .acct: account.map { Command(.acct, bytes: $0) }
    default: nil
    }
  }
}

extension Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name as printable ASCII, without the password.
  public var description: String { Escaping.ascii(user) }
  /// The name as printable ASCII, without the password.
  public var debugDescription: String { description }
  /// Keeps the password out of `dump` and of test reports.
  public var customMirror: Mirror { Mirror(self, children: ["user": description]) }
}
