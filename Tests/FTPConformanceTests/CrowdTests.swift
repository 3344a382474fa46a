import FTPConversation
import FTPProtocol
import Synchronization
import TestSupport
import Testing

@testable import FTPConformance

/// A party that one case stalls for all that run at the same time; every case runs until all of the first round do.
private final class StalledRunner: CaseRunner {
  struct State {
    var running = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// The names of the cases in the order of their attempts, `!` after those that were alone.
    var log: [String] = []
    var mostWhenCalm = 0
  }

  let party = TestedParty(TestedServer(host: "192.0.2.1", port: 21), knowing: ServerFacts())
  private let width: Int
  private let state = Mutex(State())

  init(width: Int) { self.width = width }

  var log: [String] { state.withLock { $0.log } }
  var mostWhenCalm: Int { state.withLock { $0.mostWhenCalm } }

  func meet() async -> CaseAttempt { Self.attempt(.pass) }
  func look() async -> CaseAttempt { Self.attempt(.pass) }
  func survey(_ needs: Set<Need>) async {}
  func reasonAgainst(_ need: Need) -> String? { nil }
  func tidyUp(jobs: Int) async -> [String] { [] }

  func attempt(_ entry: ServerCase, seed: UInt64, isAlone: Bool) async -> CaseAttempt {
    let slug = String(entry.id.slug)
    state.withLock { state in
      state.log.append(slug + (isAlone ? "!" : ""))
      state.running += 1
      if isAlone { state.mostWhenCalm = max(state.mostWhenCalm, state.running) }
    }
    if !isAlone { await meetTheOthers() }
    defer { state.withLock { $0.running -= 1 } }
    return switch slug {
    case "stalling": Self.attempt(.fail, isStalled: true)
    case "waiting": isAlone ? Self.attempt(.pass) : Self.attempt(.fail, isStalled: true)
    case "unready": isAlone ? Self.attempt(.pass) : Self.attempt(.error)
    case "pausing": Self.attempt(isAlone ? .fail : .pass, reliesOnPause: true)
    case "wrong": Self.attempt(.fail)
    case "odd": Self.attempt(isAlone ? .pass : .fail)
    default: Self.attempt(.pass)
    }
  }

  private func meetTheOthers() async {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state -> [CheckedContinuation<Void, Never>] in
        state.waiting.append(continuation)
        guard state.waiting.count == width else { return [] }
        defer { state.waiting = [] }
        return state.waiting
      }
      for continuation in ready { continuation.resume() }
    }
  }

  private static func attempt(
    _ verdict: CaseVerdict, isStalled: Bool = false, reliesOnPause: Bool = false
  ) -> CaseAttempt {
    let finding = Finding("959:4.2:every-command-answered", expected: "a reply", received: "none")
    let missing = Verdict(finding.requirement, by: .server, expected: "a reply", received: "none")
    let conversation = CaseAttempt.Conversation(
      ConversationRecorder(limits: RecordingLimits()) { .zero }.transcript,
      verdicts: isStalled ? [missing] : [], against: .server)
    var attempt = CaseAttempt(
      verdict: verdict, reason: verdict == .error ? "before the first step: no greeting" : nil,
      findings: verdict == .fail ? [finding] : [], conversations: [conversation], ending: .clean,
      duration: isStalled ? .seconds(4) : .zero)
    attempt.isStalled = isStalled
    attempt.reliesOnPause = reliesOnPause
    return attempt
  }
}

@Suite("A case that stalls the party is blamed for it, and the others are not", .endsWhenItHangs)
struct CrowdTests {
  private static let slugs = ["stalling", "waiting", "unready", "pausing", "wrong", "odd", "fine"]
  private static let cases = slugs.map { slug in
    ServerCase(
      CaseID(rawValue: "test/1/\(slug)"), "It does.", ["959:4.2:every-command-answered"], failsWith: []
    ) { _ in }
  }

  private func run(
    _ runner: StalledRunner, _ cases: [ServerCase] = cases, _ change: (inout RunOptions) -> Void = { _ in }
  ) async -> RunReport {
    var options = RunOptions()
    options.jobs = cases.count
    options.timeoutScale = 0.001
    change(&options)
    return await CaseRun(runner: runner, cases: cases, options: options) { _ in }.run()
  }

  @Test func whoIsToBlame() async throws {
    let runner = StalledRunner(width: Self.cases.count)
    let report = await run(runner)
    #expect(report.cases.map(\.verdict) == [.fail, .pass, .pass, .fail, .fail, .flaky, .pass])
    #expect(report.cases.map(\.attempts.count) == [2, 3, 3, 3, 3, 3, 1])
    #expect(Set(runner.log.prefix(Self.cases.count)) == Set(Self.slugs))
    #expect(runner.log.dropFirst(Self.cases.count).allSatisfy { $0.hasSuffix("!") })
    #expect(runner.mostWhenCalm == 1)
    let culprit = try #require(report.cases[0].reason)
    #expect(
      culprit == "meanwhile these got no answer in time, but did when they ran alone: test/1/waiting")
    let excuse = try #require(report.cases[1].reason)
    #expect(
      excuse.hasPrefix(
        "repeated alone, because beside other cases: expected a reply; received none, while these ran: ")
        && excuse.contains("test/1/stalling") && !excuse.contains("test/1/waiting"))
  }

  /// A case about all traffic does not see what another missed only because it was stalled.
  @Test func noWatcherBlamesTheServerForIt() async {
    let watcher = ServerCase(
      "test/1/watching", "It does.", ["959:4.2:every-command-answered"], scope: .everything, failsWith: []
    ) { _ in }
    let cases = [watcher] + Self.cases.filter { ["waiting", "fine"].contains($0.id.slug) }
    let report = await run(StalledRunner(width: 3), cases)
    #expect(report.cases.map(\.verdict) == [.pass, .pass, .pass])
    let guilty = await run(StalledRunner(width: 2), [watcher] + Self.cases.prefix(1))
    #expect(guilty.cases.map(\.verdict) == [.fail, .fail])
  }

  /// What is better than listed is only believed alone.
  @Test func aSurprisingPassIsRepeated() async {
    let runner = StalledRunner(width: Self.cases.count)
    let report = await run(runner) { options in
      options.baseline = BaselineComparison(
        Baseline([.init("test/1/fine", .fail), .init("test/1/waiting", .warn)]), name: "x",
        on: CalendarDate(.init(seconds: 0)),
        cases: Self.cases.map(\.entry))
    }
    #expect(runner.log.filter { $0.hasPrefix("fine") } == ["fine", "fine!", "fine!"])
    #expect(report.cases(.unexpectedPass).map(\.entry.id.slug) == ["fine"])
    #expect(report.cases(.known).map(\.entry.id.slug) == ["waiting"])
  }

  /// The first failure ends the run, but not before it is certain.
  @Test func failFastWaitsForCertainty() async {
    let runner = StalledRunner(width: 1)
    let report = await run(runner) { options in
      options.jobs = 2
      options.failsFast = true
      options.seed = nil
    }
    #expect(report.cases.first?.verdict == .fail && report.cases.last?.verdict == .skipped)
    #expect(report.cases.filter { $0.verdict == .fail }.count == 1)
  }

  @Test func oneAtATimeIsAlone() async {
    let runner = StalledRunner(width: 1)
    let report = await run(runner) { $0.jobs = 1 }
    #expect(runner.log.allSatisfy { $0.hasSuffix("!") })
    #expect(report.cases.map(\.verdict) == [.fail, .pass, .pass, .fail, .fail, .pass, .pass])
  }
}
