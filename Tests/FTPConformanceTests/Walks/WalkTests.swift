import FTPMockServer
import FTPProtocol
import TestSupport
import Testing

@testable import FTPConformance

@Suite("Walks find a server that alters, forgets or leaks something, and blame no other", .queueing)
struct WalkTests {
  /// A run of walks against a server with faults.
  private func run(
    _ cases: [ServerCase], faults: [String] = [], seed: UInt64
  ) async throws -> RunReport {
    var configuration = MockServer.Configuration(timeouts: .patient, recording: nil)
    configuration.faults = try faults.map { try Fault($0) }
    return try await withMockServer(configuration) { server in
      var options = RunOptions()
      options.seed = seed
      options.timeoutScale = 5
      let target = TestedServer(host: "127.0.0.1", port: server.port, login: Mutation.login)
      return await ServerRun(at: target, cases: cases, options: options).run()
    }
  }

  @Test(.computing, arguments: [UInt64](0..<UInt64(Thoroughness.rounds(50, oneIn: 25))))
  func noHealthyServerIsBlamed(_ seed: UInt64) async throws {
    let report = try await run(Walk.cases(2, steps: 120), seed: seed)
    for report in report.cases {
      #expect(report.verdict == .pass, "\(report.entry.id): \(report.attempts.first?.words ?? "")")
    }
    #expect(report.leftovers == [])
  }

  static let faults: [(fault: String, rules: [RequirementID])] = [
    ("parameter-reset=RETR", ["959:4.1.2:parameters-persist"]),
    ("parameter-reset=NLST", ["959:4.1.2:parameters-persist"]),
    ("parameter-reset=MLSD", ["3659:7.2:mlsd-own-parameters", "959:4.1.2:parameters-persist"]),
    ("parameter-reset=CWD", ["959:4.1.1:cwd-only-directory", "959:4.1.2:parameters-persist"]),
    ("restart-leaks", ["3659:5.3:rest-one-transfer"]),
    ("size-wrong", ["3659:4:size-transfer-octets"]),
    ("size-zero", ["3659:4:size-transfer-octets"]),
  ]

  @Test(.computing, arguments: Thoroughness.isWhole ? faults : Array(faults.suffix(1)), [UInt64(1)])
  func findsTheFault(_ row: (fault: String, rules: [RequirementID]), _ seed: UInt64) async throws {
    let report = try await run(Walk.cases(3, steps: 200), faults: [row.fault], seed: seed)
    let found = report.cases.filter { [.fail, .warn].contains($0.verdict) }
    let rules = found.flatMap(\.findings).map(\.requirement)
    #expect(rules.contains { row.rules.contains($0) }, "\(row.fault): \(rules)")
    for report in found {
      let script = report.tellingAttempt?.walkScript ?? ""
      #expect(script.split(separator: ";").count <= 8, "\(row.fault): \(script)")
    }
  }

  @Test(.computing) func theScriptShowsTheSameAgain() async throws {
    let first = try await run(
      Walk.cases(1, steps: Walk.standardSteps), faults: ["parameter-reset=NLST"], seed: 1)
    let script = try #require(first.cases.first?.tellingAttempt?.walkScript)
    #expect(first.command(rerunning: first.cases[0]).contains("--walk '\(script)'"))
    let again = try await run(
      [Walk.entry(playing: try WalkScript(parsing: script))], faults: ["parameter-reset=NLST"], seed: 2)
    #expect(again.cases.map(\.verdict) == [.fail])
    #expect(again.cases.first?.findings.map(\.requirement) == first.cases.first?.findings.map(\.requirement))
    let healthy = try await run([Walk.entry(playing: try WalkScript(parsing: script))], seed: 2)
    #expect(healthy.cases.map(\.verdict) == [.pass])
  }

  @Test func aTransferAfterAnAddressIsInActiveMode() async throws {
    let script = try WalkScript(parsing: "STOR a < word; PORT {address}; RETR a; RETR a")
    let attempt = try await Mutation(entry: Walk.entry(playing: script), faults: nil).attempt()
    let ways = attempt.conversations.flatMap(\.transcript.events).compactMap { event in
      if case .mark(.dataOpened(_, let opening)) = event.content { opening.isPassive } else { nil }
    }
    #expect(attempt.verdict == .pass)
    #expect(ways == [true, false, true])
  }
}
