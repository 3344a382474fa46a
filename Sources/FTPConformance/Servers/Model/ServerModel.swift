import FTPProtocol

/// What a server must have, and where its sessions must be, after all that was said to it.
///
/// ```swift
/// var model = ServerModel(top: Array("/scratch".utf8))
/// let own = model.join(client.judge)
/// model.observe(Exchange(Command(.mkd, "a"), [Reply(257, "\"/scratch/a\"")]), in: own)     // nil
/// model.observe(Exchange(Command(.cwd, "a"), [Reply(250, "Done.")]), in: own)              // nil
/// model.observe(Exchange(Command(.pwd), [Reply(257, "\"/scratch\"")]), in: own)            // a difference
/// ```
///
/// It is moved by each command as its replies have it, and holds each command that tells something against what it
/// knows. What it cannot follow it forgets, and it never holds anything against what it does not know.
struct ServerModel: Sendable {
  /// The scratch directory.
  var folder = FolderModel()
  /// The sessions, in the order in which they have joined.
  var sessions: [SessionModel] = []
  /// The full name of the scratch directory, by which commands may call it.
  let top: [UInt8]
  /// The name that PWD has for it; nil until it is known.
  var shownTop: [UInt8]?
  /// Whether text is sent in another form than it is kept in; nil until it was seen.
  var turnsLineEnds: Bool?
  /// The places that REST has named in any session: what begins at one of them begins there for that reason.
  var offsets: Set<Int> = []
  /// Whether names of directories are among those that NLST tells, and names that begin with a dot anywhere.
  var listsDirectories = false
  var listsDots = false

  /// Begins with an empty directory of its own.
  init(top: [UInt8]) { self.top = top }

  /// Takes a session that is in the scratch directory, and returns its number.
  mutating func join(_ judge: Judge) -> Int {
    sessions.append(SessionModel(following: judge))
    return sessions.count - 1
  }

  /// Takes a command with what came of it, and returns what of that is not as it has to be.
  mutating func observe(_ exchange: Exchange, in session: Int) -> Difference? {
    guard sessions.indices.contains(session) else { return nil }
    let before = sessions[session]
    let outcome = sessions[session].follow(exchange)
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

  /// Something happened that the model cannot follow.
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

  /// The place that the argument of a command names; nil for none, and for one that is not inside the scratch directory.
  func path(_ command: Command, _ session: SessionModel) -> ModelPath? {
    command.argument.flatMap { ModelPath($0, from: session.directory, top: top) }
  }

  /// Whether a session is in a directory, or below it.
  func isInUse(_ path: ModelPath) -> Bool {
    sessions.contains { session in session.directory.map { $0.isWithin(path) } ?? true }
  }
}
