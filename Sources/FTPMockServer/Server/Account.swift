/// An account that a user must name with ACCT (RFC 959, section 4.1.1).
public struct Account: Hashable, Sendable {
  /// What the account is needed for.
  public enum Purpose: Hashable, Sendable {
    /// The login: the reply to PASS, or to USER if there is no password, is 332.
    case login
    /// Commands that change something: without an account they get 532.
    case changes
  }

  /// The argument that ACCT must have.
  public var name: String
  /// What it is needed for.
  public var purpose: Purpose

  /// Makes an account.
  public init(_ name: String, for purpose: Purpose = .login) {
    self.name = name
    self.purpose = purpose
  }
}
