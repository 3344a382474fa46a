/// A user who may log in.
///
/// ```swift
/// let users: [User] = [
///   .anonymous, User("reader", password: .exactly("secret"), home: "/pub", access: .readOnly),
///   User("clerk", password: .any, account: Account("A-17", for: .changes)),
/// ]
/// ```
public struct User: Hashable, Sendable {
  /// What a login requires after USER.
  public enum Password: Hashable, Sendable {
    /// No password: USER gets 230.
    case none
    /// Any password.
    case any
    /// Exactly this one.
    case exactly(String)
  }

  /// The name that USER gives.
  public var name: String
  /// The argument that PASS must have.
  public var password: Password
  /// The directory in which the session begins, from the root.
  public var home: String
  /// The user's access.
  public var access: Access
  /// The account that ACCT must name; nil if none is needed.
  public var account: Account?

  /// Makes a user.
  public init(
    _ name: String, password: Password, home: String = "/", access: Access = .readWrite,
    account: Account? = nil
  ) {
    self.name = name
    self.password = password
    self.home = home
    self.access = access
    self.account = account
  }

  /// An anonymous user with any password (RFC 1635), who may read everything, but write only in `incoming`.
  public static let anonymous = User(
    "anonymous", password: .any, access: .readOnly(exceptBelow: ["/incoming"]))

  /// The user of the examples: `ftpraw` with the password `secret`.
  public static let example = User("ftpraw", password: .exactly("secret"))
}
