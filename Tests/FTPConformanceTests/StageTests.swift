import FTPClient
import FTPConversation
import FTPMockServer
import FTPProtocol
import TestSupport
import Testing

@testable import FTPConformance

/// A party that bans clients, dies or never has room once a certain case was attempted, and records the calls that it
/// gets.
private final class FickleRunner: CaseRunner {
  enum End: Sendable { case ban, death, crowd }

  struct State {
    var log: [String] = []
    var isOver = false
  }

  let party = TestedParty(TestedServer(host: "192.0.2.1", port: 21), knowing: ServerFacts())
  private let trigger: CaseID
  private let end: End
  private let state = Guarded(State())

  init(endsAt trigger: CaseID, by end: End) {
    self.trigger = trigger
    self.end = end
  }

  var log: [String] { state.withLock { $0.log } }

  func meet() async -> CaseAttempt { look(.pass) }
  func survey(_ needs: Set<Need>) async {}
  func reasonAgainst(_ need: Need) -> String? { nil }
  func leavesTraces(_ entry: ServerCase) -> Bool { entry.changesServer }

  func attempt(_ entry: ServerCase, seed: UInt64, isCalm: Bool) async -> CaseAttempt {
    let isOver = state.withLock { state in
      state.log.append(String(entry.id.rawValue.split(separator: "/").last ?? ""))
      defer { if entry.id == trigger, end != .crowd { state.isOver = true } }
      return state.isOver
    }
    if entry.id == trigger, end == .crowd { return look(.error, isCrowdedOut: true) }
    guard isOver || (entry.id == trigger && end == .death) else { return look(.pass) }
    return isOver ? look(.error) : look(.fail)
  }

  func look() async -> CaseAttempt { look(state.withLock { $0.isOver } ? .fail : .pass) }

  func tidyUp(jobs: Int) async -> [String] {
    state.withLock { state in
      state.log.append("tidy")
      return state.isOver ? ["/left"] : []
    }
  }

  private func look(_ verdict: CaseVerdict, isCrowdedOut: Bool = false) -> CaseAttempt {
    let recorder = ConversationRecorder(limits: RecordingLimits()) { .zero }
    if end == .ban || verdict == .pass { recorder.reply(Reply(220, "Ready.")) }
    let rule: RequirementID = "959:4.2:every-command-answered"
    let closed = Verdict(rule, by: .server, expected: "a reply to NOOP", received: "the close")
    let conversation = CaseAttempt.Conversation(
      recorder.transcript, verdicts: verdict == .fail && end == .death ? [closed] : [], against: .server)
    let finding = Finding(rule, expected: "a login", received: "530 Banned.")
    return CaseAttempt(
      verdict: verdict, reason: nil, findings: verdict == .fail ? [finding] : [],
      conversations: [conversation], ending: .clean, duration: .zero, isCrowdedOut: isCrowdedOut)
  }
}

@Suite("Provocative cases come last, and a party that leaves meanwhile is blamed for nothing else", .queueing)
struct StageTests {
  private static func entry(
    _ slug: String, needs: [Need] = [.login], scope: ConformanceCase.Scope = .own, provokes: Bool = false
  ) -> ServerCase {
    ServerCase(
      CaseID(rawValue: "test/1/\(slug)"), "It does.", ["959:4.2:every-command-answered"], needs: needs,
      scope: scope, failsWith: [],
      traffic: provokes ? .provoking : .fair
    ) { _ in }
  }

  private static let cases = [
    entry("wrong-password", provokes: true), entry("odd-names", needs: [.writeAccess], provokes: true),
    entry("fair"),
    entry("other-password", provokes: true),
  ]

  private func run(_ runner: FickleRunner, _ cases: [ServerCase] = cases) async -> RunReport {
    var options = RunOptions()
    options.jobs = 1
    options.timeoutScale = 0.001
    return await CaseRun(runner: runner, cases: cases, options: options) { _ in }.run()
  }

