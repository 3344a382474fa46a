/// A name and what it takes to log in with it, as bytes: a server may use any encoding.
///
/// Neither `print` nor `dump` shows more than the name.
public struct Credentials: Hashable, Sendable {
  /// What USER says.
  public var user: [UInt8]
  /// What PASS says where it is asked for; nil to say nothing.
  public var password: [UInt8]?
  /// What ACCT says where it is asked for; nil to say nothing.
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

  /// What RFC 1635 asks of guests is an address; this one says nothing about the person.
  public static let anonymous = Credentials("anonymous", password: "anonymous@")

  /// The command with which a step of the login goes on; nil for any other step than PASS and ACCT, and where there is nothing to say.
  package func command(for step: Step) -> Command? {
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
