import FTPConversation
import FTPProtocol
import FTPTransport
import TestSupport
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite(
  "Every reply to every command in every state is one that its verb may get", .alsoUnderToyLayer, .serialized,
  .endsWhenItHangs)
struct EveryReplyTests {
  /// Where the files are, and how the server is reached.
  enum Place: String, CaseIterable, Sendable {
    case memory, folder, readOnlyFolder, overIPv6
  }

  /// The codes outside the lists of the RFCs that the verb table allows the server: 530 for what needs a login (RFC
  /// 959, section 4.2), 503 for what is out of order, and 550 for missing names.
  private static func isServed(_ code: ReplyCode, to verb: String) -> Bool {
    VerbTable.rows.contains { row in
      (row.verb.name == verb || row.verb.name.hasPrefix(verb + " "))
        && row.replies.contains { $0.code == code && $0.isServed }
    }
  }

  /// Every verb that the server supports, every verb of an RFC that it does not support, and some that do not exist.
  private static let verbs: [String] = {
    let known = HandlerRegistry.obedient.handlers.map(\.verb.name)
    let standard = CommandReplies.verbs.map(\.name).filter { $0.allSatisfy(\.isLetter) }
    let all = known + standard + ["XYZZY", "RET", "(connect)", "EPSV_ALL"]
    return all.enumerated().filter { index, verb in all.firstIndex(of: verb) == index }.map(\.element)
  }()

  private static var configuration: MockServer.Configuration {
    MockServer.Configuration(
      users: SessionState.users, timeouts: .init(dataConnection: .milliseconds(1)),
      limits: .init(loginAttempts: 10_000),
      recording: RecordingLimits(events: 100_000, totalBytes: 1 << 27))
  }

  private static func withServer(_ place: Place, _ body: (MockServer) throws -> Void) throws {
    var configuration = configuration
    switch place {
    case .memory: try withMockServer(configuration, body)
    case .overIPv6:
      configuration.addresses = [.loopbackIPv6(port: 0)]
      try withMockServer(configuration, body)
    case .folder, .readOnlyFolder:
      try SharedFolder.with { folder in
        configuration.folder = try ServedFolder(folder.inside, isReadOnly: place == .readOnlyFolder)
        try withMockServer(configuration, body)
      }
    }
  }

  @Test(arguments: SessionState.allCases)
  func inEveryState(state: SessionState) async throws {
    let problems = try await BlockingThread.run { try Self.problems(.memory, state, TriedArguments.basic) }
    #expect(problems == [])
  }

  @Test(arguments: Place.allCases)
  func withManyArguments(place: Place) async throws {
    let more = place == .memory || place == .folder ? TriedArguments.more : TriedArguments.addresses
    let problems = try await BlockingThread.run {
      try Self.problems(place, .loggedIn, TriedArguments.basic + more)
    }
    #expect(problems == [])
  }

  /// The arguments for a verb: all of them, or one in twelve, beginning at another place for each verb, so that every
  /// verb and every argument is tried.
  private static func sample(_ arguments: [String?], _ number: Int) -> [String?] {
    guard !Thoroughness.isWhole else { return arguments }
    return stride(from: number % min(12, arguments.count), to: arguments.count, by: 12).map { arguments[$0] }
  }

  /// What the judge finds against the server when every verb is tried with these arguments.
  ///
  /// Callers must run this on their own thread: it takes long, and other tests need the threads of the pool.
  private static func problems(
    _ place: Place, _ state: SessionState, _ arguments: [String?]
  ) throws -> [String] {
    var problems: [String] = []
    for (number, verb) in verbs.enumerated() {
      let arguments = sample(arguments, number)
      try withServer(place) { server in
        let rounds = verb == "QUIT" ? arguments.map { [$0] } : [arguments]
        for round in rounds where try !tryOut(verb, round, state, server) {
          problems.append("\(verb): the session did not end with 221")
        }
        let found = Set(server.verdicts.filter { $0.party != .client && !isEcho($0) })
        problems += found.map { "\(verb): \($0)" }
        let transcripts = server.transcripts
        if transcripts.contains(where: { $0.omittedEvents > 0 }) {
          problems.append("\(verb): not all was kept")
        }
        for (verb, code) in transcripts.flatMap(\.events).compactMap(practice)
        where !isServed(code, to: verb) {
          problems.append("\(verb): \(code) is in no RFC for it")
        }
      }
    }
    return problems
  }

  /// Tries a verb with arguments, each in the given state, all in one session, because REIN is as good as a new
  /// session.
  ///
  /// - Returns: false if the session does not end as expected.
  private static func tryOut(
    _ verb: String, _ arguments: [String?], _ state: SessionState, _ server: MockServer
  ) throws -> Bool {
    var client = try TestClient(server.address)
    for argument in arguments {
      let line = argument.map { "\(verb) \($0)" } ?? verb
      try client.write((["REIN"] + state.commands + [line, "NOOP"]).map { $0 + "\r\n" }.joined())
      if verb == "QUIT" { continue }
      // The answer to NOOP shows that the session is in step.
      while try client.reply().text != "NOOP ok." {}
    }
    if verb != "QUIT" { try client.write("QUIT\r\n") }
    return try client.rest().last?.code == 221
  }

  /// Whether the server only repeated a name that is not UTF-8.
  private static func isEcho(_ verdict: Verdict) -> Bool { verdict.requirement == "2640:3.1:utf8-replies" }

  private static func practice(_ event: ConversationEvent) -> (String, ReplyCode)? {
    guard case .reply(let reply, _, let judgement) = event.content, let command = judgement.command,
      judgement.facts.contains(.practice(reply.code))
    else { return nil }
    return (command.verb.name, reply.code)
  }
}
