import FTPConformance
import FTPMockServer
import FTPProtocol
import FTPTransport
import Synchronization
import TestSupport
import Testing

@Suite(
  "A run distinguishes flaky from failed cases, watches all traffic, and leaves the server unchanged",
  .queueing)
struct RunTests {
  private func run(
    _ cases: [ServerCase], watchers: [ServerCase]? = nil, faults: [String] = [],
    options: RunOptions = RunOptions(),
    configure: (inout MockServer.Configuration) -> Void = { _ in },
    then look: (MockServer) -> Void = { _ in }
  ) async throws -> RunReport {
    var configuration = MockServer.Configuration()
    configuration.faults = try faults.map { try Fault($0) }
    configure(&configuration)
    let server = try MockServer.start(configuration)
    defer { server.stop() }
    let target = TestedServer(host: "127.0.0.1", port: server.port, login: Mutation.login)
    var options = options
    // The machine may be busy.
    options.timeoutScale = 5
    let report = await ServerRun(
      at: target, cases: cases, watchers: watchers?.map(\.entry), options: options
    ).run()
    look(server)
    return report
  }

  private func entry(
    _ id: CaseID, needs: [Need] = [.login], scope: ConformanceCase.Scope = .own,
    _ requirement: RequirementID = "959:4.2:every-command-answered",
    steps: @escaping @Sendable (Probe) async throws -> Void
  ) -> ServerCase {
    ServerCase(id, "It does.", [requirement], needs: needs, scope: scope, failsWith: [], steps: steps)
  }

  @Test func whatFailsOnceAndThenPassesIsFlaky() async throws {
    let count = Counter()
    let report = try await run([
      entry("test/1/flaky") { probe in try probe.require(count.next() > 1, "more than one", "the first") },
      entry("test/1/failing") { probe in try probe.fail("something", "nothing") },
      entry("test/1/passing") { probe in try await probe.send("NOOP", expecting: 200) },
    ])
    #expect(report.cases.map(\.verdict) == [.flaky, .fail, .pass])
    #expect(report.cases.map(\.attempts.count) == [3, 3, 1])
    #expect(report.cases[0].reason == "fail, pass, pass" || report.cases[0].reason == "pass, fail, pass")
    #expect(report.failures(at: .must).count == 2)
    #expect(report.sanity.map(\.verdict) == [.pass, .pass])
    #expect(report.problem == nil && report.leftovers == [])
  }

