import FTPClient
import FTPConversation
import FTPProtocol
import FTPVectors

/// One replay of the client's side of one vector to a server.
struct ServerPlay {
  let vector: Vector
  let target: ExpectedDifference.Target
  /// When TLS is put around the vector.
  let security: ClientTLS.Mode
  let checksData: Bool
  let credentials: Credentials?
  private var script: ReplayScript
  let plan: ReplyPlan
  /// The row of the reply that a row describes, by the line of that row.
  private let replyRows: [Int: VectorLine]
  private(set) var ledger: ReplayLedger
  var answers: Answers
  /// The client's number of each command of the vector.
  private var ordinals: [Int: Int] = [:]
  /// Commands that were not sent, because the server has logged in already.
  var skipped: Set<Int> = []
  /// Whether the last reply meant something other than that of the vector.
  private var isOtherwise = false
  /// The vector's number of the last command that moves data.
  private var transferOrdinal: Int?
  /// Commands with a difference that was reported or excused.
  var settled: Set<Int> = []
  /// Names bound to the client's listening addresses.
  private var bound: Set<String> = []
  var channel = ReplayedData()
  /// Rows of data that were moved together with one before them.
  private var movedRows: Set<Int> = []

  init(
    _ vector: Vector, on target: ExpectedDifference.Target, under security: ClientTLS.Mode,
    _ credentials: Credentials?, inbox: EventInbox, checksData: Bool
  ) {
    self.security = security
    self.vector = vector
    self.target = target
    self.credentials = credentials
    self.checksData = checksData
    let bindings = PlaceholderBindings(samplesFor: vector)
    script = ReplayScript(vector, bindings: bindings)
    plan = ReplyPlan(vector, script)
    var replyRows: [Int: VectorLine] = [:]
    var last: VectorLine?
    for row in vector.rows {
      replyRows[row.line] = last
      if case .reply(let line) = row.content { last = line }
    }
    self.replyRows = replyRows
    ledger = ReplayLedger(bindings: bindings, target: target)
    answers = Answers(inbox)
  }

  /// Plays all rows, up to the first that cannot be.
  mutating func run(on client: isolated RawFTPClient) async {
    for index in script.events.indices {
      do {
        try await play(index, on: client)
      } catch {
        let failure = ReplayFailure(error, line: script.events[index].line)
        let line = failure.line ?? script.events[index].line
        ledger.report(line, failure.expected ?? vector.text(ofLine: line), failure.actual)
        break
      }
    }
    if let last = script.events.last?.line { checkNothingIsLeft(line: last) }
    await channel.close()
    client.close()
  }

  private mutating func play(_ index: Int, on client: isolated RawFTPClient) async throws {
    switch script.events[index] {
    case .command: try await say(index, on: client)
    case .replies:
      for reply in plan.replies[index] ?? [] {
        do { try await compare(reply, on: client) } catch { throw ReplayFailure(error, line: reply.line) }
      }
    case .data(_, _, _, let line, _):
      guard !movedRows.contains(line), let run = DataRun(script, at: index) else { return }
      movedRows.formUnion(run.rows.map(\.line))
      try await channel.move(run)
    case .mark(let mark, let line, _): try await play(mark, line: line, on: client)
    }
  }

  /// Has the client write a row.
  private mutating func say(_ index: Int, on client: isolated RawFTPClient) async throws {
    guard case .command(_, let line, _) = script.events[index], let row = script.rows[line]?.line else {
      return
    }
    try await bindPlaceholders(of: row, on: client)
    let planned = plan.commands[index]
    if let planned, let first = planned.ordinals.first, skipped.contains(first) { return }
    if let planned { channel.began(planned.first) }
    if let planned, planned.first.verb.transfersData, target == .live,
      !script.refusesData(after: index, ofSameCommand: true)
    {
      // Some servers do not answer a transfer command before the data connection is open.
      await channel.connect(on: client)
    }
    let login = try planned.flatMap { try substitute(for: $0.first, $0.ordinals.lowerBound) }
    let rendering = row.rendered(ledger.bindings)
    let (bytes, cuts) = login.map { ($0, []) } ?? (rendering.bytes, rendering.cuts)
    for segment in cuts.segments(of: bytes) {
      try client.writeNow(Array(segment.bytes))
      if let pause = segment.cut?.pause { try await Task.sleep(for: pause) }
    }
    guard let planned else { return }
    if planned.first.verb.transfersData { transferOrdinal = planned.ordinals.lowerBound }
    for (ordinal, command) in zip(planned.ordinals, answers.takeCommands()) { ordinals[ordinal] = command }
  }