  @Test func theFolderIsRemovedBeforeAnybodyIsRefused() async {
    let runner = FickleRunner(endsAt: "test/1/wrong-password", by: .ban)
    let report = await run(runner)
    #expect(runner.log.prefix(4) == ["fair", "odd-names", "tidy", "wrong-password"])
    #expect(report.leftovers == [])
    // A server that defends itself has not failed: cases that could not be tried are skipped.
    #expect(report.problem == nil)
    #expect(report.cases.map(\.verdict) == [.pass, .pass, .pass, .skipped])
    #expect(
      report.cases[3].reason
        == "the server has refused every client since: expected a login, received 530 Banned.")
  }

  @Test func whatWasUnderWayWhenThePartyWentIsAnError() async {
    let runner = FickleRunner(endsAt: "test/1/fair", by: .death)
    let report = await run(runner)
    #expect(report.problem == "expected a login, received 530 Banned.")
    #expect(report.cases.map(\.verdict) == [.skipped, .skipped, .error, .skipped])
    #expect(report.cases[2].reason?.hasPrefix("the server became unusable during this case: ") == true)
  }

  @Test func whatWasUnderWayThenIsSeenByNoOtherCase() async {
    let watcher = Self.entry("watching", scope: .everything)
    let report = await run(FickleRunner(endsAt: "test/1/fair", by: .death), [watcher] + Self.cases)
    #expect(report.cases.first { $0.entry.id == watcher.id }?.verdict == .pass)
  }

  /// A server with room for one session, but not for those that a case needs, can still run the other cases.
  @Test func aCaseThatNeverFindsRoomEndsNothingElse() async {
    let report = await run(FickleRunner(endsAt: "test/1/fair", by: .crowd))
    #expect(report.problem == nil)
    #expect(report.cases.map(\.verdict) == [.pass, .pass, .error, .pass])
  }

  /// A login that worked before and is refused now says nothing about the requirement of a case.
  @Test func aLoginThatIsRefusedNowIsNotAFinding() async throws {
    var configuration = MockServer.Configuration()
    configuration.script = try Script(parsing: #"USER * -> 530 "Go away.""#)
    let server = try MockServer.start(configuration)
    defer { server.stop() }
    let target = TestedServer(host: "127.0.0.1", port: server.port, login: Mutation.login)
    let entry = ServerCase(
      "test/1/login", "It does.", ["959:5.4:pass-codes"], needs: [], failsWith: []
    ) { try await $0.logIn() }
    var facts = Mutation.facts
    // How the session ends does not matter here.
    var patience = Patience.generous
    patience.closing = .milliseconds(100)
    #expect(await entry.attempt(at: target, knowing: facts, patience: patience).verdict == .warn)
    facts.greeting = Reply(220, "Ready.")
    let attempt = await entry.attempt(at: target, knowing: facts, patience: patience)
    #expect(attempt.verdict == .error && attempt.findings == [], "\(attempt.words)")
    #expect(!attempt.isCrowdedOut)
  }

  /// If few sessions are allowed, one that is about to end still counts.
  @Test func aSecondLoginThatIsRefusedIsWorthAnotherAttempt() async throws {
    var configuration = MockServer.Configuration()
    configuration.script = try Script(parsing: #"USER * -> 530 "Two are enough.""#)
    let server = try MockServer.start(configuration)
    defer { server.stop() }
    let target = TestedServer(host: "127.0.0.1", port: server.port, login: Mutation.login)
    let entry = ServerCase(
      "test/1/second", "It does.", ["959:5.4:pass-codes"], needs: [], failsWith: []
    ) { probe in try await probe.logIn(over: try await probe.connect()) }
    var facts = Mutation.facts
    facts.greeting = Reply(220, "Ready.")
    var patience = Patience.generous
    patience.closing = .milliseconds(100)
    let attempt = await entry.attempt(at: target, knowing: facts, patience: patience)
    #expect(attempt.verdict == .error && attempt.isCrowdedOut && attempt.findings == [], "\(attempt.words)")
  }

  @Test(arguments: ["greeting-code=530", "greeting-closed"])
  func aGreetingThatRefusesIsNotAccused(fault: String) async throws {
    var configuration = MockServer.Configuration()
    configuration.faults = [try Fault(fault)]
    let server = try MockServer.start(configuration)
    defer { server.stop() }
    let target = TestedServer(host: "127.0.0.1", port: server.port, login: Mutation.login)
    let entry = try #require(CaseCatalogue.servers.first { $0.id == "rfc959/5.4/greeting" })
    var facts = Mutation.facts
    #expect(await entry.attempt(at: target, knowing: facts, patience: .generous).verdict == .fail)
    facts.greeting = Reply(220, "Ready.")
    let attempt = await entry.attempt(at: target, knowing: facts, patience: .generous)
    #expect(attempt.verdict == .error && attempt.isCrowdedOut && attempt.findings == [], "\(attempt.words)")
  }
}
