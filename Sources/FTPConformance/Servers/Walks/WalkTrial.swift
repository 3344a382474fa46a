import FTPClient
import FTPProtocol

/// One walk on a server: commands are sent one by one, and each reply is compared with a model that follows them.
///
/// It ends with the first difference, or when there are no more steps.
final class WalkTrial {
  struct Outcome: Sendable {
    /// The steps that were taken; the last one showed the difference.
    var steps: [WalkStep] = []
    var difference: Difference?
  }

  private let probe: Probe
  /// Whether the difference is known to begin after the last command but one.
  private let isMinimal: Bool
  /// The absolute path of the walk's own directory.
  private let top: [UInt8]
  private(set) var model: ServerModel
  private(set) var outcome = Outcome()
  /// The connections, in the order of the model's sessions.
  private var clients: [CaseConnection] = []
  /// The sessions that have their next data connection already: REST must directly precede its transfer.
  private var haveData: Set<Int> = []
  /// The sessions to which a port was announced.
  private var announcedTo: Set<Int> = []
  /// Whether the server refused the second session.
  private var hasNoNeighbour = false
  /// The command before the current one, after which a difference that shows now began.
  private var earlier: Culprit?
  /// The last login or REIN of each session since its last TYPE: a change of the type began there.
  private var logins: [Int: Culprit] = [:]
  private var latest: (exchange: Exchange, session: Int, outcome: SessionModel.Outcome)?
  /// What was in force when the latest command was sent.
  private var latestForm = Culprit.Form()
  /// The transfers that have begun and not ended, by session.
  private var held: [Int: HeldTransfer] = [:]
  /// How many files were created to see whether a refusal is the server's habit.
  private var controls = 0

  init(_ probe: Probe, isMinimal: Bool) throws {
    let client = try probe.ftp
    // Before a login there is none.
    guard let directory = probe.directory ?? (client.judge.login == .loggedIn ? nil : "/") else {
      throw CaseStop.impossible("the walk has no directory")
    }
    self.probe = probe
    self.isMinimal = isMinimal
    top = Array(directory.utf8)
    model = ServerModel(top: top)
    model.readsNames = probe.facts.unreadableNames == nil
    if probe.facts.reasonAgainst(.password) == nil { model.login = probe.target.login }
    clients.append(client)
    _ = model.join(client.judge)
  }

  /// Takes steps until there are no more or one shows a difference, which ends the case.
  func run(_ next: (WalkView) -> WalkStep?) async throws {
    // The name of the directory is requested first, so that later answers can be compared with it.
    _ = try await take(WalkStep("PWD"))
    while let step = next(WalkView(model: model, latest: latest, hasNoNeighbour: hasNoNeighbour)) {
      if let difference = try await take(step) { try await tell(difference, step) }
    }
    for (session, transfer) in held.sorted(by: { $0.key < $1.key }) {
      let step = WalkStep(transfer.command.line, byNeighbour: session == 1)
      if let difference = try await endHeldTransfer(of: session) { try await tell(difference, step) }
    }
  }

  private func tell(_ difference: Difference, _ step: WalkStep) async throws {
    if try await isHabit(difference, step) { return }
    outcome.difference = difference
    throw CaseStop.found(try await finding(difference, step))
  }

  /// Sends one command, and updates the model.
  private func take(_ step: WalkStep) async throws -> Difference? {
    outcome.steps.append(step)
    guard let session = try await session(of: step) else { return nil }
    if let difference = try await endHeldTransfer(of: session) { return difference }
    guard let exchange = try await exchange(step, session) else { return nil }
    for other in held.keys where other != session { held[other]?.notice(exchange) }
    return observe(exchange, session)
  }

  /// Ends the transfer of a session that was held, and updates the model.
  private func endHeldTransfer(of session: Int) async throws -> Difference? {
    guard let transfer = held.removeValue(forKey: session) else { return nil }
    var exchange = try await carryOut(transfer.command, transfer.opening, transfer.transfer) {
      try await transfer.finish()
    }
    let path = model.path(transfer.command, model.sessions[session])
    if transfer.isDisturbed { exchange = Exchange(exchange.command, exchange.replies) }
    let difference = observe(exchange, session)
    if transfer.isDisturbed, transfer.command.verb.sendsData { model.folder.forget(path ?? .top) }
    return difference
  }

