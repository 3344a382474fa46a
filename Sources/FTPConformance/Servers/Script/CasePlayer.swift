import FTPClient
import FTPProtocol

/// Takes the steps of a case, one after the other, with what they remember.
package struct CasePlayer {
  let probe: Probe
  /// The session in which the steps are taken; nil for the first.
  var session: CaseConnection?
  var second: CaseConnection?
  /// `lines.txt` as it is sent in either type.
  var textFile: (image: [UInt8], ascii: [UInt8])?
  /// The last reply that announced a data connection.
  var announced: Reply?
  /// The last reply, and all that were compared with what is expected.
  var last: Reply?
  var replies: [Reply] = []
  /// The reply that announced the last download, and what the last transfer brought.
  var opening: Reply?
  var data: [UInt8] = []
  /// An upload that waits for more, a data connection made by hand, and the last transfer over one.
  var held: CaseTransfer?
  var hand: DataSocket?
  var made: HandMadeTransfer?
  /// What is remembered, by name.
  var sights: [String: CaseView.Sight] = [:]
  /// Whether the case has ended before its last step.
  var isOver = false

  init(_ probe: Probe) { self.probe = probe }

  /// Takes the steps.
  ///
  /// - Throws: What ends the case.
  mutating func play(_ steps: [CaseStep]) async throws {
    for step in steps where !isOver { try await step.play(&self) }
  }

  /// Takes steps in another session.
  mutating func play(_ steps: [CaseStep], over other: CaseConnection?) async throws {
    let first = (session, last)
    session = other
    defer { (session, last) = first }
    try await play(steps)
  }

  var connection: CaseConnection { get throws { try session ?? probe.ftp } }

  /// Sends a command, and checks its reply; the server may close the connection instead.
  mutating func send(_ command: String, _ expected: ExpectedReply) async throws {
    let reply: Reply
    let spoken = Probe.spoken[command]
    let line = spoken == nil ? try await line(of: command) : []
    let sent = spoken == nil ? shown(command, line) : command
    do {
      if let spoken {
        reply = try await spoken(probe, session)
      } else {
        reply = try await connection.send(bytes: line)
      }
    } catch FTPClientError.closedByServer where expected.mayClose {
      isOver = true
      return
    }
    if expected.isOptional, !expected.patterns.contains(ReplyPattern(reply.code)) {
      try probe.skipUnsupported(reply, to: sent)
      let isLoggedIn = try connection.judge.login == .loggedIn
      try probe.requirePresence(reply, of: String(sent.prefix { $0 != " " }), isLoggedIn: isLoggedIn)
    }
    try await check(reply, expected, to: sent)
  }

  /// Takes a reply that is not that to a command of this step, and checks it.
  mutating func take(_ field: CaseField, _ command: String, _ expected: ExpectedReply) async throws {
    let reply: Reply?
    do {
      reply =
        switch field {
        case .answer: last
        case .end: try await held?.end()
        case .security: try await probe.sendInClear(command)
        case .prompt: try await connection.nextReply(within: probe.patience.closing)
        case .late: try await connection.nextReply(within: probe.patience.refusal)
        default: try await connection.nextReply()
        }
    } catch FTPClientError.timedOut where expected.silence != nil || field == .prompt {
      return try await require(false, "a reply to \(text(of: command))", "nothing", else: expected.silence)
    }
    guard let reply else { throw CaseStop.impossible("there was no reply") }
    try await check(reply, expected, to: text(of: command))
  }

  /// Sends commands at whose replies only the judge looks; a transfer is ended at once.
  ///
  /// If the server has none of them, the case is not supported.
  mutating func observe(_ commands: [String]) async throws {
    var replies: [Reply] = []
    for command in commands { replies.append(try await probe.observe(command, over: session)) }
    last = replies.last
    guard let last, replies.allSatisfy(probe.facts.isAbsent) else { return }
    throw CaseStop.unsupported(Probe.words(of: last))
  }

  /// Compares a reply with those that are expected, which may end the case.
  mutating func check(_ reply: Reply, _ expected: ExpectedReply, to command: String) async throws {
    last = reply
    replies.append(reply)
    if AddressForm(announcedBy: reply.code) != nil { announced = reply }
    switch expected.end(by: probe.facts.code(of: reply)) {
    case .passed?:
      isOver = true
      return
    case .unsupported?: throw CaseStop.unsupported(Probe.words(of: reply))
    case .skipped?:
      let witness = expected.witness.map { " (see \($0))" } ?? ""
      try probe.skip("\(Escaping.ascii(command.utf8, limit: 60)) got \(Probe.words(of: reply))\(witness)")
    case nil: break
    }
    if expected.ignored.contains(where: { $0.matches(probe.facts.code(of: reply)) }) { return }
    let harmless = ReplyPattern(probe.facts.harmless.code)
    try probe.expect(
      reply, expected.patterns.map { $0 == .harmless ? harmless : $0 }, tolerating: expected.tolerated,
      to: command, citing: expected.requirement)
    guard !expected.preferred.isEmpty, !expected.preferred.contains(where: { $0.matches(reply.code) }) else {
      return
    }
    if let usual = expected.usual { try await probe.requireAccepted(usual) }
    probe.warn(
      "\(expected.preferred.map(\.description).choice) to \(command)", Probe.words(of: reply),
      citing: expected.preference)
  }

  /// Carries out an upload, which succeeds.
  mutating func upload(
    _ command: String, _ content: CaseContent, type: String?, isOptional: Bool
  ) async throws {
    let bytes = content.bytes(seed: probe.seed)
    let upload =
      isOptional
      ? try await probe.uploadOptional(command, bytes)
      : try await probe.upload(command, bytes, type: type, over: session)
    (opening, last) = (upload.opening, upload.final)
  }

  /// Carries out a download, which succeeds and brings these bytes, or any.
  mutating func download(
    _ command: String, type: String?, _ way: DataWay, _ content: CaseContent?
  ) async throws {
    let command = try await text(of: command)
    let copy: CompletedTransfer
    switch way {
    case .passive: copy = try await probe.download(command, type: type, over: session)
    case .by(let form): copy = try await probe.download(command, type: type, by: form, over: session)
    case .active: copy = try await probe.downloadActive(command)
    case .ready:
      let transfer = try await connection.transfer(command)
      copy = try await probe.finish(transfer, transfer.contents(), command)
    }
    (opening, data, last) = (copy.opening, copy.bytes, copy.final)
    if let content { try probe.requireSame(copy, as: content.bytes(seed: probe.seed), content.words) }
  }

  /// Connects as a reply announces; the case is skipped if it announces nothing.
  mutating func connect(as reply: Reply?, else end: CaseEnd?) async throws {
    guard let reply, AddressForm(announcedBy: reply.code) != nil else {
      try probe.skip("no data connection is announced, but \(reply.map(Probe.words(of:)) ?? "nothing")")
    }
    do { try await connection.connectData(announcedIn: reply) } catch FTPClientError.transport(let error)
      where end != nil
    {
      try require(false, "a port that accepts a connection", "\(error)", else: end)
    }
  }

  /// Carries out a transfer, with these bytes if any are named, right after commands such as REST; a refusal of it is truthful.
  func restart(_ commands: [String], _ command: String, _ content: CaseContent?) async throws {
    let bytes = content?.bytes(seed: probe.seed)
    let isUpload = Probe.verb(of: command).sendsData
    let copy = try await probe.restarted(commands, command, sending: isUpload ? bytes : nil)
    guard !isUpload, let content, let bytes else { return }
    try probe.requireSame(
      copy, as: bytes, "\(content.words) from \(command) after \(commands.joined(separator: ", "))")
  }

  /// Ends the case unless the server looks as it did when it was remembered.
  func compare(_ view: CaseView, isWanted: Bool, citing rule: RequirementID?) async throws {
    let now = try await probe.preparing(view.command) { try await view.look(self) }
    guard let before = sights[view.text] else {
      throw CaseStop.impossible("\(view.words) was not remembered")
    }
    let wanted = isWanted ? before.words : "another answer to \(view.command) than \(before.words)"
    try probe.require((now == before) == isWanted, wanted, now.words, citing: rule)
  }

  /// Ends the case unless RETR sends a file as in a type, without a TYPE before it.
  func requireLines(_ name: String, _ type: String, after event: String) async throws {
    guard let textFile else { throw CaseStop.impossible("lines.txt was not stored") }
    try await probe.requireLines(
      type == "A" ? textFile.ascii : textFile.image, type, after: text(of: event), named: probe.filled(name),
      over: session)
  }

  /// A line with the names, the values and the addresses that it has in this run.
  ///
  /// `{directory}` and the like are those of ``CaseAction``. `{passive}` is the passive command that works, `{harmless}` the
  /// command that changes nothing, `{harmless first 2}` and `{harmless after 2 lower}` are parts of it, and `{a 250 times}` is a
  /// long word. `{PORT}` and `{EPRT !}`, with a delimiter, stand for an address on which this side listens from then on,
  /// `{PORT zero}` for one whose port has a zero octet;
  /// `{PORT own}`, `{PORT low}`, `{PORT nearby}` and `{PORT elsewhere}` for one on which it does not. Any other name is that of something
  /// remembered.
  func line(of text: String) async throws -> [UInt8] {
    var line: [UInt8] = []
    var rest = probe.filled(text)[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = rest[open..<close].dropFirst()
      line += Array(rest[..<open].utf8)
      if let known = sights[String(name)] {
        line += known.items.first ?? []
      } else if name == "passive" {
        line += Array(probe.facts.passiveCommand.passiveVerb.name.utf8)
      } else if name.hasPrefix("harmless") {
        line += harmless(name.split(separator: " "))
      } else if name.hasSuffix(" times"),
        let count = name.split(separator: " ").dropLast().last.flatMap({ Int($0) })
      {
        line += Array(repeating: Array(name.utf8.prefix { $0 != 0x20 }), count: max(0, count)).joined()
      } else if let address = try await address(name.split(separator: " ")) {
        line += Array(address.utf8)
      } else {
        line += Array(rest[open...close].utf8)
      }
      rest = rest[close...].dropFirst()
    }
    return line + Array(rest.utf8)
  }

  /// A command for a finding, with quotation marks around what was remembered.
  private func shown(_ command: String, _ line: [UInt8]) -> String {
    let text = sights.reduce(command) { text, sight in
      sight.key == "it" ? text : text.replacing("{\(sight.key)}", with: "'\(sight.value.words)'")
    }
    return text == command ? String(decoding: line, as: UTF8.self) : text
  }

  func text(of command: String) async throws -> String {
    String(decoding: try await line(of: command), as: UTF8.self)
  }

  /// The command that changes nothing, or a part of it: `harmless first 2`, `harmless after 2`; perhaps `lower`.
  private func harmless(_ words: [Substring]) -> [UInt8] {
    let name = probe.facts.harmless.verb
    let verb = Array((words.last == "lower" ? name.lowercased() : name).utf8)
    guard words.count > 2, let count = Int(words[2]) else { return verb }
    return Array(words[1] == "first" ? verb.prefix(count) : verb.dropFirst(count))
  }

  private func address(_ words: [Substring]) async throws -> String? {
    guard let form = AddressForm.allCases.first(where: { $0.activeVerb.name == words.first ?? "" }) else {
      return nil
    }
    if words.last == "zero" { return try form.argument(for: await probe.listenWithZeroOctet()) }
    if let place = words.dropFirst().first, ["own", "low", "nearby", "elsewhere"].contains(place) {
      return try probe.argument(place, of: form)
    }
    // The two octets of the port differ, so that their order shows.
    let address = try await probe.listen { $0 >> 8 != $0 & 0xFF }
    guard let delimiter = words.dropFirst().first?.utf8.first else { return try form.argument(for: address) }
    return try ExtendedAddress.argument(for: address, delimiter: delimiter)
  }

  /// Carries out a transfer that may be refused, and checks the reply that ends it.
  mutating func transfer(
    _ command: String, type: String?, _ way: DataWay, _ expected: ExpectedReply, _ content: CaseContent?
  ) async throws {
    let command = try await text(of: command)
    let bytes = content?.bytes(seed: probe.seed)
    try await probe.select(type, over: connection)
    let (reply, transfer) =
      way == .ready
      ? try await connection.startTransfer(command) : try await probe.startPassive(command, over: session)
    let isUpload = Probe.verb(of: command).sendsData
    if isUpload {
      try await transfer?.offer(bytes ?? [])
    } else {
      data = try await transfer?.contents() ?? []
    }
    try await check(try await transfer?.end() ?? reply, expected, to: command)
    guard !isUpload, !isOver, let bytes, let content else { return }
    try probe.requireSame(data, as: bytes, "\(content.words) from \(command)")
  }
}
