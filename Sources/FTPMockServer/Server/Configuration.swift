import FTPConversation
import FTPProtocol
import FTPTransport

extension MockServer {
  /// The configuration of a server.
  ///
  /// Everything has a default; by default the server listens only on `127.0.0.1`.
  public struct Configuration: Sendable {
    /// The addresses to listen on; port 0 lets the system choose one.
    ///
    /// Any other address than a loopback address admits clients from other machines.
    public var addresses: [SocketAddress]
    /// The users.
    ///
    /// An unknown name gets the same replies as one with a wrong password.
    public var users: [User]
    /// The initial files.
    public var tree: VirtualTree
    /// A folder of the machine to serve instead of ``tree``.
    public var folder: ServedFolder?
    /// The text of the 220 greeting, with one line per line.
    public var greeting: String
    /// How LIST is written; the default is ``ListingDialect/unix``.
    public var dialect: ListingDialect
    /// The text of the 215 reply, which should begin with an official system name; nil for that of the dialect.
    public var system: String?
    /// The names that HOST accepts, in any case, besides the server's own address.
    public var hosts: [String]
    /// Commands of ``MockServer/verbs`` that this server does not support, to see how clients do without them.
    public var disabledVerbs: Set<Verb>
    /// The server's timeouts.
    public var timeouts: Timeouts
    /// The server's limits.
    public var limits: Limits
    /// What `PORT` and passive data connections may do.
    public var dataPolicy: DataPolicy
    /// How much of each conversation is kept; with nil, none is kept or judged.
    public var recording: RecordingLimits?
    /// Called for everything that happens in a session, with the number of the session, as it happens; requires a
    /// ``recording``.
    ///
    /// It is called on the sessions' threads, must be quick, and must not call the server.
    public var observer: (@Sendable (_ session: Int, ConversationEvent) -> Void)?
    /// What the server does wrong; nothing by default.
    public var faults: [Fault]
    /// Rules for certain commands; none by default.
    public var script: Script?
    /// Whether a server that listens on `::` also accepts IPv4 clients, as daemons on Linux usually do.
    public var takesIPv4OverIPv6 = false
    /// Whether a CRLF in a file is sent unchanged in ASCII type.
    ///
    /// Otherwise every LF is sent as CRLF, even after a CR, as RFC 959, section 3.1.1.1, requires.
    public var keepsNetworkLineEnds = false
    /// The clock for written files and for listings.
    public var clock: @Sendable () -> FileTime
    /// The diagram that determines which command may follow which reply.
    package var diagram = StateDiagram.ftp
    /// The record layer of the control and data connections; nil for none.
    package var recordLayers = RecordLayers.inherited
    /// The server's TLS; nil for none.
    public var tls: ServerTLS?
    /// The server's habits, as set by faults.
    var habits: Set<ServerHabit> = []
    /// Its TLS flaws that have values, as set by faults.
    var flaws = TLSFlaws()

    /// Makes a configuration.
    public init(
      addresses: [SocketAddress] = [.loopbackIPv4(port: 0)], users: [User] = [.anonymous, .example],
      tree: VirtualTree = .fixture, folder: ServedFolder? = nil,
      greeting: String = "ftpraw mock server ready.",
      dialect: ListingDialect = .unix, system: String? = nil,
      hosts: [String] = ["localhost"], disabledVerbs: Set<Verb> = [], timeouts: Timeouts = Timeouts(),
      limits: Limits = Limits(),
      dataPolicy: DataPolicy = DataPolicy(),
      recording: RecordingLimits? = RecordingLimits(events: 10_000, totalBytes: 8 << 20),
      observer: (@Sendable (_ session: Int, ConversationEvent) -> Void)? = nil,
      faults: [Fault] = [], script: Script? = nil,
      clock: @escaping @Sendable () -> FileTime = FileTime.now
    ) {
      self.addresses = addresses
      self.users = users
      self.tree = tree
      self.folder = folder
      self.greeting = greeting
      self.dialect = dialect
      self.system = system
      self.hosts = hosts
      self.disabledVerbs = disabledVerbs
      self.timeouts = timeouts
      self.limits = limits
      self.dataPolicy = dataPolicy
      self.recording = recording
      self.observer = observer
      self.faults = faults
      self.script = script
      self.clock = clock
    }
  }

