import FTPConversation
import FTPProtocol

/// Finds out which needs are met, once and before the first case.
struct Survey: Sendable {
  let target: TestedServer
  let patience: Patience
  /// A unique name for the scratch folder.
  let scratchName: String
  /// The reason against a need that the user does not want to be met.
  static let leftOut = "left out on request"
  /// The name of the file that shows whether files can be stored and removed.
  ///
  /// The case that says what is wrong if they cannot uses the same name; otherwise, a fault that depends on the name
  /// would not be reported.
  static let fileName = "means.txt"

  /// Completes what is known about a server by trying what cases need; needs that no case has are not tried.
  func complete(_ facts: ServerFacts, for needs: Set<Need>) async -> ServerFacts {
    var facts = facts
    let isLoggedIn = facts.reasonAgainst(.login) == nil
    for need in needs where facts.reasonAgainst(need) == nil && (isLoggedIn || !need.isAfterLogin) {
      switch need {
      case .anonymous: facts.unmet[need] = await reason { try await logInAnonymously($0) }
      case .secondLogin:
        facts.unmet[need] = await reason { probe in
          try await probe.connect()
          try await probe.logIn()
          try await probe.logIn(over: try await probe.connect())
        }
      case .secured, .auth:
        guard target.security == .none else { break }
        facts.unmet[need] = await reason(needs: [.secured]) { probe in
          try await probe.connect()
          try await probe.logIn()
        }
      case .activeMode: facts.unmet[need] = await reasonAgainstActiveMode()
      case .scratch, .writeAccess:
        if facts.scratch == nil { await makeScratch(&facts) }
      default: break
      }
    }
    if isLoggedIn {
      facts.refusalOfStrangers = await refusalOfUnknown { _ in }
      // Where nothing can be written, this was not learned on the way.
      if facts.refusalOfUnknown == nil {
        facts.refusalOfUnknown = await refusalOfUnknown { probe in try await probe.logIn() }
      }
    }
    return facts
  }

  /// The reply to a command that exists nowhere, in a new session; nil if there is none.
  private func refusalOfUnknown(
    after steps: @escaping @Sendable (Probe) async throws -> Void
  ) async -> Reply? {
    let refusal = Guarded<Reply?>(nil)
    _ = await reason { probe in
      try await probe.connect()
      try await steps(probe)
      let reply = try await probe.send(ServerFacts.unknownVerb)
      refusal.withLock { $0 = reply }
    }
    return refusal.withLock { $0 }
  }

  private func logInAnonymously(_ probe: Probe) async throws {
    try await probe.connect()
    let reply = try await probe.ftp.walkLogin(.anonymous).reply
    try probe.expect(reply, .completion, to: "the anonymous login")
  }

  private func reasonAgainstActiveMode() async -> String? {
    switch target.active {
    case .yes: return nil
    case .no: return Self.leftOut
    case .auto:
      return await reason { probe in
        try await probe.connect()
        try await probe.logIn()
        let isIPv6 = try probe.ftp.peerAddress.isIPv6
        let transfer = try await probe.ftp.active(isIPv6 ? .eprt : .port, "LIST")
        _ = try await transfer.contents()
        try await transfer.end().expect(226, 250)
      }
    }
  }

