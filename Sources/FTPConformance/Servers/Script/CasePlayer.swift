import FTPClient
import FTPProtocol

/// Takes the steps of a case, one after the other, with what they remember.
package struct CasePlayer {
  let probe: Probe
  /// The session in which the steps are taken; nil for the first.
  var session: CaseConnection?
  private var second: CaseConnection?
  private var lines: (image: [UInt8], ascii: [UInt8])?
  /// The last reply.
  var last: Reply?
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
    for step in steps where !isOver { try await play(step) }
  }

  private mutating func play(_ step: CaseStep) async throws {
    switch step {
    case .preparation(let actions):
      for action in actions { data = try await probe.prepare(action, as: self) ?? data }
    case .commands(let commands, let expected):
      for command in commands { try await send(command, expected) }
    case .observation(let commands):
      var replies: [Reply] = []
      for command in commands { replies.append(try await probe.observe(command, over: session)) }
      guard let last = replies.last, replies.allSatisfy(Probe.isAbsent) else { break }
      throw CaseStop.unsupported(Probe.words(of: last))
    case .harmless: try await probe.sendHarmless(over: session)
    case .upload(let command, let content, let type, let isOptional):
      let bytes = content.bytes(seed: probe.seed)
      if isOptional {
        try await probe.uploadOptional(command, bytes)
      } else {
        try await probe.upload(command, bytes, type: type, over: session)
      }
    case .download(let command, let type, let way, let content):
      let copy = try await download(text(of: command), type: type, way)
      (opening, data, last) = (copy.opening, copy.bytes, copy.final)
      guard let content else { break }
      try probe.requireSame(copy, as: content.bytes(seed: probe.seed), content.words)
    case .connect:
      guard let last, AddressForm(announcedBy: last.code) != nil else {
        try probe.skip("no data connection is announced, but \(last.map(Probe.words(of:)) ?? "nothing")")
      }
      try await connection.connectData(announcedIn: last)
    case .refusal(let command, let patterns, let isPrompt):
      let started = try await probe.startPassive(command, over: session)
      try await probe.expectRefusal(started, patterns, isPrompt: isPrompt, to: command)
    case .restart(let commands, let command, let content):
      let bytes = content.bytes(seed: probe.seed)
      let isDownload = if case .download? = Probe.verb(of: command).row?.data { true } else { false }
      let copy = try await probe.restarted(commands, command, sending: isDownload ? nil : bytes)
      guard isDownload else { break }
      try probe.requireSame(
        copy, as: bytes, "\(content.words) from \(command) after \(commands.joined(separator: ", "))")
    case .listing(let isProtected): try await probe.requireListing(isProtected: isProtected)
    case .disturbance(let command, let patterns):
      let reply = try await probe.uploadDisturbed(by: probe.filled(command))
      try probe.expect(reply, patterns, tolerating: [], to: "\(command) during the transfer", citing: nil)
    case .remember(let view, let name, let isTested):
      sights[name] =
        isTested
        ? try await view.look(self) : try await probe.preparing(view.command) { try await view.look(self) }
    case .sameness(let view, let isWanted, let requirement):
      let now = try await probe.preparing(view.command) { try await view.look(self) }
      guard let before = sights[view.text] else {
        throw CaseStop.impossible("\(view.words) was not remembered")
      }
      let wanted = isWanted ? before.words : "another answer to \(view.command) than \(before.words)"
      try probe.require((now.items == before.items) == isWanted, wanted, now.words, citing: requirement)
    case .textFile: lines = try await probe.linesByType()
    case .lines(let type, let name, let event):
      guard let lines else { throw CaseStop.impossible("lines.txt was not stored") }
      try await probe.requireLines(
        type == "A" ? lines.ascii : lines.image, type, after: event, named: probe.filled(name), over: session)
    case .names(let names, let event): try await probe.requireNames(names, after: event, over: session)
    case .feature(let line, let command): try await probe.expectFeature(line, of: command)
    case .write(let content): try await connection.write(content.bytes(seed: probe.seed))
    case .reply(let command, let expected):
      try await check(connection.nextReply(), expected, to: command)
    case .claim(let words, let holds):
      guard let last else { throw CaseStop.impossible("there was no reply") }
      try probe.require(try holds(last), words, Probe.words(of: last))
    case .nothing(let reason, let requirement):
      try await probe.expectNothing(because: reason, citing: requirement, over: session)
    case .close(let event): try await probe.expectClose(after: event, over: session)
    case .openness(let event, let steps):
      // The steps may remember something, which a closure that escapes could not keep.
      do { try await play(steps) } catch { try await probe.requireOpen(after: event) { throw error } }
    case .choice(let command, let expected, let accepted, let refused):
      let reply = try await send(command, expected)
      try await play(reply?.code.isNegative ?? false ? refused : accepted)
    case .secondSession: second = try await probe.neighbour()
    case .second(let steps): try await play(steps, over: second)
    case .played(_, _, let play): try await play(&self)
    case .compute(let body): try await body(probe)
    }
  }

  /// Takes steps in another session.
  mutating func play(_ steps: [CaseStep], over other: CaseConnection?) async throws {
    let first = (session, last)
    session = other
    defer { (session, last) = first }
    try await play(steps)
  }

  var connection: CaseConnection { get throws { try session ?? probe.ftp } }

  /// Sends a command, and returns its reply; nil if the server closed the connection instead, as it may.
  @discardableResult
  private mutating func send(_ command: String, _ expected: ExpectedReply) async throws -> Reply? {
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
      return nil
    }
    if expected.isOptional, !expected.patterns.contains(ReplyPattern(reply.code)) {
      try probe.skipUnsupported(reply, to: sent)
      let isLoggedIn = try connection.judge.login == .loggedIn
      try probe.requirePresence(reply, of: String(sent.prefix { $0 != " " }), isLoggedIn: isLoggedIn)
    }
    try await check(reply, expected, to: sent)
    return reply
  }

  /// Compares a reply with those that are expected, which may end the case.
  mutating func check(_ reply: Reply, _ expected: ExpectedReply, to command: String) async throws {
    last = reply
    switch expected.end(by: reply.code) {
    case .passed?:
      isOver = true
      return
    case .unsupported?: throw CaseStop.unsupported(Probe.words(of: reply))
    case .skipped?:
      let witness = expected.witness.map { " (see \($0))" } ?? ""
      try probe.skip("\(Escaping.ascii(command.utf8, limit: 60)) got \(Probe.words(of: reply))\(witness)")
    case nil: break
    }
    if expected.ignored.contains(where: { $0.matches(reply.code) }) { return }
    try probe.expect(
      reply, expected.patterns, tolerating: expected.tolerated, to: command, citing: expected.requirement)
    guard !expected.preferred.isEmpty, !expected.preferred.contains(where: { $0.matches(reply.code) }) else {
      return
    }
    if let usual = expected.usual { try await probe.requireAccepted(usual) }
    probe.warn(
      "\(expected.preferred.map(\.description).choice) to \(command)", Probe.words(of: reply),
      citing: expected.preference)
  }

  private func download(
    _ command: String, type: String?, _ way: DataWay
  ) async throws -> CompletedTransfer {
    switch way {
    case .passive: return try await probe.download(command, type: type, over: session)
    case .by(let form): return try await probe.download(command, type: type, by: form, over: session)
    case .active: return try await probe.downloadActive(command)
    case .ready:
      let transfer = try await connection.transfer(command)
      return try await probe.finish(transfer, transfer.contents(), command)
    }
  }

  /// A line with the names, the values and the addresses that it has in this run.
  ///
  /// `{directory}` and the like are those of ``CaseAction``; any other name is that of something remembered, or a command
  /// such as PORT, perhaps with a delimiter: an address on which this side listens from then on.
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
    let text = sights.reduce(command) { $0.replacing("{\($1.key)}", with: "'\($1.value.words)'") }
    return text == command ? String(decoding: line, as: UTF8.self) : text
  }

  private func text(of command: String) async throws -> String {
    String(decoding: try await line(of: command), as: UTF8.self)
  }

  private func address(_ words: [Substring]) async throws -> String? {
    guard let form = AddressForm.allCases.first(where: { $0.activeVerb.name == words.first ?? "" }) else {
      return nil
    }
    // The two octets of the port differ, so that their order shows.
    let address = try await probe.listen { $0 >> 8 != $0 & 0xFF }
    guard let delimiter = words.dropFirst().first?.utf8.first else { return try form.argument(for: address) }
    return try ExtendedAddress.argument(for: address, delimiter: delimiter)
  }

  /// Carries out a transfer that may be refused, and checks the reply that ends it.
  mutating func transfer(
    _ command: String, isReady: Bool, _ expected: ExpectedReply, _ content: CaseContent?
  ) async throws {
    let command = try await text(of: command)
    let bytes = content?.bytes(seed: probe.seed)
    let (reply, transfer) =
      isReady
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
