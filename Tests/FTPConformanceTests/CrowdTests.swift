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
    /// The names of the cases in the order of their attempts, `!` after those that were calm.
    var log: [String] = []
    var mostWhenCalm = 0
    /// Whether the case that stalls the party runs, and what continues when it is over.
    var isStalling = false
    var hasStalled = false
    var stalled: [CheckedContinuation<Void, Never>] = []
  }

  let party = TestedParty(TestedServer(host: "192.0.2.1", port: 21), knowing: ServerFacts())
  let calmJobs: Int
  /// Whether a case that stalls it does so for those that run beside it later, too.
  let mayStall: Bool
  private let width: Int
  private let state = Mutex(State())

  init(width: Int, calmJobs: Int = 1, mayStall: Bool = false) {
    self.width = width
    self.calmJobs = calmJobs
    self.mayStall = mayStall
  }

  var log: [String] { state.withLock { $0.log } }
  var mostWhenCalm: Int { state.withLock { $0.mostWhenCalm } }

  func meet() async -> CaseAttempt { Self.attempt(.pass) }
  func look() async -> CaseAttempt { Self.attempt(await isStalled() ? .error : .pass) }
  func survey(_ needs: Set<Need>) async {}
  func reasonAgainst(_ need: Need) -> String? { nil }
  func tidyUp(jobs: Int) async -> [String] { [] }

  func attempt(_ entry: ServerCase, seed: UInt64, isCalm: Bool) async -> CaseAttempt {
    let slug = String(entry.id.slug)
    state.withLock { state in
      state.log.append(slug + (isCalm ? "!" : ""))
      state.running += 1
      if isCalm { state.mostWhenCalm = max(state.mostWhenCalm, state.running) }
    }
    if !isCalm { await meetTheOthers() }
    defer { state.withLock { $0.running -= 1 } }
    if mayStall, isCalm {
      if slug == "stalling" {
        await stall()
      } else if await isStalled() {
        return Self.attempt(.fail, isStalled: true)
      }
    }
    return switch slug {
    case "stalling": Self.attempt(.fail, isStalled: true)
    case "waiting": isCalm ? Self.attempt(.pass) : Self.attempt(.fail, isStalled: true)
    case "unready": isCalm ? Self.attempt(.pass) : Self.attempt(.error)
    case "pausing": Self.attempt(isCalm ? .fail : .pass, reliesOnPause: true)
    case "wrong": Self.attempt(.fail)
    case "odd": Self.attempt(isCalm ? .pass : .fail)
    default: Self.attempt(.pass)
    }
  }

  /// Serves no other case until one has to wait, the first time; later it runs alone.
  private func stall() async {
    let isFirst = state.withLock { state in
      state.isStalling = true
      defer { state.hasStalled = true }
      return !state.hasStalled
    }
    while isFirst, state.withLock({ $0.stalled.isEmpty }) { await Task.yield() }
    let waiting = state.withLock { state in
      state.isStalling = false
      defer { state.stalled = [] }
      return state.stalled
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits for the end of a stall; false if there is none.
  private func isStalled() async -> Bool {
    guard state.withLock({ $0.isStalling }) else { return false }
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.isStalling { state.stalled.append(continuation) }
        return !state.isStalling
      }
      if isOver { continuation.resume() }
    }
    return true
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

  /// An answer that is missing beside few others may be missing because of them, unless the party serves another meanwhile.
  @Test func amongFewItMayBeAnother() async {
    let cases = Self.cases.filter { ["stalling", "waiting"].contains($0.id.slug) }
    let runner = StalledRunner(width: cases.count, calmJobs: 2, mayStall: true)
    let report = await run(runner, cases)
    #expect(report.cases.map(\.verdict) == [.fail, .pass])
    #expect(runner.mostWhenCalm == 2)
    // Beside each other, and then each alone.
    #expect(runner.log.count >= 6)
    #expect(report.cases.allSatisfy { $0.attempts.last?.isAlone ?? false })
  }

  /// An attempt that began and ended in the second half of one that got nothing shows that the party did serve others.
  @Test(
    arguments: [
      (5...6, true, true), (5...6, false, false), (1...6, true, false), (5...8, true, true),
      (5...9, true, false),
    ] as [(ClosedRange<Int>, Bool, Bool)])
  func theOneBesideIsAWitness(time: ClosedRange<Int>, isServed: Bool, isWitness: Bool) {
    let zero = ContinuousClock.now
    var course = Course()
    let waiting = course.start(1, at: zero)
    let other = course.start(nil, at: zero + .seconds(time.lowerBound))
    #expect(course.isLooking && course.runningCases == 1)
    if time.upperBound <= 8 {
      _ = course.end(other, isServed: isServed, at: zero + .seconds(time.upperBound))
    }
    #expect(course.end(waiting, isServed: false, at: zero + .seconds(8)).wasServed == isWitness)
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