  /// Creates the scratch folder, and a file in it.
  ///
  /// If the folder can be created but files cannot be stored and removed, cases that only need directories still run.
  private func makeScratch(_ facts: inout ServerFacts) async {
    guard !target.isReadOnly else {
      for need in [Need.scratch, .writeAccess] { facts.unmet[need] = Self.leftOut }
      return
    }
    var reasons: [String] = []
    // Guests may write only in certain places.
    for parent in target.scratch.map({ [$0] }) ?? [nil, "/incoming", "/upload", "/pub/incoming"] {
      let learned = Guarded(facts)
      let canTransfer = facts.reasonAgainst(.data) == nil
      let failure = await reason(
        with: facts, noting: { ending in learned.withLock { $0.staysAfterQuit = ending == .hung } }
      ) { probe in
        try await probe.connect()
        try await probe.logIn()
        if let parent { try await probe.send("CWD \(parent)", expecting: .completion) }
        let path = try PathReply.read(try await probe.send("PWD", expecting: .completion)).value.text
        let folder = (path.hasSuffix("/") ? path : path + "/") + scratchName
        try await probe.send("MKD \(folder)", expecting: .completion)
        let entered = try await probe.send("CWD \(folder)")
        // What cannot be entered is of no use, and must not stay.
        if entered.code.isNegative { try await probe.send("RMD \(folder)") }
        try probe.expect(entered, .completion, to: "CWD \(folder)")
        learned.withLock { $0.scratch = folder }
        // Without a data connection no case can store anything, but directories can still be created.
        guard canTransfer else { return }
        try await probe.upload("STOR \(Self.fileName)", "ftpraw")
        let name = "\(folder)/\(Self.fileName)"
        let found = try await probe.startPassive("RETR \(name)")
        if found.reply.code.isNegative { learned.withLock { $0.refusalFromRoot = found.reply } }
        _ = try await found.transfer?.contents()
        try await found.transfer?.end()
        if try await probe.send("DELE \(Self.fileName)").code.isNegative {
          // A server that removes what it has sent has a case of its own.
          try await probe.upload("STOR \(Self.fileName)", "ftpraw")
          try await probe.send("DELE \(Self.fileName)", expecting: .completion)
        }
        let refusal = try? await probe.send(ServerFacts.unknownVerb)
        learned.withLock { $0.refusalOfUnknown = refusal }
        try? await probe.tryNames { change in learned.withLock { change(&$0) } }
        let confusion = try? await probe.answerToJoinedLines()
        learned.withLock { $0.confusedReads = confusion }
      }
      facts = learned.withLock { $0 }
      guard let failure else { return }
      reasons.append((parent.map { "\($0): " } ?? "") + failure)
      if facts.scratch != nil { break }
    }
    let reason = reasons.first ?? "no folder is writable"
    facts.unmet[.writeAccess] = reason
    if facts.scratch == nil { facts.unmet[.scratch] = reason }
  }

  /// Why something cannot be done; nil if it can.
  private func reason(
    with facts: ServerFacts = ServerFacts(), needs: [Need] = [.login],
    noting note: (ConnectionEnding) -> Void = { _ in },
    _ steps: @escaping @Sendable (Probe) async throws -> Void
  ) async -> String? {
    let entry = ServerCase(
      "run/survey/need", "A need is met.", [], needs: needs, start: .unconnected, failsWith: [], steps: steps)
    let attempt = await entry.attemptPatiently(at: target, knowing: facts, patience: patience)
    note(attempt.ending)
    return attempt.verdict == .pass ? nil : attempt.obstacle ?? attempt.verdict.rawValue
  }
}

extension Probe {
  /// What a server answers to two commands in one segment, if it does not answer both; the session is out of step then.
  fileprivate func answerToJoinedLines() async throws -> String? {
    try await write("\(facts.harmless.verb)\r\nPWD\r\n")
    let first = try await ftp.nextReply(within: patience.closing)
    guard try await ftp.earlyReply(within: patience.closing) == nil else { return nil }
    return first.code == facts.harmless.code ? "a reply to the first only" : Self.words(of: first)
  }

  /// Learns whether NLST lists files by their names, and whether SIZE and MDTM tell a missing name.
  fileprivate func tryNames(_ learn: ((inout ServerFacts) -> Void) -> Void) async throws {
    for verb in ["SIZE", "MDTM"] where try await send("\(verb) no-such-file").code.kind == .completion {
      learn { $0.answersToMissing.append(verb) }
    }
    let names = ["one.txt", "two.txt"]
    for name in names { try await upload("STOR \(name)", "ftpraw") }
    let listed = try await listedNames().map { Escaping.ascii($0) }.sorted()
    // A name that is missing is for the cases; only a line that is no name makes NLST useless to them.
    if !listed.allSatisfy(names.contains) { learn { $0.unreadableNames = Self.list(listed) } }
    for name in names { try await send("DELE \(name)") }
  }
}
