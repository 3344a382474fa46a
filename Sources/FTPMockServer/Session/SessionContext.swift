import FTPProtocol
import FTPTransport

/// What one session knows, for its handlers to read and to change. It never leaves the session's thread.
final class SessionContext {
  /// How far the login has come.
  enum Login {
    case none
    case awaitingPassword(name: String)
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
  var parameters = SessionParameters()
  var directory = VirtualPath.root
  /// The verb of the command directly before, if its reply was 3yz and it waits for its other half.
  var pendingVerb: Verb?
  var data = DataChannel.defaultPort
  /// Whether `EPSV ALL` was said, after which EPSV alone sets data connections up.
  var isExtendedPassiveOnly = false
  var restart = RestartRequest.none
  var facts = FactChoice.usual
  /// What HASH computes.
  var hashAlgorithm = DigestAlgorithm.sha256
  /// What HOST named; nil before that.
  var host: String?
  /// What SITE IDLE has set; nil for the time-out of the configuration.
  var idleTimeout: Duration?
  /// What RNFR named.
  var renameSource: VirtualPath?

  init(core: ServerCore, identity: Int, localAddress: SocketAddress, peerAddress: SocketAddress) {
    self.core = core
    self.identity = identity
    self.localAddress = localAddress
    self.peerAddress = peerAddress
  }

  deinit { if case .loggedIn(let user) = login { core.leave(user) } }

  var configuration: MockServer.Configuration { core.configuration }
  var storage: any Storage { core.storage }

  /// Who is logged in.
  var user: User? {
    if case .loggedIn(let user) = login { user } else { nil }
  }

  /// What the session may do.
  var access: Access {
    storage.isReadOnly ? .readOnly : user?.access ?? .readOnly
  }

  /// Ends the login and gives every parameter its default (RFC 959, section 4.1.1: REIN).
  func reinitialize() {
    login = .none
    parameters = SessionParameters()
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

  /// The place a pathname means, seen from the working directory.
  func path(_ argument: Argument) throws(StorageError) -> VirtualPath {
    try directory.resolving(argument.bytes[...], limits: configuration.limits)
  }

  /// The same, for something that is to be made, changed or removed: the user must have the right to.
  func changeablePath(_ argument: Argument) throws(StorageError) -> VirtualPath {
    let path = try path(argument)
    guard access.permitsChange(of: path) else { throw .denied }
    return path
  }
}

extension SessionContext {
  /// Holds the session up; a server that stops does not wait for it.
  func pause(_ duration: Duration) {
    guard duration > .zero else { return }
    core.stopSignal.wait(.after(duration))
  }
}