  @Test func everyVerdictIsDistinguished() async throws {
    let report = try await run([
      entry("test/1/warn") { $0.warn("this", "that") },
      entry("test/1/unsupported") { try await $0.sendOptional("XYZZ") },
      entry("test/1/broken") { try $0.skipUnsupported(await $0.send("XYZZ"), to: "SIZE") },
      entry("test/1/skipped") { try $0.skip("no reason") },
      entry("test/1/need", needs: [.feature("XYZZ")]) { _ in },
      entry("test/1/error") {
        try await $0.write("NOOP\r\nNOOP\r\n"); try await $0.send("A\r\nB")
      },
      entry("test/1/close") { probe in
        try await probe.send("QUIT")
        try await probe.send("NOOP")
      },
    ])
    #expect(
      report.cases.map(\.verdict) == [.warn, .unsupported, .broken, .skipped, .skipped, .error, .fail])
    #expect(report.cases[4].reason == "feature XYZZ: FEAT does not list XYZZ")
    #expect(report.cases[0].severity == .should && report.cases[2].severity == .must)
    #expect(report.failures(at: .must).map(\.entry.id.slug) == ["broken", "error", "close"])
    #expect(report.failures(at: .should).map(\.entry.id.slug) == ["warn", "broken", "error", "close"])
  }

  @Test func aRunThatTestsNothingIsNotASuccess() async throws {
    let good = entry("test/1/good") { try await $0.send("NOOP") }
    try (try await run([good])).requireSuccess()
    let silent = try SilentPort()
    let dead = await ServerRun(at: TestedServer(host: "127.0.0.1", port: silent.number), cases: [good]).run()
    let problem = try #require(dead.problem)
    var failure = #expect(throws: RunReport.Failure.self) { try dead.requireSuccess() }
    #expect(failure?.problem == problem && failure?.cases.isEmpty == true)
    let bad = try await run([entry("test/1/bad") { try $0.fail("good", "bad") }, good])
    failure = #expect(throws: RunReport.Failure.self) { try bad.requireSuccess() }
    #expect(failure?.problem == nil && failure?.cases.map(\.entry.id.slug) == ["bad"])
    #expect(failure?.description == "fail test/1/bad: \(bad.cases[0].entry.title)")
    let skipped = try await run([entry("test/1/need", needs: [.feature("XYZZ")]) { _ in }])
    failure = #expect(throws: RunReport.Failure.self) { try skipped.requireSuccess() }
    #expect(failure?.problem == "no case could be run")
  }

  @Test func whatTheJudgeSeesInOtherCasesCounts() async throws {
    let report = try await run(
      [
        entry("test/1/watching", scope: .everything, "959:4.2:one-preliminary") { _ in },
        entry("test/1/other", needs: [.data]) { try await $0.download("LIST") },
      ], faults: ["transfer-double-150"])
    #expect(report.cases.map(\.verdict) == [.fail, .pass])
    #expect(report.cases[0].witnesses.map(\.seenIn) == ["test/1/other"])
    #expect(report.cases[0].findings.first?.received == "another, 125")
    #expect(report.cases[0].excerpt()?.seenIn == "test/1/other")
    #expect(report.cases[0].witnesses.map { [$0.sightings, $0.runs] } == [[3, 3]])
    #expect(report.cases[1].attempts.count == 1)
    let again = report.command(rerunning: report.cases[0])
    #expect(again.contains(" test/1/other --judge 959:4.2:one-preliminary"), "\(again)")
  }

  @Test func whatIsSeenOnceAndNotAgainIsFlaky() async throws {
    let count = Counter()
    let report = try await run(
      [
        entry("test/1/watching", scope: .everything, "959:4.2:one-preliminary") { _ in },
        entry("test/1/other", needs: [.data]) { if count.next() == 1 { try await $0.download("LIST") } },
      ], faults: ["transfer-double-150"])
    #expect(report.cases.map(\.verdict) == [.flaky, .pass])
    #expect(report.cases[0].reason == "seen in 1 of 3 runs of test/1/other")
    #expect(report.cases[0].findings.map(\.received) == ["another, 125"])
  }

  @Test func whatACaseProvokesIsNoBlameForOthers() async throws {
    let provoking = ServerCase(
      "test/1/provoking", "It does.", ["959:4.2:every-command-answered"], needs: [.data], failsWith: [],
      traffic: .provoking
    ) { try await $0.download("LIST") }
    let report = try await run(
      [entry("test/1/watching", scope: .everything, "959:4.2:one-preliminary") { _ in }, provoking],
      faults: ["transfer-double-150"])
    #expect(report.cases.map(\.verdict) == [.pass, .pass])
  }

  @Test(arguments: [
    (["transfer-double-150"], [Need.login], CaseVerdict.fail), ([], [.login], .pass),
    (["transfer-double-150"], [.feature("XYZZ")], .skipped),
  ])
  func aRunCanBeAboutWhatTrafficShowsAlone(
    faults: [String], needs: [Need], verdict: CaseVerdict
  ) async throws {
    let watching = entry("test/1/watching", scope: .everything, "959:4.2:one-preliminary") {
      try $0.fail("not to be run", "run")
    }
    var options = RunOptions()
    options.judged = ["959:4.2:one-preliminary"]
    let report = try await run(
      [
        entry("test/1/other", needs: [.data] + needs) {
          try await $0.download("LIST")
          try $0.fail("no word of this", "that")
        }
      ], watchers: [watching], faults: faults, options: options)
    #expect(report.cases.map(\.entry.id) == ["test/1/watching"])
    #expect(report.cases.map(\.verdict) == [verdict])
  }

  @Test func aWatcherOfAnotherShardIsReportedWhereItHasSeenSomething() async throws {
    let watchers = [
      entry("test/1/watching", scope: .everything, "959:4.2:one-preliminary") { _ in },
      entry("test/1/bored", scope: .everything, "959:4.2:multiline-end") { _ in },
    ]
    let report = try await run(
      [entry("test/1/other", needs: [.data]) { try await $0.download("LIST") }], watchers: watchers,
      faults: ["transfer-double-150"])
    #expect(report.cases.map(\.entry.id.slug) == ["other", "watching"])
    #expect(report.cases.map(\.verdict) == [.pass, .fail])
  }

  @Test func withoutDataConnectionsThereIsStillAConversation() async throws {
    let report = try await run(
      [
        entry("test/1/fine") { try await $0.sendHarmless() },
        entry("test/1/data", needs: [.data]) { try await $0.download("LIST") },
      ], faults: ["code-500=LIST", "code-500=NLST", "code-500=MLSD"])
    #expect(report.problem == nil)
    #expect(report.cases.map(\.verdict) == [.pass, .skipped])
    #expect(report.cases[1].reason?.hasSuffix(" (see rfc959/3.3/listing-transfer)") == true)
    for need in [Need.data, .activeMode, .writeAccess] {
      #expect(need.witness.flatMap { CaseCatalogue.entry($0) } != nil, "\(need)")
    }
  }

  @Test(arguments: [257, 250] as [ReplyCode]) func aServerWithoutNOOPIsSentPWD(code: ReplyCode) async throws {
    let report = try await run(
      [
        entry("test/1/harmless") { probe in
          try await probe.sendHarmless()
          try probe.require(probe.facts.harmless == .pwd(code), "PWD", probe.facts.harmless.verb)
        }
      ], faults: ["code-500=NOOP", "code-swap=257:\(code)"])
    #expect(report.cases.map(\.verdict) == [.pass])
  }

  @Test func whatProvokesComesLast() async throws {
    var options = RunOptions()
    options.jobs = 1
    let seen = Mutex<[String]>([])
    let provoking = ServerCase(
      "test/1/provoking", "It does.", ["959:4.2:every-command-answered"], failsWith: [], traffic: .provoking
    ) { _ in seen.withLock { $0.append("provoking") } }
    let report = try await run(
      [provoking, entry("test/1/fair") { _ in seen.withLock { $0.append("fair") } }], options: options)
    #expect(seen.withLock { $0 } == ["fair", "provoking"])
    #expect(report.cases.map(\.entry.id.slug) == ["provoking", "fair"])
  }

  @Test func damageDoesNotReachTheNextCase() async throws {
    let report = try await run(
      [
        entry("test/1/closing") {
          try await $0.send("NOOP")
          try $0.ftp.client?.reset()
        },
        entry("test/1/directory", needs: [.writeAccess]) { try await $0.send("RMD ../c1") },
        entry("test/1/fine", needs: [.writeAccess, .data]) { try await $0.upload("STOR a", "b") },
      ],
      options: {
        var options = RunOptions(); options.jobs = 1; return options
      }())
    #expect(report.cases.map(\.verdict) == [.pass, .pass, .pass])
  }

  @Test func theScratchFolderIsGoneWhateverIsLeftInIt() async throws {
    let report = try await run(
      [
        entry("test/1/leaving", needs: [.writeAccess, .data]) { probe in
          try await probe.send("MKD a", expecting: 257)
          try await probe.send("MKD a/b", expecting: 257)
          try await probe.upload("STOR a/b/c", "text")
          try await probe.upload("STOU", "unique")
          try await probe.upload("STOR with \"quotes\" and space", "text")
        }
      ],
      then: { server in
        #expect(server.tree.names(in: "/") == VirtualTree.fixture.names(in: "/"))
      })
    #expect(report.cases.map(\.verdict) == [.pass])
    #expect(report.leftovers == [])
  }

  /// A run that is stopped tidies up as far as it has time, and says what it leaves.
  @Test(arguments: [Duration.patience, .zero])
  func aRunThatIsCancelledReportsAndTidiesUp(farewell: Duration) async throws {
    let server = try MockServer.start()
    defer { server.stop() }
    let target = TestedServer(host: "127.0.0.1", port: server.port, login: Mutation.login)
    let started = AsyncStream.makeStream(of: Void.self)
    let endless = entry("test/1/endless", needs: [.writeAccess, .data]) { probe in
      try await probe.upload("STOR a", "b")
      started.continuation.yield()
      while true { try await probe.expectNothing(because: "for ever") }
    }
    var options = RunOptions()
    options.timeoutScale = 5
    options.farewell = farewell
    let task = Task { [options] in
      // If the case never begins its steps, there is nothing to wait for.
      defer { started.continuation.finish() }
      return await ServerRun(at: target, cases: [endless], options: options).run()
    }
    for await _ in started.stream { break }
    task.cancel()
    let report = await task.value
    #expect(report.wasInterrupted)
    #expect(report.cases.map(\.verdict) == [.skipped])
    #expect(report.cases.map(\.reason) == ["the run was interrupted"])
    #expect(report.leftovers.count == (farewell == .zero ? 1 : 0))
    #expect((server.tree.names(in: "/") == VirtualTree.fixture.names(in: "/")) == (farewell != .zero))
  }

  @Test func failFastLeavesTheRestOut() async throws {
    var options = RunOptions()
    options.failsFast = true
    options.jobs = 1
    let report = try await run(
      [
        entry("test/1/warning") { $0.warn("this", "that") },
        entry("test/1/failing") { try $0.fail("this", "that") },
        entry("test/1/late") { _ in },
      ], options: options)
    #expect(report.cases.map(\.verdict) == [.warn, .fail, .skipped])
  }

  @Test func aSeedGivesOneOrderAndOneSetOfBytes() async throws {
    func order(_ seed: UInt64) async throws -> ([String], [UInt8]) {
      var options = RunOptions()
      options.jobs = 1
      options.seed = seed
      let seen = Mutex<([String], [UInt8])>(([], []))
      let cases = (0..<8).map { number in
        entry(CaseID(rawValue: "test/1/\(number)")) { probe in
          let bytes = probe.bytes(4)
          seen.withLock {
            $0.0.append("\(number)"); $0.1 += bytes
          }
        }
      }
      _ = try await run(cases, options: options)
      return seen.withLock { $0 }
    }
    let (first, again, other) = (try await order(3), try await order(3), try await order(4))
    #expect(first == again)
    #expect(first.0 != other.0 && first.0.sorted() == other.0.sorted())
  }

  @Test func aServerWithFewConnectionsIsAskedForFewer() async throws {
    let cases = (0..<12).map { number in
      entry(CaseID(rawValue: "test/1/\(number)")) { try await $0.send("NOOP", expecting: 200) }
    }
    let report = try await run(cases, configure: { $0.limits.sessions = 2 })
    #expect(report.cases.allSatisfy { $0.verdict == .pass })
    #expect(report.jobs < 4)
  }

  @Test func noPasswordIsInAnythingThatIsReported() async throws {
    let echo = try Script(parsing: #"SITE * -> 200 "You said secret.""#)
    let report = try await run(
      [
        entry("test/1/echo") { probe in
          let reply = try await probe.send("SITE WHO")
          try probe.fail("no password", Probe.words(of: reply))
        }
      ], configure: { $0.script = echo })
    #expect(report.cases[0].verdict == .fail)
    #expect(report.cases[0].findings.map(\.received) == ["200 You said ****."])
    #expect(!"\(Mutation.login)".contains("secret"))
  }
}

/// Counts from 1.
private final class Counter: Sendable {
  private let value = Mutex(0)

  func next() -> Int {
    value.withLock { value in
      value += 1
      return value
    }
  }
}

extension RunReport {
  /// The cases whose problem matters at this level, known or not.
  func failures(at level: CaseLevel) -> [CaseReport] {
    cases.filter { $0.severity.map { $0 >= level } ?? false }
  }
}
