import FTPProtocol

/// What a server must contain, and where its sessions must be, after all the commands that it has carried out.
///
/// ```swift
/// var model = ServerModel(top: Array("/scratch".utf8))
/// let own = model.join(client.judge)
/// model.observe(Exchange(Command(.mkd, "a"), [Reply(257, "\"/scratch/a\"")]), in: own)     // nil
/// model.observe(Exchange(Command(.cwd, "a"), [Reply(250, "Done.")]), in: own)              // nil
/// model.observe(Exchange(Command(.pwd), [Reply(257, "\"/scratch\"")]), in: own)            // a difference
/// ```
///
/// Each command changes the model as its replies say, and each command that shows something is compared with it. The
/// model forgets what it cannot follow, and reports no difference in what it does not know.
struct ServerModel: Sendable {
  /// The scratch directory.
  var folder = FolderModel()
  /// The sessions, in the order in which they joined.
  var sessions: [SessionModel] = []
  /// The absolute path of the scratch directory, which commands may use.
  let top: [UInt8]
  /// The name that PWD uses for it; nil until it is known.
  var shownTop: [UInt8]?
  /// Whether text is sent in a form other than the stored one; nil until known.
  var turnsLineEnds: Bool?
  /// The offsets that REST has named in any session: a transfer that begins at one of them does so because of that
  /// REST.
  var offsets: Set<Int> = []
  /// The facts that the first MLST or MLSD of a path has shown, where no OPTS had chosen others.
  var usualFacts: [FactsPlace: Set<String>] = [:]
  struct FactsPlace: Hashable { let path: ModelPath, verb: Verb }
  /// Whether NLST has ever listed directories, and names that begin with a dot.
  var listsDirectories = false
  var listsDots = false

  /// Whether the lines of NLST are names.
  var readsNames = true
  /// The only user that the server should let in, as far as is known; nil if it may let in anybody.
  var login: Credentials?

  /// Begins with an empty scratch directory.
  init(top: [UInt8]) { self.top = top }

  /// Adds a session that is in the scratch directory, and returns its number.
  mutating func join(_ judge: Judge) -> Int {
    sessions.append(SessionModel(following: judge))
    return sessions.count - 1
  }

  /// Takes a command with its replies and data, and returns what contradicts the model.
  mutating func observe(_ exchange: Exchange, in session: Int) -> Difference? {
    guard sessions.indices.contains(session) else { return nil }
    let before = sessions[session]
    let outcome = sessions[session].follow(exchange)
    if let difference = intrusion(exchange, outcome, before) { return difference }
    guard before.isFollowed else {
      if outcome != .refused, exchange.command.verb.row?.step.isOfLogin != true {
        forgetAll(of: exchange, session)
      }
      return nil
    }
    switch outcome {
    case .done: return settle(exchange, session, before)
    case .refused: return settleRefusal(exchange, session, before)
    case .unclear:
      forgetAll(of: exchange, session)
      return nil
    }
  }

  /// Forgets everything that a command may have changed, because the model cannot follow it.
  mutating func forgetAll(of exchange: Exchange, _ session: Int) {
    let verb = exchange.command.verb
    if verb.row == nil || verb.has(.changesFiles) {
      if let path = path(exchange.command, sessions[session]), verb.row?.data == .upload {
        folder.forget(path)
      } else {
        folder.forget(.top)
      }
    }
    if verb.row == nil || verb.has(.setsState) { sessions[session].directory = nil }
  }

  /// The path that the argument of a command names; nil if there is none, or it is outside the scratch directory.
  func path(_ command: Command, _ session: SessionModel) -> ModelPath? {
    command.argument.flatMap { ModelPath($0, from: session.directory, top: top) }
  }

  /// Whether a session is in a directory or below it, or may be.
  func isInUse(_ path: ModelPath) -> Bool {
    sessions.contains { session in session.directory.map { $0.isWithin(path) } ?? true }
  }
}