  private func observe(_ exchange: Exchange, _ session: Int) -> Difference? {
    earlier = latest.map {
      Culprit(
        exchange: $0.exchange, isRefused: $0.outcome == .refused, isOfSameSession: $0.session == session,
        form: latestForm)
    }
    latestForm = Culprit.Form(
      isText: model.sessions[session].representation == .text,
      isRestarted: model.sessions[session].offset != 0)
    let difference = model.observe(exchange, in: session)
    let isRefused = exchange.final?.code.isNegative ?? false
    latest = (exchange, session, isRefused ? .refused : exchange.final == nil ? .unclear : .done)
    if exchange.command.verb == .type {
      logins[session] = nil
    } else if exchange.command.verb.row?.step.isOfLogin == true || exchange.command.verb == .rein {
      logins[session] = Culprit(
        exchange: exchange, isRefused: isRefused, isOfSameSession: true, form: latestForm)
    }
    return difference
  }

  /// The number of the session for a step; nil if there can be no second session.
  private func session(of step: WalkStep) async throws -> Int? {
    guard step.isNeighbours else { return 0 }
    if clients.count > 1 { return clients[1].judge.farewell == nil ? 1 : nil }
    guard !hasNoNeighbour else { return nil }
    do {
      let client = try await probe.connect()
      // A neighbour whose first command is part of a login is not logged in yet.
      guard Command(parsing: step.line)?.verb.row?.step.isOfLogin != true else {
        clients.append(client)
        return model.join(client.judge)
      }
      try await probe.logIn(over: client)
      let reply = try await client.send(bytes: Array("CWD ".utf8) + top)
      guard reply.code.kind == .completion else { throw CaseStop.skipped("") }
      clients.append(client)
      _ = model.join(client.judge)
      _ = model.observe(Exchange(Command(.cwd, bytes: top), [reply]), in: 1)
      return 1
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      hasNoNeighbour = true
      return nil
    }
  }
}

// Sending commands.
extension WalkTrial {
  /// Sends a command, with a data connection if it needs one; nil if none can be opened.
  private func exchange(_ step: WalkStep, _ session: Int) async throws -> Exchange? {
    var line = filled(step.line)
    if step.announcesAddress { line = try await announcement(over: clients[session]) }
    guard let command = Command(parsing: line) else { return nil }
    // What follows from a finding is sent in the same sessions.
    if held[session] != nil { _ = try await endHeldTransfer(of: session) }
    let client = clients[session]
    let isLoggedIn = client.judge.login == .loggedIn
    let early = EarlyEnd(command: command, client: client, limit: probe.patience.closing)
    if step.fate == .alone, isLoggedIn {
      haveData.remove(session)
      return try await early.alone()
    }
    if command.verb.transfersData || command.verb.row?.step == .rest && isLoggedIn,
      !haveData.contains(session)
    {
      if try await connectData(session) { haveData.insert(session) } else if isLoggedIn { return nil }
    }
    let isTransfer = command.verb.transfersData && haveData.contains(session)
    guard isTransfer else {
      // After a command that may not come between REST and its transfer, an abort, or one that announces another address, a
      // new data connection is needed.
      if !command.verb.has(.keepsREST) || command.verb == .abor || command.verb.row?.address != nil {
        haveData.remove(session)
      }
      var replies = [try await reply(to: line, of: command, session)]
      // REIN may take a while, and says so with 120.
      while replies.last?.code.isPreliminary ?? false { replies.append(try await client.nextReply()) }
      if command.verb == .rein { try await probe.secureAgain(client) }
      if step.announcesAddress, replies.last?.code.kind == .completion { haveData.insert(session) }
      if [.user, .pass, .acct].contains(command.verb), client.state == .loggedIn {
        try await probe.protectData(of: client)
      }
      return Exchange(command, replies)
    }
    haveData.remove(session)
    let (first, transfer) = try await client.startTransfer(bytes: line)
    guard let transfer else {
      return Exchange(command, first.code.isPreliminary ? [first, try await client.nextReply()] : [first])
    }
    if step.fate == .held {
      held[session] = try await HeldTransfer(command, first, transfer, sending: step.content?.bytes)
      if command.verb.sendsData {
        model.folder.forget(model.path(command, model.sessions[session]) ?? .top)
      }
      return nil
    }
    if step.fate == .cut, !command.verb.sendsData { return try await early.cut(first, transfer) }
    if step.fate == .aborted {
      return try await early.abort(first, transfer, sending: step.content?.bytes ?? [])
    }
    return try await carryOut(command, first, transfer) {
      guard command.verb.sendsData else { return try await transfer.contents(atMost: Walk.mostBytes) }
      let bytes = step.content?.bytes ?? []
      if !bytes.isEmpty { try await transfer.sendUntilRefused(bytes) }
      return bytes
    }
  }

