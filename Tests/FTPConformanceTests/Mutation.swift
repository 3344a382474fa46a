import FTPClient
import FTPConformance
import FTPMockServer
import FTPProtocol
import FTPTransport
import TestSupport
import Testing

/// One cell of the mutation table: a case, and the faults of the mock server with which it is run.
struct Mutation: Sendable {
  let entry: ServerCase
  /// The faults as in ``ConformanceCase/failsWith``: names joined by `+`; nil for a server without faults.
  let faults: String?

  /// All cases that can run on this machine.
  static let cases = CaseCatalogue.servers.filter { entry in
    (try? TLSSessions()) != nil || !entry.entry.needs.contains(.secured)
  }

  /// Each of them with each of the faults that it must find.
  static let all = cases.flatMap { entry in
    entry.entry.failsWith.map { Mutation(entry: entry, faults: $0) }
  }

  /// Whether an attempt has found the fault.
  static func isFound(by attempt: CaseAttempt) -> Bool {
    [.fail, .warn, .broken].contains(attempt.verdict)
  }

  /// Runs the case with its own server.
  ///
  /// With faults, it is run again with more and more time if it finds nothing: on a busy machine it may not get to the
  /// point where the fault shows.
  func attempt(under tls: ServerTLS? = nil) async throws -> CaseAttempt {
    guard faults != nil else { return try await attempt(.generous, under: tls) }
    var attempt = try await attempt(.short, under: tls)
    for seconds in [1, 10, 60] where !Self.isFound(by: attempt) {
      var patience = Patience.generous
      patience.quiet = .seconds(seconds)
      attempt = try await self.attempt(patience, under: tls)
    }
    return attempt
  }

  /// Runs the case once, with its own server.
  func attempt(
    _ patience: Patience, under tls: ServerTLS? = nil, with others: [Fault] = []
  ) async throws -> CaseAttempt {
    var configuration = MockServer.Configuration(timeouts: .patient, recording: nil)
    configuration.faults = try others + (faults?.split(separator: "+") ?? []).map { try Fault(String($0)) }
    let isAboutTLS = entry.entry.needs.contains(.secured)
    configuration.tls = try tls ?? (isAboutTLS ? ServerTLS(.explicit, for: ["127.0.0.1"]) : nil)
    return try await withMockServer(configuration) { server in
      var target = TestedServer(host: "127.0.0.1", port: server.port, login: Self.login)
      if let tls { target.security = tls.mode == .implicit ? .implicit : .explicit }
      target.tls.isInsecure = true
      let attempt = await entry.attempt(
        at: target, knowing: Self.facts, patience: patience, seed: 1,
        directory: "/mutation", isRecorded: true)
      await expectSame(attempt, target)
      return attempt
    }
  }

  /// Expects that the recording alone leads to the same result.
  private func expectSame(_ attempt: CaseAttempt, _ target: TestedServer) async {
    guard let again = await entry.attempt(judging: attempt, at: target, knowing: Self.facts) else {
      let words = attempt.words
      #expect(attempt.isBeyondRecording, "\(entry.id) × \(faults ?? "") is not recorded to its end: \(words)")
      return
    }
    let same =
      again.verdict == attempt.verdict && again.findings == attempt.findings && again.ending == attempt.ending
    #expect(
      same,
      "\(entry.id) × \(faults ?? ""): \(attempt.verdict) \(attempt.words), judged again: \(again.verdict) \(again.words)"
    )
    for (old, new) in zip(attempt.conversations, again.conversations) {
      let events = [old, new].map { $0.transcript.events.map(\.json.text) }
      #expect(events[0] == events[1], "\(entry.id) × \(faults ?? "")")
      #expect(old.faults == new.faults, "\(entry.id) × \(faults ?? "")")
    }
  }

  /// The default user of the mock server.
  static let login = Credentials("ftpraw", password: "secret")

  /// The facts about a server without faults.
  static let facts: ServerFacts = {
    var facts = ServerFacts()
    facts.features = FeatureList(
      ["AUTH", "EPRT", "EPSV", "HOST", "MDTM", "MLST", "REST STREAM", "SIZE", "UTF8"].map { .init($0) })
    facts.scratch = "/"
    return facts
  }()
}

extension MockServer.Timeouts {
  /// For clients that must wait for their turn.
  static let patient = Self(idle: .patience, dataConnection: .patience, dataIdle: .patience, reply: .patience)
}

extension Patience {
  /// For replies that must come, on a machine that may be busy.
  static let generous: Patience = {
    var patience = Patience()
    (patience.connecting, patience.reply, patience.data) = (.patience, .patience, .patience)
    (patience.refusal, patience.closing, patience.wholeCase) = (.patience, .patience, .patience)
    return patience
  }()

  /// For replies that will not come.
  static let short: Patience = {
    var patience = Patience()
    (patience.connecting, patience.reply, patience.data) = (
      .milliseconds(300), .milliseconds(300), .milliseconds(300)
    )
    patience.closing = .milliseconds(100)
    return patience
  }()
}

/// Calls `body` for each element, several at a time, and returns the results in order.
func inParallel<Element: Sendable, Value: Sendable>(
  _ elements: [Element], width: Int = 8, _ body: @escaping @Sendable (Element) async throws -> Value
) async throws -> [Value] {
  try await withThrowingTaskGroup(of: (Int, Value).self) { group in
    var values: [Int: Value] = [:]
    for (index, element) in elements.enumerated() {
      if index >= width, let (place, value) = try await group.next() { values[place] = value }
      group.addTask { (index, try await QueueingTrait.inTurn { try await body(element) }) }
    }
    for try await (place, value) in group { values[place] = value }
    return values.sorted { $0.key < $1.key }.map(\.value)
  }
}
