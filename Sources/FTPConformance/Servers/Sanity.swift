import FTPClient
import FTPConversation
import FTPProtocol

/// What is done before the first case and after the last: the server is reached, somebody logs in, and it is seen whether
/// something can be listed. Without the login no other verdict would mean anything.
final class Sanity: Sendable {
  private let learned = Guarded(ServerFacts())

  /// What was learned by running ``entry``.
  var facts: ServerFacts { learned.withLock { $0 } }

  /// As a case, which is in no catalogue.
  var entry: ServerCase {
    ServerCase(
      "run/sanity/login-and-list", "The server is reached, somebody logs in, and something is listed.",
      ["959:5.1:minimum-commands"], start: .unconnected, failsWith: []
    ) { probe in
      let ftp = try await probe.connect()
      self.note { [greeting = await ftp.greeting] in $0.greeting = greeting }
      try await self.logIn(probe)
      try await self.measure(probe)
      try await self.ask(probe)
      try await self.list(probe)
    }
  }

  private func note(_ change: (inout ServerFacts) -> Void) { learned.withLock { change(&$0) } }

  private func logIn(_ probe: Probe) async throws {
    let verdict = try await probe.logIn()
    let isIPv6 = try probe.ftp.peerAddress.isIPv6
    // A login that took no password cannot be given a wrong one.
    let tookPassword = try probe.ftp.transcript.events.contains { event in
      if case .command(_, let judgement) = event.content { judgement?.command?.verb == .pass } else { false }
    }
    note { facts in
      if probe.target.isAnonymous {
        facts.unmet[.password] = "the login is anonymous; a URL with user and password helps"
      } else if !tookPassword {
        facts.unmet[.password] = "the login takes no password: USER was answered \(verdict.code)"
      }
      facts.unmet[isIPv6 ? .ipv4 : .ipv6] = "the connection uses IPv\(isIPv6 ? 6 : 4)"
    }
  }

  private func measure(_ probe: Probe) async throws {
    var harmless = HarmlessCommand.noop
    if try await Self.isRefused(harmless.verb, probe),
      try await probe.send(HarmlessCommand.pwd.verb).code == HarmlessCommand.pwd.code
    {
      harmless = .pwd
    }
    note { [harmless] in $0.harmless = harmless }
    var times: [Duration] = []
    for _ in 0..<5 {
      let start = ContinuousClock.now
      try await probe.send(harmless.verb)
      times.append(start.duration(to: .now))
    }
    note { $0.roundTrip = times.sorted()[times.count / 2] }
  }

  /// Whether a command is refused, or not answered at all.
  private static func isRefused(_ command: String, _ probe: Probe) async throws -> Bool {
    try await answer(to: command, probe)?.code.isNegative ?? true
  }

  /// The reply to a command; nil where none comes in time.
  private static func answer(to command: String, _ probe: Probe) async throws -> Reply? {
    do { return try await probe.send(command) } catch FTPClientError.timedOut { return nil }
  }

  private func ask(_ probe: Probe) async throws {
    let system = try await Self.answer(to: "SYST", probe)
    let features = try await Self.answer(to: "FEAT", probe)
    note { facts in
      facts.system = system
      facts.featureReply = features
      if let features, features.code == 211, let list = try? FeatureList.read(features).value {
        facts.features = list
      }
      let speaksTLS = facts.features.all("AUTH").contains { $0.parameters.uppercased().contains("TLS") }
      if !speaksTLS { facts.unmet[.tls] = "FEAT does not list AUTH TLS" }
    }
  }

  /// EPSV and PASV in this order; the first that works is what the cases use.
  ///
  /// Where neither does, a conversation is possible all the same: the cases about data connections say what is wrong.
  private func list(_ probe: Probe) async throws {
    var failures: [String] = []
    for form in [AddressForm.epsv, .pasv] {
      do {
        try await probe.download("LIST", type: "A", by: form)
        note { $0.passiveCommand = form }
        return
      } catch {
        try Self.endIfOver(error)
        failures.append("\(form.passiveVerb): \(Self.words(of: error))")
      }
    }
    note { [failures] in $0.unmet[.data] = failures.joined(separator: "; ") }
  }

  private static func endIfOver(_ error: any Error) throws {
    switch error {
    case FTPClientError.closedByServer, FTPClientError.notConnected: throw error
    default: return
    }
  }

  static func words(of error: any Error) -> String {
    switch error {
    case CaseStop.found(let finding), CaseStop.broken(let finding): finding.received
    case CaseStop.impossible(let reason), CaseStop.unsupported(let reason), CaseStop.skipped(let reason),
      CaseStop.crowdedOut(let reason):
      reason
    default: "\(error)"
    }
  }
}