  /// The reply to a command without data; servers delay the refusal of a password.
  private func reply(to line: [UInt8], of command: Command, _ session: Int) async throws -> Reply {
    let client = clients[session]
    guard command.verb == .pass, !model.isRight(command, model.sessions[session]) else {
      return try await client.send(bytes: line)
    }
    try await client.write(line + Array("\r\n".utf8))
    return try await client.nextReply(within: probe.patience.refusal)
  }

  /// Transfers data, or what is left of it, and takes the reply at the end.
  private func carryOut(
    _ command: Command, _ opening: Reply, _ transfer: CaseTransfer, _ move: () async throws -> [UInt8]
  ) async throws -> Exchange {
    var data: [UInt8]?
    do { data = try await move() } catch let error as FTPClientError {
      guard case .transport(let cause) = error else { throw error }
      if cause.isTimeout, !command.verb.sendsData {
        throw found("959:3.2:close-at-eof", "the end of the data of \(command)", error)
      }
      // If the connection is gone, the server's reply says more.
      guard cause.isPeerGone else { throw error }
    }
    return Exchange(command, opening, try await final(of: transfer, command), data: data)
  }

  /// The reply at the end of a transfer.
  private func final(of transfer: CaseTransfer, _ command: Command) async throws -> Reply {
    do {
      return try await transfer.end()
    } catch let error as FTPClientError {
      guard case .timedOut = error else { throw error }
      throw found("959:4.2:preliminary-then-final", "a reply to the end of \(command)", error)
    }
  }

  private func found(_ requirement: RequirementID, _ expected: String, _ error: FTPClientError) -> CaseStop {
    .found(Finding(requirement, expected: expected, received: error.description))
  }

  /// Opens the data connection for the next transfer; false if the server refuses.
  private func connectData(_ session: Int) async throws -> Bool {
    let form = probe.facts.passiveCommand
    let announcement = try await clients[session].send(form.passiveVerb.name)
    _ = model.observe(Exchange(Command(form.passiveVerb), [announcement]), in: session)
    guard announcement.code == form.replyCode else {
      // A server that listened before may run out of ports, but has no reason to.
      if announcedTo.contains(session), announcement.code.kind == .transientFailure, announcement.code != 421
      {
        throw CaseStop.found(
          Finding(
            "959:4.1.2:pasv-listens", expected: "\(form.replyCode) to \(form.passiveVerb), as before",
            received: Probe.words(of: announcement)))
      }
      return false
    }
    announcedTo.insert(session)
    try await clients[session].connectData(announcedIn: announcement)
    return true
  }

  /// PORT, or EPRT over IPv6, with an address at which this side listens from then on.
  private func announcement(over client: CaseConnection) async throws -> [UInt8] {
    let form = try probe.activeCommand
    let address = try await client.listenForData()
    return Array("\(form.activeVerb) \(try form.argument(for: address))".utf8)
  }

  /// The line with its placeholders replaced.
  private func filled(_ line: [UInt8]) -> [UInt8] {
    guard line.contains(UInt8(ascii: "{")) else { return line }
    let login = probe.target.login
    let words: [(String, [UInt8])] = [
      ("{directory}", top), ("{user}", login.user), ("{password}", login.password ?? []),
      ("{PASSWORD}", Array(String(decoding: login.password ?? [], as: UTF8.self).uppercased().utf8)),
    ]
    return words.reduce(line) { line, word in line.replacing(Array(word.0.utf8), with: word.1) }
  }
}

// Turning a difference into a finding.
extension WalkTrial {
  /// Whether the server gives this answer for any name: if so, it is not about this name, and other cases cover it.
  private func isHabit(_ difference: Difference, _ step: WalkStep) async throws -> Bool {
    if difference.subject == .access { return try await isOpen(to: difference.reporter) }
    guard difference.isRefusal || difference.isImpossible else { return false }
    let session = step.isNeighbours ? 1 : 0
    let verb = difference.reporter.verb
    controls += 1
    let name = Array("control\(controls)".utf8)
    var steps: [WalkStep] = []
    switch verb.modern {
    case .stor, .mkd: if difference.isImpossible { return false }
    case .list, .nlst, .mlsd:
      let line = Array("STOR ".utf8) + name + Array("/x".utf8)
      steps = [WalkStep(Array("MKD ".utf8) + name), WalkStep(line, sending: .word)]
    case .cwd, .rmd: if difference.isRefusal { steps = [WalkStep(Array("MKD ".utf8) + name)] }
    case .retr, .size, .mdtm, .mlst, .dele, .rnfr, .appe:
      if difference.isRefusal { steps = [WalkStep(Array("STOR ".utf8) + name, sending: .word)] }
    default: return false
    }
    for step in steps + [WalkStep(Array("\(verb) ".utf8) + name, sending: .word)] {
      guard let exchange = try await exchange(step, session), let code = exchange.final?.code else {
        return true
      }
      _ = model.observe(exchange, in: session)
      if code.isNegative { return difference.isRefusal }
    }
    return difference.isImpossible
  }

