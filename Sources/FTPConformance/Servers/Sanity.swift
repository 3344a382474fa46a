import FTPClient
import FTPConversation
import FTPProtocol

/// The steps before the first case and after the last: the tester connects, logs in, and tries to get a listing.
///
/// Without a login, no other verdict would mean anything.
final class Sanity: Sendable {
  private let learned = Guarded(ServerFacts())

  /// What was learned when ``entry`` was run.
  var facts: ServerFacts { learned.withLock { $0 } }

  /// The steps as a case, which is in no catalogue.
  var entry: ServerCase {
    ServerCase(
      "run/sanity/login-and-list", "The server can be reached, and the login works.",
      ["959:5.1:minimum-commands"], start: .unconnected, failsWith: []
    ) { probe in
      let ftp = try await probe.connect()
      self.note { [greeting = await ftp.client?.greeting] in $0.greeting = greeting }
      guard try await self.logIn(probe) else { return }
      try await self.measure(probe)
      try await self.ask(probe)
      try await self.list(probe)
    }
  }

  private func note(_ change: (inout ServerFacts) -> Void) { learned.withLock { change(&$0) } }

  /// Logs in, and returns whether a user is logged in then.
  ///
  /// A server that answers a good login with a code of another meaning is reported for that, and the cases that need a
  /// login are skipped.
  ///
  /// - Throws: If the login is refused, for which the server is not blamed.
  private func logIn(_ probe: Probe) async throws -> Bool {
    let verdict = try await probe.ftp.walkLogin(probe.target.login).reply
    if verdict.code.isNegative { try probe.expect(verdict, .completion, to: "the login") }
    // A login that took no password cannot be given a wrong one.
    let tookPassword = try probe.ftp.transcript.events.contains { event in
      if case .command(_, let judgement) = event.content { judgement?.command?.verb == .pass } else { false }
    }
    let words = "the login ended with \(Probe.words(of: verdict))"
    let witness = "(see rfc959/5.4/\(tookPassword ? "pass" : "user")-codes)"
    guard verdict.code.kind == .completion else {
      note { $0.unmet[.login] = "\(words) \(witness)" }
      return false
    }
    let answer = try await Self.answer(to: "PWD", probe)
    if let answer, answer.code == 530 {
      note { $0.unmet[.login] = "\(words), and PWD got \(Probe.words(of: answer)) \(witness)" }
      return false
    }
    try await probe.protectData(of: probe.ftp)
    let isIPv6 = try probe.ftp.peerAddress.isIPv6
    note { facts in
      if probe.target.security != .none { facts.unmet[.clear] = "the run is under TLS" }
      if probe.target.isAnonymous {
        facts.unmet[.password] = "the login is anonymous; a URL with user and password helps"
      } else if !tookPassword {
        facts.unmet[.password] = "the login needs no password: USER got \(verdict.code)"
      }
      facts.unmet[isIPv6 ? .ipv4 : .ipv6] = "the connection uses IPv\(isIPv6 ? 6 : 4)"
    }
    return true
  }

  private func measure(_ probe: Probe) async throws {
    var harmless = HarmlessCommand.noop
    if try await Self.answer(to: harmless.verb, probe)?.code.isNegative ?? true {
      let code = try await probe.send("PWD").code
      if code.kind == .completion { harmless = .pwd(code) }
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

  /// The reply to a command; nil if none comes in time.
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
      switch probe.target.security {
      case .explicit: break
      case .implicit: facts.unmet[.auth] = "the run is under TLS from the first byte"
      case .none where speaksTLS: break
      case .none: for need in [Need.secured, .auth] { facts.unmet[need] = "FEAT does not list AUTH TLS" }
      }
    }
  }

  /// Tries EPSV, then PASV; the cases use the first that works.
  ///
  /// If neither works, the run continues, because a conversation is still possible: the cases about data connections
  /// say what is wrong.
  private func list(_ probe: Probe) async throws {
    var failures: [String] = []
    attempts: for form in [AddressForm.epsv, .pasv] {
      // A server without LIST may have another listing.
      for command in ["LIST", "NLST", "MLSD"] {
        do {
          try await probe.download(command, type: "A", by: form)
          note { $0.passiveCommand = form }
          return
        } catch {
          try Self.endIfOver(error)
          if command == "LIST" { failures.append("\(form.passiveVerb): \(Self.words(of: error))") }
          // After a missing reply, a later one cannot be distinguished from it.
          if case FTPClientError.timedOut = error { break attempts }
          guard case FTPClientError.unexpectedReply(let reply, _, _) = error, Probe.isAbsent(reply) else {
            break
          }
        }
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
    let stop = error as? CaseStop
    return stop?.finding?.received ?? stop?.reason ?? "\(error)"
  }
}
