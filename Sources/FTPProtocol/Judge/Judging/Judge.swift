/// The judge: follows a conversation from either side and reports what each event means and what was wrong.
///
/// It takes commands, replies and connection events, in the order in which they are seen,
/// and refuses none of them. State changes with the reply: `TYPE I` is in force with its
/// 200. The two connections have no common order, so report events of the data connection before a
/// reply that became readable at the same time; otherwise a 226 may seem early although it was not.
///
/// A reply is first matched with the command it answers; then the ``StateDiagram`` says to which ``ReplyOutcome`` it
/// leads, and the small machines below learn only that: the login, a rename, a restart, the set-up of a data connection,
/// the security exchange, a transfer.
///
/// ```swift
/// var judge = Judge()
/// judge.observe(reply: Reply(220, "Ready."))          // 220 greeting success
/// judge.observe(command: Command(.user, "anonymous")) // user
/// judge.observe(reply: Reply(331, "Password?"))       // 331 user then(pass)
/// judge.state                                         // .awaitingPassword
/// ```
public struct Judge: Sendable {
  /// Limits on what a peer can make the judge keep.
  public struct Limits: Hashable, Sendable {
    /// The most commands that are followed while they wait for a reply; 1,000.
    ///
    /// Replies to more are counted, not matched.
    public var commandsInFlight = 1_000
    /// The longest command line, with its line end, that is not reported; 4,096 bytes.
    ///
    /// Lines of ADAT, MIC, CONF and ENC have no limit (RFC 2228, section 10).
    public var commandLineLength = 4_096

    /// The defaults.
    public init() {}
  }

  /// The bounds.
  public let limits: Limits
  /// The diagram that says where a reply leads.
  let diagram: StateDiagram
  /// The address of the server's end of the control connection.
  ///
  /// If it is given, an announced address with another host breaks a rule (RFC 1123, section 4.1.2.6); nil leaves
  /// that to an ``AddressPolicy``.
  public var serverAddress: IPAddress?
  /// Type, structure and mode in force.
  package internal(set) var parameters = TransferParameters()
  /// The last reply, whatever it answers.
  public internal(set) var lastReply: Reply?
  /// The 221 or 421 after which only the close may follow.
  public internal(set) var farewell: ReplyCode?
  /// How the control connection ended; nil while it is open.
  public internal(set) var end: ControlEnd?
  /// Whether bytes of the control connection are missing.
  ///
  /// What follows cannot be judged: any accusation might depend on them.
  public private(set) var hasGap = false
  /// How many commands were seen.
  public internal(set) var commandCount = 0
  /// How many commands were seen that wait for a reply and are not followed, above the bound.
  public internal(set) var uncountedCommands = 0
  /// The state of the control connection, in one word.
  ///
  /// Stored, because a recorder needs it at every event.
  public private(set) var state = ConnectionState.awaitingGreeting

  var loginMachine = LoginMachine()
  var renameMachine = RenameMachine()
  var restartMachine = RestartMachine()
  var setupMachine = SetupMachine()
  var securityMachine = SecurityMachine()
  var transferMachine = TransferMachine()

  var queue: [CommandInFlight] = [.greeting]
  /// Whether the last reply that answered a command ended a transfer.
  var hasJustEndedTransfer = false
  /// The command that a 332 has deferred until the account arrives.
  var putOff: CommandInFlight?
  /// The deferred command, once the account has arrived; a late reply is for it.
  var kept: CommandInFlight?

  /// Begins with a connection that awaits its greeting.
  public init(limits: Limits = Limits()) { self.init(limits: limits, diagram: .ftp) }

  /// The same, by another diagram than that of FTP.
  package init(limits: Limits = Limits(), diagram: StateDiagram) {
    self.limits = limits
    self.diagram = diagram
  }
}

// What the judge knows.
extension Judge {
  package var login: LoginState { loginMachine.state }
  /// The old name of a pending rename, or nil.
  public var pendingRename: [UInt8]? { renameMachine.oldName }
  /// What REST or RANG set for the next transfer, or nil.
  package var restart: RestartPoint? { restartMachine.point }
  /// The offset that REST set; nil if there is none, and for markers and ranges.
  public var restartOffset: UInt64? { restartMachine.offset }
  /// How the next data connection will be opened; nil if nothing was agreed on.
  package var dataSetup: DataSetup? { setupMachine.agreed }
  /// Whether `EPSV ALL` is in force.
  public var isEPSVAll: Bool { setupMachine.isEPSVAll }
  /// How the connections are protected.
  package var protection: ProtectionState { securityMachine.state }
  /// The transfer in progress, from its 1yz reply to its final one.
  package var transfer: TransferState? { transferMachine.current }
  /// The commands that wait for their final reply, the oldest first.
  public var commandsInFlight: [Command] { queue.lazy.filter { !$0.isGreeting }.map(\.command) }
}

extension Judge {
  /// Takes a command that was sent or received.
  @discardableResult
  public mutating func observe(command: Command) -> Judgement {
    var judgement = Judgement()
    take(command, &judgement)
    updateState()
    return judged(judgement)
  }

  /// Takes a reply.
  @discardableResult
  public mutating func observe(reply: Reply) -> Judgement {
    var judgement = Judgement()
    judgement.code = reply.code
    if reply.isMultiline { judgement.facts.append(.lines(reply.lines.count - reply.leadingLineCount)) }
    judge(reply, &judgement)
    lastReply = reply
    updateState()
    return judged(judgement)
  }

  /// Takes an event of the data connection.
  @discardableResult
  public mutating func observe(data event: DataEvent) -> Judgement {
    var judgement = Judgement()
    if case .some(let transfer) = transferMachine.current {
      judgement.command = transfer.command
      judgement.ordinal = transfer.ordinal
      judgement.step = queue.first { $0.ordinal == transfer.ordinal }?.step
    }
    transferMachine.observe(event, endsByClosing: parameters.mode.endsByClosing, &judgement)
    updateState()
    return judged(judgement)
  }

  /// Takes the end of the control connection.
  @discardableResult
  public mutating func observe(end: ControlEnd) -> Judgement {
    var judgement = Judgement()
    judge(end, &judgement)
    updateState()
    return judged(judgement)
  }

  /// Takes a TLS event of the control connection.
  @discardableResult
  public mutating func observe(security event: SecurityEvent) -> Judgement {
    securityMachine.observe(event)
    updateState()
    return Judgement()
  }

  /// Takes the fact that bytes of the control connection, of either side, were not seen: what waits for a reply may have
  /// had it.
  public mutating func observeGap() {
    hasGap = true
    queue = []
    transferMachine.forget()
    updateState()
  }

  /// A judgement without the verdicts that might depend on missing bytes.
  func judged(_ judgement: Judgement) -> Judgement {
    guard hasGap else { return judgement }
    var judgement = judgement
    judgement.verdicts = []
    return judgement
  }

  /// Ends every observation: works the state out of the parts.
  mutating func updateState() { state = currentState() }

  private mutating func currentState() -> ConnectionState {
    if end != nil { return .closed }
    if farewell != nil { return .closing }
    if !queue.isEmpty, queue[0].isGreeting { return .awaitingGreeting }
    // Patterns, because comparing with nil copies what is compared.
    if case .some = transferMachine.current { return .transferring }
    if case .some = putOff { return .awaitingAccount }
    if case .some = setupMachine.agreed { return .dataAnnounced }
    switch loginMachine.state {
    case .none: return .ready
    case .awaitingPassword: return .awaitingPassword
    case .awaitingAccount: return .awaitingAccount
    case .loggedIn: return .loggedIn
    case .refused: return .refused
    }
  }
}