  /// Whether anybody may do this: log in under any name, or use a command without a login.
  private func isOpen(to command: Command) async throws -> Bool {
    let stranger = try await probe.connect()
    defer { stranger.close() }
    // Another name, because what was asked a moment ago need not be asked again.
    var lines = [command.line + Array("-control".utf8)]
    if command.verb == .pass {
      lines = ["USER ftpraw-stranger", "PASS ftpraw-stranger"].map { Array($0.utf8) }
    }
    var reply: Reply?
    for line in lines {
      try await stranger.write(line + Array("\r\n".utf8))
      reply = try await stranger.nextReply(within: probe.patience.refusal)
    }
    guard let code = reply?.code else { return false }
    return command.verb == .pass ? !code.isNegative : ![530, 532, 332, 331, 503, 500, 502].contains(code)
  }

  /// The finding for a difference: it cites the rule of the command after which the difference began or, if other
  /// commands do not show it, of the command that does.
  private func finding(_ difference: Difference, _ step: WalkStep) async throws -> Finding {
    let session = step.isNeighbours ? 1 : 0
    var culprit = isMinimal ? earlier : nil
    if difference.subject == .type, let login = logins[session] ?? logins.values.first { culprit = login }
    let isAlone = (try? await isReporterAlone(difference, session)) ?? false
    let rule = difference.requirement(since: culprit, isReporterAlone: isAlone)
    let by = culprit.map { culprit in
      " after \(culprit.exchange.command)" + (culprit.isRefused ? ", which was refused" : "")
        + (culprit.isOfSameSession ? "" : " in another session")
    }
    // It is certain that something changed; which command changed it, and so the rule, is only inferred, unless every other
    // command contradicts the one that shows it.
    let isRefuted = isAlone && difference.path?.names.allSatisfy(ServerModel.isPrintable) ?? false
    var finding = Finding(
      rule, atMost: isMinimal && (difference.isCertain || isRefuted) ? .must : .should,
      expected: difference.expected + (difference.isImpossible ? "" : by ?? ""),
      received: difference.received)
    // Nothing is lost if other commands find it.
    if difference.isRefusal, isAlone { finding.isRefusal = true }
    return finding
  }

  /// Whether other commands show what was expected of the command that shows something else.
  private func isReporterAlone(_ difference: Difference, _ session: Int) async throws -> Bool {
    guard let path = difference.path else { return false }
    let name = path.fullName(below: top)
    func says(_ line: String, _ name: [UInt8]) async throws -> Exchange? {
      try await exchange(WalkStep(Array("\(line) ".utf8) + name), session)
    }
    switch (difference.subject, difference.reporter.verb.modern) {
    case (.directory, .pwd):
      // A file that is stored under a plain name is in the current directory.
      controls += 1
      let file = Array("control\(controls)".utf8)
      let stored = try await exchange(WalkStep(Array("STOR ".utf8) + file, sending: .word), session)
      guard stored?.final?.code.kind == .completion else { return false }
      return try await says("RETR", path.appending(file).fullName(below: top))?.final?.code.kind
        == .completion
    case (.presence, .nlst), (.presence, .list), (.presence, .mlsd), (.presence, .mlst), (.presence, .size),
      (.presence, .mdtm):
      switch model.folder[path] {
      case .directory: return try await says("CWD", name)?.final?.code.kind == .completion
      case .file: return try await says("RETR", name)?.final?.code.kind == .completion
      case .absent:
        let mayBeDirectory = [.rnto, .rmd].contains(earlier?.exchange.command.verb)
        for verb in mayBeDirectory ? ["RETR", "CWD"] : ["RETR"] {
          guard try await says(verb, name)?.final?.code.isNegative ?? false else { return false }
        }
        return true
      case .unknown: return false
      }
    case (.size, _):
      guard model.sessions[session].representation == .image else { return false }
      let data = try await says("RETR", name)?.data
      return data.map { model.folder.file(path)?.contents?.contains($0) ?? false } ?? false
    default: return false
    }
  }
}
