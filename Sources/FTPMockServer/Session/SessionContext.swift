import FTPProtocol
import FTPTransport

/// The state of one session, which its handlers read and change.
///
/// It never leaves the session's thread.
final class SessionContext {
  /// The state of the login.
  enum Login {
    case none
    case awaitingPassword(name: String)
    case awaitingAccount(User)
    case loggedIn(User)
  }

  let core: ServerCore
  let identity: Int
  /// The server's end of the control connection.
  let localAddress: SocketAddress
  /// The client's end.
  let peerAddress: SocketAddress

  var login = Login.none {
    didSet { if case .loggedIn(let user) = oldValue { core.leave(user) } }
  }
  var failedLogins = 0
  /// Whether ACCT has named the account that the user's changes need.
  var hasAccount = false
  var parameters: SessionParameters
  var directory = VirtualPath.root
  /// The step that the directly preceding reply led to, or nil.
  var pending: ReplyState?
  var data = DataChannel.defaultPort {
    didSet { core.abandon(oldValue) }
  }
  /// Whether `EPSV ALL` was sent, after which only EPSV may set up data connections.
  var isExtendedPassiveOnly = false
  var restart = RestartRequest.none
  var facts = FactChoice.usual
  var hashAlgorithm = DigestAlgorithm.sha256
  /// The host that HOST named, or nil.
  var host: String?
  /// The time-out that SITE IDLE set; nil for that of the configuration.
  var idleTimeout: Duration?
  /// Which parts of the session are under TLS.
  var protection = SessionProtection()
  /// Whether the client has sent REIN.
  var hasReinitialized = false
  /// The file that RNFR named.
  var renameSource: VirtualPath?

  init(core: ServerCore, identity: Int, localAddress: SocketAddress, peerAddress: SocketAddress) {
    self.core = core
    self.identity = identity
    self.localAddress = localAddress
    self.peerAddress = peerAddress
    parameters = SessionParameters(core.configuration.habits)
  }

  deinit {
    if case .loggedIn(let user) = login { core.leave(user) }
    core.abandon(data)
  }

  var configuration: MockServer.Configuration { core.configuration }
  var storage: any Storage { core.storage }

  /// The user who is logged in.
  var user: User? {
    if case .loggedIn(let user) = login { user } else { nil }
  }

  /// The user's rights.
  var access: Access {
    let access = user?.access ?? .readOnly
    return storage.isReadOnly ? access.limited(to: .readOnly) : access
  }

  /// The user's current rights, before ACCT.
  var presentAccess: Access { lacksAccount ? access.limited(to: .readOnly) : access }

  /// Whether changes wait for an account.
  var lacksAccount: Bool { user?.account?.purpose == .changes && !hasAccount }

  /// Ends the login and gives every parameter its default (RFC 959, section 4.1.1: REIN).
  func reinitialize() {
    login = .none
    hasAccount = false
    parameters = SessionParameters(configuration.habits)
    directory = .root
    data = .defaultPort
    isExtendedPassiveOnly = false
    restart = .none
    facts = .usual
    hashAlgorithm = .sha256
    host = nil
    idleTimeout = nil
    renameSource = nil
  }

  /// The path that a pathname means, seen from the working directory.
  func path(_ argument: Argument) throws(StorageError) -> VirtualPath {
    try directory.resolving(argument.bytes[...], limits: configuration.limits)
  }

  /// The same, if the user has certain rights to it; throws `.denied` otherwise.
  func path(_ argument: Argument, for rights: Rights) throws(StorageError) -> VirtualPath {
    let path = try path(argument)
    guard access.rights(to: path).isSuperset(of: rights) else { throw .denied }
    return path
  }

  /// The path of a file or directory that the user may see, with its entry.
  func visibleEntry(_ argument: Argument) throws(StorageError) -> (path: VirtualPath, entry: StorageEntry) {
    let path = try path(argument, for: .list)
    return (path, try storage.entry(at: path))
  }

  /// The path of something to list; for a directory, the user must be allowed to see its entries.
  func listedEntry(_ argument: Argument) throws(StorageError) -> (path: VirtualPath, entry: StorageEntry) {
    let path = try path(argument)
    let entry = try storage.entry(at: path)
    // The working directory may meanwhile have been replaced by something else, which has no name here.
    guard entry.isDirectory || !argument.isEmpty else { throw .notDirectory }
    let rights = entry.isDirectory ? access.rights(in: path) : access.rights(to: path)
    guard rights.contains(.list) else { throw .denied }
    return (path, entry)
  }
}

extension SessionContext {
  /// Delays the session; a server that stops does not wait for it.
  func pause(_ duration: Duration) {
    guard duration > .zero else { return }
    core.stopSignal.wait(.after(duration))
  }
}
