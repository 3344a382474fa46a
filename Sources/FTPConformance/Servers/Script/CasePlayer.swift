import FTPClient
import FTPProtocol

/// Takes the steps of a case, one after the other, with what they remember.
struct CasePlayer {
  let probe: Probe
  /// The session in which the steps are taken; nil for the first.
  private var session: CaseConnection?
  private var second: CaseConnection?
  private var lines: (image: [UInt8], ascii: [UInt8])?
  private var last: Reply?
  private var views: [CaseView: (key: [UInt8], words: String)] = [:]

  init(_ probe: Probe) { self.probe = probe }

  /// Takes the steps.
  ///
  /// - Throws: What ends the case.
  mutating func play(_ steps: [CaseStep]) async throws {
    for step in steps { try await play(step) }
  }

  private mutating func play(_ step: CaseStep) async throws {
    switch step {
    case .preparation(let actions):
      for action in actions { try await probe.prepare(action, over: session) }
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
      let bytes = try await download(probe.filled(command), type: type, way)
      guard let content else { break }
      try probe.requireSame(bytes, as: content.bytes(seed: probe.seed), content.words)
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
    case .remember(let view):
      views[view] = try await probe.preparing(view.command) { try await look(view) }
    case .sameness(let view, let isWanted, let requirement):
      let now = try await probe.preparing(view.command) { try await look(view) }
      guard let before = views[view] else { throw CaseStop.impossible("\(view.words) was not remembered") }
      let wanted = isWanted ? before.words : "another answer to \(view.command) than \(before.words)"
      try probe.require((now.key == before.key) == isWanted, wanted, now.words, citing: requirement)
    case .textFile: lines = try await probe.linesByType()
    case .lines(let type, let name, let event):
      guard let lines else { throw CaseStop.impossible("lines.txt was not stored") }
      try await probe.requireLines(
        type == "A" ? lines.ascii : lines.image, type, after: event, named: probe.filled(name), over: session)
    case .names(let names, let event): try await probe.requireNames(names, after: event, over: session)
    case .feature(let line, let command): try await probe.expectFeature(line, of: command)
    case .write(let content): try await connection.write(content.bytes(seed: probe.seed))
    case .reply(let command, let expected):
      try check(try await connection.nextReply(), expected, to: command)
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
      try await play(reply.code.isNegative ? refused : accepted)
    case .secondSession: second = try await probe.neighbour()
    case .second(let steps):
      let first = session
      session = second
      defer { session = first }
      try await play(steps)
    case .compute(let body): try await body(probe)
    }
  }

  private var connection: CaseConnection { get throws { try session ?? probe.ftp } }

  @discardableResult
  private mutating func send(_ command: String, _ expected: ExpectedReply) async throws -> Reply {
    let command = probe.filled(command)
    let reply = try await connection.send(command)
    if expected.isOptional, !expected.patterns.contains(ReplyPattern(reply.code)) {
      try probe.skipUnsupported(reply, to: command)
      let isLoggedIn = try connection.judge.login == .loggedIn
      try probe.requirePresence(reply, of: String(command.prefix { $0 != " " }), isLoggedIn: isLoggedIn)
    }
    try check(reply, expected, to: command)
    return reply
  }

  private mutating func check(_ reply: Reply, _ expected: ExpectedReply, to command: String) throws {
    last = reply
    try probe.expect(
      reply, expected.patterns, tolerating: expected.tolerated, to: command, citing: expected.requirement)
    guard !expected.preferred.isEmpty, !expected.preferred.contains(where: { $0.matches(reply.code) }) else {
      return
    }
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

  /// How the server looks now, as bytes to compare and in words.
  private func look(_ view: CaseView) async throws -> (key: [UInt8], words: String) {
    switch view {
    case .directory:
      let path = try await probe.workingDirectory(over: session)
      return (path.path, path.text)
    case .reply(let command, let code):
      let reply = try await connection.send(command)
      try probe.expect(reply, ReplyPattern(code), to: command)
      return (Array(reply.text.utf8), Probe.words(of: reply))
    }
  }
}

extension CaseView {
  /// The command that shows it.
  var command: String {
    switch self {
    case .directory: "PWD"
    case .reply(let command, _): command
    }
  }
}