  /// Waits for the server's counterpart of a reply, and compares what both mean.
  private mutating func compare(_ planned: PlannedReply, on client: isolated RawFTPClient) async throws {
    var command: Int?
    if let ordinal = planned.ordinal {
      guard !skipped.contains(ordinal) else { return }
      guard let found = ordinals[ordinal] else {
        return ledger.report(planned.line, planned.description, "no command that it could answer")
      }
      command = found
      if answers.isFinished(found) {
        if settled.insert(ordinal).inserted {
          ledger.report(planned.line, planned.description, "nothing after the last reply to the command")
        }
        return
      }
    }
    if planned.isFinal { try await channel.finish() }
    var answer = try answers.next(to: command, on: client)
    try takeLogin(planned, &answer, on: client)
    await take(answer, for: planned)
    try cover(after: answer, on: client)
    try await channel.catchUp(on: client)
    guard planned.isFinal, let command else { return }
    // The rest of the answer belongs to this command; otherwise the next one would be out of step.
    while !answers.isFinished(command) {
      await channel.goAlong(on: client)
      let answer = try answers.next(to: command, on: client)
      await channel.take(answer.reply, isOfTransfer: answer.judgement.isOfTransfer)
    }
  }

  private mutating func take(_ answer: Answers.Answer, for planned: PlannedReply) async {
    await channel.take(answer.reply, isOfTransfer: answer.judgement.isOfTransfer)
    learnNames(from: answer.reply, planned)
    ledger.countCheck()
    let isSame = answer.judgement.step == planned.step && answer.judgement.box == planned.box
    let isFarewell = planned.reply.code == 421 || planned.reply.code == 221
    isOtherwise = !isSame || (isFarewell && answer.reply.code != planned.reply.code)
    if let difference = planned.differences.first(where: { $0.target == target }) {
      if let ordinal = planned.ordinal { settled.insert(ordinal) }
      if let code = difference.code, code != answer.reply.code {
        ledger.report(planned.line, "\(code), as '~~ \(difference)' says", answer.description)
      }
      return
    }
    guard !isSame || (planned.needsSameCode && answer.reply.code != planned.reply.code) else { return }
    // Consequences of a difference are not reported again.
    if let ordinal = planned.ordinal, !settled.insert(ordinal).inserted { return }
    ledger.report(planned.line, planned.description, answer.description)
  }

  /// Binds names that the server has chosen.
  private mutating func learnNames(from reply: Reply, _ planned: PlannedReply) {
    guard let row = script.rows[planned.line]?.line ?? replyRows[planned.line] else { return }
    var bindings = ledger.bindings
    for placeholder in row.placeholders where !bound.contains(placeholder.name) {
      bindings[placeholder.name] = nil
    }
    if row.matches(reply.bytes, &bindings) {
      for placeholder in row.placeholders { ledger.bindings[placeholder.name] = bindings[placeholder.name] }
      return
    }
    guard let name = row.placeholders.first(where: { $0.kind == .word && !$0.name.isEmpty })?.name,
      let found = try? StoreUniqueReply.read(reply).value
    else { return }
    ledger.bindings[name] = PlaceholderKind.word.value(of: found.name)
  }

