import FTPClient
import FTPConversation
import FTPProtocol

/// Finds out, once and before the first case, which needs are met.
struct Survey: Sendable {
  let target: TestedServer
  let patience: Patience
  /// A unique name for the scratch folder.
  let scratchName: String
  /// Why a need is not met that the user does not want to be met.
  static let leftOut = "left out on request"
  /// What the file is called that shows whether files come and go.
  ///
  /// The case that says what is wrong where they do not uses the same name, or a fault that depends on the name would
  /// go untold.
  static let fileName = "means.txt"

  /// Completes what is known of a server by trying what cases need; what no case needs is not tried.
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
    return facts
  }

  private func logInAnonymously(_ probe: Probe) async throws {
    try await probe.connect()
    let (reply, _) = try await probe.ftp.walkLogin(.anonymous)
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
        _ = try await transfer.readWhatComes(limit: 64 << 20)
        try await transfer.end().expect(226, 250)
      }
    }
  }

  /// Makes the scratch folder, and a file in it.
  ///
  /// Where the folder can be made and files do not come and go as they should, directories can be had anyway.
  private func makeScratch(_ facts: inout ServerFacts) async {
    guard !target.isReadOnly else {
      for need in [Need.scratch, .writeAccess] { facts.unmet[need] = Self.leftOut }
      return
    }
    var reasons: [String] = []
    // Guests may write in certain places only.
    for parent in target.scratch.map({ [$0] }) ?? [nil, "/incoming", "/upload", "/pub/incoming"] {
      let made = Guarded<String?>(nil)
      let canTransfer = facts.reasonAgainst(.data) == nil
      let failure = await reason(with: facts) { probe in
        try await probe.connect()
        try await probe.logIn()
        if let parent { try await probe.send("CWD \(parent)", expecting: .completion) }
        let path = try PathReply.read(try await probe.send("PWD", expecting: 257)).value.text
        let folder = (path.hasSuffix("/") ? path : path + "/") + scratchName
        try await probe.send("MKD \(folder)", expecting: .completion)
        made.withLock { $0 = folder }
        try await probe.send("CWD \(folder)", expecting: .completion)
        // Without a data connection no case can store anything, but directories can be made anyway.
        guard canTransfer else { return }
        try await probe.upload("STOR \(Self.fileName)", "ftpraw")
        try await probe.send("DELE \(Self.fileName)", expecting: .completion)
      }
      facts.scratch = made.withLock { $0 }
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
    _ steps: @escaping @Sendable (Probe) async throws -> Void
  ) async -> String? {
    let entry = ServerCase(
      "run/survey/need", "A need is met.", [], needs: needs, start: .unconnected, failsWith: [], steps: steps)
    let attempt = await entry.attemptPatiently(at: target, knowing: facts, patience: patience)
    guard attempt.verdict != .pass else { return nil }
    let finding = attempt.findings.first.map { "expected \($0.expected), received \($0.received)" }
    return attempt.reason ?? finding ?? attempt.verdict.rawValue
  }
}
