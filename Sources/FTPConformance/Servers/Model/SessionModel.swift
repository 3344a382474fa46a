import FTPProtocol

/// What is known about a session: what the judge follows, and the current directory, which no reply need show.
struct SessionModel: Sendable {
  /// The outcome of a command.
  enum Outcome: Hashable, Sendable {
    /// It was carried out, or the next command of its sequence may come.
    case done
    /// It was refused, and changed nothing.
    case refused
    /// Unknown.
    case unclear
  }

  /// How files are sent.
  enum Representation: Hashable, Sendable {
    /// As they are stored.
    case image
    /// Text with CR LF.
    case text
    /// In a way that the model does not follow, or that is unknown.
    case other
  }

  /// The login, the parameters, and what earlier commands have set for the next one.
  private(set) var judge: Judge
  /// The current directory; nil if it is unknown, or outside the scratch directory.
  var directory: ModelPath?
  /// The path in RNFR; nil if no rename is pending, or its path is unknown.
  var oldPath: ModelPath?
  /// Whether it is uncertain that REST, or RNFR, still applies: another command has come since, a second REST was refused,
  /// or the transfer did not begin.
  ///
  /// No RFC says what that does to the pending restart or rename.
  private(set) var isRestartDoubtful = false
  private(set) var isRenameDoubtful = false
  /// Whether REIN has come since the directory was last changed: the next login begins where every session does.
  private(set) var isBegunAgain = false
  /// The user whom USER has named for the next PASS; nil if there is none.
  private(set) var namedUser: [UInt8]?
  /// The command that ended the last login, if one has: REIN, or another USER.
  private(set) var lastEnd: Verb?
  /// Whether OPTS has chosen facts, or may have.
  private(set) var hasChosenFacts = false
  /// The facts that OPTS MLST asked for, in lower case; nil if none has.
  private(set) var chosenFacts: Set<String>?
  /// Whether a type, a structure or a mode was accepted whose argument has no known meaning.
  private var areParametersDoubtful = false
  /// Whether nothing can be known about the session any more.
  var isLost = false

  /// Continues from the state of a judge, in the scratch directory.
  init(following judge: Judge) {
    self.judge = judge
    directory = judge.login == .loggedIn ? .top : nil
  }

  /// How files are sent now.
  var representation: Representation {
    guard !areParametersDoubtful, judge.parameters.structure == .file, judge.parameters.mode == .stream else {
      return .other
    }
    switch judge.parameters.type {
    case .image, .local(byteSize: 8): return .image
    case .ascii(.nonPrint): return .text
    case .ascii, .ebcdic, .local: return .other
    }
  }

  /// The offset at which the next transfer begins; nil if unknown.
  var offset: Int? {
    if isRestartDoubtful { return nil }
    switch judge.restart {
    case nil: return 0
    case .offset(let offset): return Int(exactly: offset)
    case .marker, .range: return nil
    }
  }

  /// Whether the effect of a command can be predicted.
  var isFollowed: Bool { !isLost && judge.login == .loggedIn }

  /// Takes a command with its replies.
  mutating func follow(_ exchange: Exchange) -> Outcome {
    guard !isLost else { return .unclear }
    let row = exchange.command.verb.row
    let login = judge.login
    let wasRestarted = judge.restart != nil || isRestartDoubtful
    let hadRename = judge.pendingRename != nil || isRenameDoubtful
    judge.observe(command: exchange.command)
    var box: ReplyOutcome?
    for reply in exchange.replies { box = judge.observe(reply: reply).box }
    let outcome: Outcome
    switch box {
    // 202 says that nothing was done, because nothing was needed.
    case .success, .then: outcome = exchange.final?.code == 202 ? .refused : .done
    case .failure: outcome = .refused
    case .wait, .error, nil: outcome = .unclear
    }
    switch exchange.command.verb.modern {
    case .user where outcome == .done: namedUser = exchange.command.argument ?? []
    case .pass, .rein: namedUser = nil
    case .cwd, .cdup: if outcome != .refused { isBegunAgain = false }
    case .opts where outcome != .refused:
      hasChosenFacts = true
      chosenFacts = outcome == .done ? Self.facts(in: exchange.command) : nil
    default: break
    }
    if login == .loggedIn, judge.login != .loggedIn { lastEnd = exchange.command.verb }
    if exchange.final == nil || judge.farewell != nil { isLost = true }
    if judge.login != login || login != .loggedIn { directory = nil }
    if wasRestarted { doubtRestart(row, outcome, hasBegun: exchange.hasBegun) }
    doubt(exchange.command, row, outcome, hadRename: hadRename)
    if exchange.command.verb == .rein, outcome == .done {
      // Nothing is left of the session before.
      (isBegunAgain, isRestartDoubtful, isRenameDoubtful) = (true, false, false)
      (oldPath, chosenFacts) = (nil, nil)
    }
    return outcome
  }

  /// The facts that OPTS MLST names; nil for another OPTS.
  private static func facts(in command: Command) -> Set<String>? {
    let words = String(decoding: command.argument ?? [], as: UTF8.self).lowercased().split(separator: " ")
    guard words.first == "mlst", words.count <= 2 else { return nil }
    return Set(words.dropFirst().joined().split(separator: ";").map(String.init))
  }

  /// Notes what a command leaves open about a restart: no RFC says what happens to it if another command comes in
  /// between, or if the transfer does not begin.
  private mutating func doubtRestart(_ row: VerbRow?, _ outcome: Outcome, hasBegun: Bool) {
    let traits = row?.traits ?? []
    if row?.step == .rest {
      isRestartDoubtful = outcome != .done
    } else if traits.contains(.followsREST) {
      isRestartDoubtful = !hasBegun
    } else {
      isRestartDoubtful = true
    }
  }

  /// Notes what a command leaves open about a rename, and about the parameters.
  private mutating func doubt(_ command: Command, _ row: VerbRow?, _ outcome: Outcome, hadRename: Bool) {
    if row?.step == .rnfr {
      // Whether a refused RNFR undoes the one before it, no RFC says.
      isRenameDoubtful = outcome == .refused && hadRename
    } else if row?.step == .rnto {
      isRenameDoubtful = false
    } else if judge.pendingRename != nil {
      isRenameDoubtful = true
    }
    guard command.verb == .type || command.verb == .mode || command.verb == .stru else { return }
    let argument = command.argument ?? []
    let isKnown =
      command.verb == .type
      ? RepresentationType(argument: argument) != nil
      : command.verb == .mode
        ? TransmissionMode(argument: argument) != nil : FileStructure(argument: argument) != nil
    if outcome == .unclear || (outcome == .done && !isKnown) { areParametersDoubtful = true }
  }
}
