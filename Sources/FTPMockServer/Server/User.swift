/// Somebody who may log in.
public struct User: Hashable, Sendable {
  /// What it takes to log in after USER.
  public enum Password: Hashable, Sendable {
    /// Nothing: USER is answered 230.
    case none
    /// Any password.
    case any
    /// Exactly this one.
    case exactly(String)
  }

  /// The name that USER gives.
  public var name: String
  /// What PASS has to say.
  public var password: Password
  /// The directory the session begins in, from the root.
  public var home: String
  /// What the user may do.
  public var access: Access

  /// Makes a user.
  public init(
    _ name: String, password: Password, home: String = "/", access: Access = .readWrite
  ) {
    self.name = name
    self.password = password
    self.home = home
    self.access = access
  }

  /// Anybody, with any password (RFC 1635): reads everything, writes in `incoming` only.
  public static let anonymous = User(
    "anonymous", password: .any, access: .readOnly(exceptBelow: ["/incoming"]))

  /// The user of the examples: name and password are `ftpraw`.
  public static let example = User("ftpraw", password: .exactly("secret"))
}

/// What a user may do. Everything can be read; what can be changed lies below certain directories.
public struct Access: Hashable, Sendable {
  private let writable: [VirtualPath]

  /// Everything.
  public static let readWrite = Access(writable: [.root])
  /// Reading only.
  public static let readOnly = Access(writable: [])

  /// Reading, and everything below these directories; the directories themselves stay.
  public static func readOnly(exceptBelow directories: [String]) -> Access {
    Access(writable: directories.map { VirtualPath($0) })
  }

  /// Whether something of this name may be made, changed, renamed or removed.
  func permitsChange(of path: VirtualPath) -> Bool {
    writable.contains { path.isBelow($0) }
  }

  /// Whether things may be made in this directory.
  func permitsChange(in directory: VirtualPath) -> Bool {
    writable.contains { directory == $0 || directory.isBelow($0) }
  }
}
