import FTPClient
import FTPProtocol
import FTPRequirements

// Uploads that wait, data connections that are made by hand, and what else shows only when it is done.
extension CaseStep {
  /// How a step is taken of which it is not known what it sends.
  static func play(_ name: CaseField, _ value: FieldedLine) throws(CatalogueProblem) -> CasePlay {
    switch name {
    case .write:
      let content = try CaseContent(value)
      return { try await $0.connection.write($0.bytes(of: content)) }
    case .odd:
      let (words, line) = try halves(value, ": ")
      let content = try CaseContent(line)
      return { try await $0.probe.requireStep(after: $0.bytes(of: content), words.text) }
    case .disturb:
      let parts = value.split(", or given up")
      return { try await $0.disturb(parts[0].text, mayAbort: parts.count > 1) }
    case .intact: return { try await $0.requireIntact(value.text) }
    case .diagram:
      var states: [ReplyState] = []
      for word in value.split(" ") {
        guard let state = ReplyState(rawValue: word.text) else {
          throw value.problem("no such state: \(word.text)")
        }
        states.append(state)
      }
      return { [states] in try await $0.probe.walk(states) }
    case .claim:
      let parts = value.split(", else ")
      guard let holds = CaseCatalogue.claims[parts[0].text] else { break }
      return { player in
        guard let last = player.last else { throw CaseStop.impossible("there was no reply") }
        if try holds(last) { return }
        let words = Probe.words(of: last)
        if parts.count > 1 { return player.probe.warn(parts[0].text, words) }
        try player.probe.fail(parts[0].text, words)
      }
    case .do:
      guard let body = CaseCatalogue.bodies[value.text] else { break }
      return { try await body($0.probe) }
    case .known, .honest:
      let commands = value.split(", ").map(\.text)
      return { try await $0.require(commands, ifListed: name == .honest) }
    case .right:
      let (start, command) = try halves(value, ": ")
      let (letter, fact) = try halves(start, " in ")
      return { try await $0.compare(letter.text, in: fact.text, with: command.text) }
    case .offset:
      let commands = value.split(", ").map(\.text)
      return { try await $0.probe.restart(commands) }
    case .kept:
      let names = try value.wordBytes()
      return { player in for name in names { try await RFC2640.keep(name, player.probe) } }
    default: if let play = try byHand(name, value) { return play }
    }
    throw value.problem("no such step: \(name.rawValue): \(value.text)")
  }

  private static func byHand(_ name: CaseField, _ value: FieldedLine) throws(CatalogueProblem) -> CasePlay? {
    switch name {
    case .begin:
      let (command, content) = try halves(value, ": ")
      let file = String(command.text.drop { $0 != " " }.dropFirst())
      let bytes = try CaseContent(content)
      return { $0.held = try await $0.probe.beginUpload(file, bytes.bytes(seed: $0.probe.seed)) }
    case .more:
      let content = try CaseContent(value)
      return { try await $0.held?.sendUntilRefused(content.bytes(seed: $0.probe.seed)) }
    case .ends:
      return { player in
        let probe = player.probe
        var isOver = try await player.held?.ends(within: probe.patience.closing)
        if isOver == nil { isOver = try await player.hand?.ends(within: probe.patience.data) }
        try probe.require(isOver ?? false, value.text, "a connection that stays open")
      }
    case .dial:
      let (way, end) = try ending(value)
      guard way.text == "as announced" else { throw value.problem("no such connection: \(way.text)") }
      return { player in
        guard let last = player.last else { throw CaseStop.impossible("nothing is announced") }
        player.hand = try await player.probe.dial(player.probe.port(in: last))
        try player.require(
          player.hand != nil, "a port that accepts a connection", "connection refused", else: end)
      }
    case .finish:
      let content = try CaseContent(value)
      return { player in
        let bytes = content.bytes(seed: player.probe.seed)
        try await player.hand?.finish(with: bytes, within: player.probe.patience.data)
      }
    case .byHand:
      let content: CaseContent? = if let parts = value.divided { try CaseContent(parts.value) } else { nil }
      let words = (value.divided?.name ?? value).split(", ").map(\.text)
      guard words.dropFirst().allSatisfy({ ["in clear", "under a new session"].contains($0) }) else {
        throw value.problem("no such way of a transfer: \(words[words.count - 1])")
      }
      return { player in
        let probe = player.probe
        let way: Probe.HandMade =
          switch words.last {
          case "in clear": .clear
          case "under a new session": .under(try await probe.freshLayer())
          default: .asAgreed
          }
        let made = try await probe.list(
          way, sending: content?.bytes(seed: probe.seed), command: words[0])
        (player.made, player.last, player.data) = (made, made.final, made.bytes)
      }
    case .shows:
      let (phrases, end) = try ending(value)
      var claims: [(words: String, holds: @Sendable (HandMadeTransfer) -> Bool)] = []
      for phrase in phrases.split(", ") {
        guard let holds = HandMadeTransfer.phrases[phrase.text] else {
          throw value.problem("no transfer shows this: \(phrase.text)")
        }
        claims.append((phrase.text, holds))
      }
      return { [claims] player in
        guard let made = player.made else { throw CaseStop.impossible("there was no transfer") }
        for claim in claims {
          try player.require(
            claim.holds(made), claim.words, "\(made.bytes.count) bytes, and \(made.reason)", else: end)
        }
      }
    case .data:
      let (shown, rule) = cited(value)
      let content = try CaseContent(shown)
      return { player in
        let bytes = content.bytes(seed: player.probe.seed)
        try player.probe.requireSame(player.data, as: bytes, content.words, citing: rule)
      }
    default: return nil
    }
  }