  /// How long the server waits for various events.
  public struct Timeouts: Hashable, Sendable {
    /// For the next command, after which the session ends with 421 (RFC 1123, section 4.1.3.2 asks for five minutes).
    public var idle: Duration
    /// For opening the data connection.
    public var dataConnection: Duration
    /// For a data connection on which nothing moves.
    public var dataIdle: Duration
    /// For a client that does not read a reply.
    public var reply: Duration
    /// For long computations such as HASH, after which the command is refused.
    public var work: Duration
    /// Before the answer to a wrong password (RFC 2577, section 5 suggests five seconds; the default is zero, because
    /// tests should not wait).
    public var wrongPassword: Duration

    /// Makes a set of timeouts.
    public init(
      idle: Duration = .seconds(300), dataConnection: Duration = .seconds(30),
      dataIdle: Duration = .seconds(60), reply: Duration = .seconds(30), work: Duration = .seconds(60),
      wrongPassword: Duration = .zero
    ) {
      self.idle = idle
      self.dataConnection = dataConnection
      self.dataIdle = dataIdle
      self.reply = reply
      self.work = work
      self.wrongPassword = wrongPassword
    }
  }

  /// The server's limits.
  public struct Limits: Hashable, Sendable {
    /// Concurrent sessions; the next is greeted with 421.
    public var sessions: Int
    /// Concurrent sessions from one address; the next is greeted with 421.
    ///
    /// Nil for no limit.
    public var sessionsPerAddress: Int?
    /// Concurrent sessions of one user; the login of the next gets 421.
    ///
    /// Nil for no limit.
    public var sessionsPerUser: Int?
    /// All sessions of the server; when the last of them ends, the server ends.
    ///
    /// Nil for no limit.
    public var totalSessions: Int?
    /// Bytes of a command line, including its line end; a longer one gets 500.
    public var commandLine: Int
    /// Commands that may wait for the end of a transfer; beyond that, nothing is read until it ends.
    public var waitingCommands: Int
    /// Wrong passwords; the last one gets 421 and ends the session (RFC 2577, section 5: three to five).
    public var loginAttempts: Int
    /// Names in a path.
    public var pathDepth: Int
    /// Bytes of one name.
    public var nameLength: Int
    /// Bytes of all files in memory, and 512 for each file and directory; a transfer that needs more ends with 552.
    public var storage: UInt64
    /// Received commands that are kept; the oldest are dropped first.
    public var keptCommands: Int
    /// Conversations that are kept; the oldest are dropped first.
    public var keptConversations: Int

    /// Makes a set of limits.
    public init(
      sessions: Int = 4096, sessionsPerAddress: Int? = nil, sessionsPerUser: Int? = nil,
      totalSessions: Int? = nil, commandLine: Int = 8192, waitingCommands: Int = 64, loginAttempts: Int = 3,
      pathDepth: Int = 256, nameLength: Int = 255, storage: UInt64 = 1 << 30, keptCommands: Int = 100_000,
      keptConversations: Int = 1000
    ) {
      self.sessions = sessions
      self.sessionsPerAddress = sessionsPerAddress
      self.sessionsPerUser = sessionsPerUser
      self.totalSessions = totalSessions
      self.commandLine = commandLine
      self.waitingCommands = waitingCommands
      self.loginAttempts = loginAttempts
      self.pathDepth = pathDepth
      self.nameLength = nameLength
      self.storage = storage
      self.keptCommands = keptCommands
      self.keptConversations = keptConversations
    }
  }

  /// Restrictions on data connections (RFC 2577, sections 3 and 4).
  public struct DataPolicy: Hashable, Sendable {
    /// Whether PORT, EPRT and LPRT may name a host other than the client's.
    public var allowsForeignHosts: Bool
    /// Whether they may name a port below 1024.
    public var allowsPrivilegedPorts: Bool
    /// Whether a passive data connection may be opened from a host other than the client's.
    public var allowsForeignPeers: Bool
    /// The ports to announce, in unpredictable order; nil to let the system choose.
    public var passivePorts: ClosedRange<UInt16>?
    /// The host that PASV and LPSV announce instead of the one to which the client is connected, as behind NAT; used
    /// only if both are of the same family.
    ///
    /// EPSV announces no host.
    public var announcedAddress: SocketAddress?

    /// Makes a policy; by default all three are refused.
    public init(
      allowsForeignHosts: Bool = false, allowsPrivilegedPorts: Bool = false, allowsForeignPeers: Bool = false,
      passivePorts: ClosedRange<UInt16>? = nil, announcedAddress: SocketAddress? = nil
    ) {
      self.allowsForeignHosts = allowsForeignHosts
      self.allowsPrivilegedPorts = allowsPrivilegedPorts
      self.allowsForeignPeers = allowsForeignPeers
      self.passivePorts = passivePorts
      self.announcedAddress = announcedAddress
    }
  }
}