  /// Has the client listen for the addresses that a row is to name.
  private mutating func bindPlaceholders(of row: VectorLine, on client: isolated RawFTPClient) async throws {
    for placeholder in row.placeholders {
      guard let kind = placeholder.kind, kind.isOfPort, bound.insert(placeholder.name).inserted else {
        continue
      }
      guard let value = kind.value(for: try await channel.listen(on: client)) else { continue }
      ledger.bindings[placeholder.name] = value
    }
  }

  private mutating func play(_ mark: ConversationMark, line: Int, on client: isolated RawFTPClient)
    async throws
  {
    switch mark {
    case .controlOpened, .use, .missing, .cutShort, .note, .dataHalfClosed(_, by: .server): break
    case .controlHalfClosed(by: .client): try await client.halfClose()
    case .controlHalfClosed(by: .server): break
    case .controlClosed(.byServer):
      // A server that answers differently need not close either, and may have said more by then.
      guard !isOtherwise else { return client.reset() }
      if endsUnfinished(before: line) {
        // A reply that the vector's server left unfinished may be complete here.
        while client.isConnected, try client.awaitEnd() != nil {}
        _ = answers.takeUntaken()
      } else if client.isConnected, try client.awaitEnd() != nil {
        let extra = answers.takeUntaken().last
        throw ReplayFailure(actual: extra.map(\.description) ?? "another reply")
      }
    // What another server has said by then is not part of a connection that was lost.
    case .controlClosed(.lost): client.reset()
    case .controlClosed:
      // A command whose reply the client did not wait for may be answered here, as it may not.
      settled.formUnion(ordinals.keys.filter { plan.finals[$0] == nil })
      // After a command that had no reply in the vector, a reply here is not one that the vector could have.
      if settled.isEmpty { client.close() } else { client.reset() }
    case .dataOpened: try await channel.open(on: client)
    case .dataRefused: client.refuseData()
    case .dataHalfClosed(_, by: .client): try await channel.halfClose()
    case .dataClosed(_, let closing):
      try await channel.close(closing)
      checkData(line: line)
    case .tls(let connection, let event): try check(event, on: connection, client)
    case .wait(let duration): try await Task.sleep(for: duration)
    case .noReply(let verb):
      let waiting = plan.commands.values.filter { $0.first.verb == verb }.flatMap(\.ordinals)
      guard let ordinal = waiting.filter({ plan.finals[$0] == nil && !settled.contains($0) }).min(),
        let command = ordinals[ordinal]
      else { return }
      settled.insert(ordinal)
      client.abandon(command)
    }
  }

  /// Whether the server's last bytes before a line do not form a reply.
  private func endsUnfinished(before line: Int) -> Bool {
    for row in vector.rows.reversed() where row.line < line {
      switch row.content {
      case .meaning(let meaning): return meaning.isUnfinished
      case .reply, .command: return false
      default: continue
      }
    }
    return false
  }

  /// Compares the bytes of a file with those of the vector, if the server has the same files.
  ///
  /// A legitimate difference is noted at the last reply of the transfer.
  private mutating func checkData(line: Int) {
    guard checksData, let (expected, actual) = channel.takeDownload() else { return }
    let final = transferOrdinal.flatMap { plan.finals[$0] }
    if expected != actual, final?.differences.contains(where: { $0.target == target }) ?? false { return }
    ledger.check(
      expected == actual, line: line, expected: Escaping.ascii(expected, limit: 120),
      actual: Escaping.ascii(actual, limit: 120))
  }

  private mutating func checkNothingIsLeft(line: Int) {
    let settled = Set(self.settled.compactMap { ordinals[$0] })
    for answer in answers.takeUntaken() {
      if let command = answer.judgement.ordinal, settled.contains(command) { continue }
      ledger.report(line, "no more replies", answer.description)
    }
  }
}

extension Judgement {
  /// Whether the reply answers a transfer command.
  fileprivate var isOfTransfer: Bool { command?.verb.transfersData ?? false }
}