  /// A line, and how the case ends if it does not hold.
  static func ending(_ line: FieldedLine) throws(CatalogueProblem) -> (FieldedLine, CaseEnd?) {
    let parts = line.split(", else ")
    guard parts.count > 1 else { return (line, nil) }
    return (parts[0], try end(parts[1].text, line))
  }
}

extension CasePlayer {
  /// Ends the case unless a condition holds: by a finding, or as a line says.
  mutating func require(
    _ holds: Bool, _ expected: String, _ received: String, citing rule: RequirementID? = nil,
    else end: CaseEnd?
  ) throws {
    guard !holds else { return }
    switch end {
    case .passed?: isOver = true
    case .skipped?: try probe.skip("not \(expected), but \(received)")
    case .unsupported?: throw CaseStop.unsupported("not \(expected), but \(received)")
    case nil: try probe.fail(expected, received, citing: rule)
    }
  }

  /// Reads a listing that was requested over a connection made by hand, and ends the case unless it is complete.
  func requireListing() async throws {
    let opening = try await connection.nextReply()
    try probe.require(
      opening.code.isPreliminary, "a listing, protected as PROT says", Probe.words(of: opening))
    let (bytes, trouble) = try await hand?.drain(within: probe.patience.data) ?? ([], nil)
    let final = try await connection.nextReply()
    try probe.require(
      (trouble == nil || trouble?.cause == .truncated) && final.code.kind == .completion,
      "a listing, protected as PROT says",
      trouble?.description ?? "\(bytes.count) bytes, and \(Probe.words(of: final))")
  }

  /// Contents with the names that they have in this run.
  func bytes(of content: CaseContent) async throws -> [UInt8] {
    let bytes = content.bytes(seed: probe.seed)
    return bytes.contains(UInt8(ascii: "{"))
      ? try await line(of: String(decoding: bytes, as: UTF8.self)) : bytes
  }

  /// Stores a file, and sends a command in the middle of it; other steps look at the reply, which may come first.
  ///
  /// The upload succeeds, unless the server may give it up: `opening` is its last reply.
  mutating func disturb(_ command: String, mayAbort: Bool) async throws {
    data = probe.bytes(2_000)
    let line = try await text(of: command)
    let transfer = try await probe.beginUpload("whole.bin", Array(data.prefix(1_000)))
    try await probe.write(line + "\r\n")
    // The command must arrive during the upload; a server may answer it there.
    var replies = [try await connection.earlyReply(within: probe.pause(3))].compactMap(\.self)
    // A server that gave up the transfer says so in its replies.
    try await transfer.offer(Array(data.dropFirst(1_000)))
    await transfer.close()
    while replies.count < 2 { replies.append(try await connection.nextReply()) }
    var end = replies.firstIndex { $0.code == 226 || $0.code == 250 }
    if mayAbort, end == nil, replies[0].code.isNegative { end = 0 }
    let codes = replies.map(\.code.description).joined(separator: " and ")
    let first = try probe.require(end, "226 to STOR with \(line) during the transfer", codes)
    (opening, last) = (replies[first], replies[1 - first])
  }

  /// Ends the case unless the file that was disturbed is whole.
  func requireIntact(_ name: String) async throws {
    let copy: CompletedTransfer
    do {
      copy = try await probe.download("RETR \(probe.directory ?? "")/\(name)", over: session)
    } catch is CaseStop {
      // Not every server knows absolute names.
      try await probe.prepare(.send("CWD \(probe.directory ?? "/")"), over: session)
      copy = try await probe.download("RETR \(name)", over: session)
    }
    try probe.requireSame(copy, as: data, "the \(data.count) bytes of \(name), as they were stored")
  }
}

extension CasePlayer {
  /// Ends the case unless the server has each of some commands, or each of those that FEAT lists.
  func require(_ commands: [String], ifListed: Bool) async throws {
    let labels = ifListed ? Set(try await probe.features().features.map { $0.label.uppercased() }) : []
    var lines: [String] = []
    for command in commands where !ifListed || labels.contains(Probe.verb(of: command).name) {
      // PORT cannot express every address.
      if command.contains("{PORT}"), try connection.localAddress.isIPv6 { continue }
      lines.append(String(decoding: try await line(of: command), as: UTF8.self))
    }
    if lines.isEmpty { throw CaseStop.unsupported("FEAT lists none of the commands that can be tried") }
    var missing: [String] = []
    for line in lines {
      let reply: Reply
      // Whether QUIT has a reply, another case says.
      do { reply = try await probe.observe(line) } catch FTPClientError.closedByServer where line == "QUIT" {
        break
      }
      if probe.facts.isAbsent(reply, to: line) { missing.append("\(Probe.words(of: reply)) to \(line)") }
    }
    if missing.isEmpty { return }
    let received = missing.joined(separator: ", ")
    guard ifListed else { try probe.fail("each of these commands", received) }
    let expected = "an answer other than 500 or 502 to what FEAT lists"
    throw CaseStop.broken(Finding("2389:3.2:feat-honest", expected: expected, received: received))
  }

  /// Warns if a letter says something else about a command than its reply does; an upload sends no data.
  mutating func compare(_ letter: String, in fact: String, with command: String) async throws {
    let verb = Probe.verb(of: command)
    let (reply, transfer) =
      verb.transfersData ? try await probe.startPassive(command) : (try await connection.send(command), nil)
    if !verb.sendsData { _ = try await transfer?.contents() }
    let final = try await transfer?.end() ?? reply
    last = final
    let works = final.code.kind == .completion || final.code == 350
    guard let rights = sights[fact], rights.items.contains(Array(letter.utf8)) != works else { return }
    probe.warn(
      works ? "perm with \(letter), since \(command) works" : "perm without \(letter)",
      works ? "perm with \(rights.words)" : "perm with \(rights.words), and \(command) is refused")
  }
}

extension HandMadeTransfer {
  /// What one can show, by the words for it.
  static let phrases: [String: @Sendable (HandMadeTransfer) -> Bool] = [
    "a transfer": { $0.isComplete }, "no transfer": { !$0.isComplete },
    "no data in clear": { !$0.broughtClearData }, "no 1yz before the refusal": { $0.opening == nil },
    "a close alert after the last byte": { $0.trouble == nil }, "a last reply": { $0.final != nil },
    "a transfer under TLS": { $0.isProtected },
    "no TLS before PROT": { transfer in
      transfer.opening == nil || transfer.trouble == nil || [521, 534].contains(transfer.final?.code)
    },
  ]
}
