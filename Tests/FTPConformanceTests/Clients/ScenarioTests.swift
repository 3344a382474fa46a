import FTPProtocol
import FTPRequirements
import FTPSystem
import TestSupport
import Testing

@testable import FTPConformance

@Suite("Every scenario for clients finds its bad habits", .endsWhenItHangs)
struct ScenarioTests {
  /// A scenario and one of its bad habits.
  struct Row: Sendable {
    let scenario: ClientScenario
    let habit: String
  }

  private static let rows = CaseCatalogue.clients.flatMap { scenario in
    scenario.entry.failsWith.map { Row(scenario: scenario, habit: $0) }
  }

  /// Tries each scenario with each of its habits.
  @Test func eachHabitIsFound() async throws {
    let attempts = try await inParallel(Self.rows, width: 16) { row in
      let client = TestedClient(
        row.habit, jobs: Set(ClientJob.allCases), limit: .seconds(5), BadClient.tested(row.habit))
      return await row.scenario.attempt(
        at: client, usual: nil, scale: row.habit == "waits-for-ever" ? 0.1 : 4
      ).attempt
    }
    for (row, attempt) in zip(Self.rows, attempts) {
      print(
        "\(row.scenario.id) × \(row.habit): \(attempt.verdict) (\(attempt.findings.first?.received ?? ""))")
      #expect(
        attempt.verdict == .fail || attempt.verdict == .warn,
        "\(row.scenario.id) does not find \(row.habit): \(attempt.verdict) \(attempt.reason ?? "")")
      #expect(attempt.findings.flatMap(FindingWords.objections) == [], "\(row.scenario.id) × \(row.habit)")
    }
    #expect(Set(Self.rows.map(\.scenario.id)).count == CaseCatalogue.clients.count)
  }

  @Test func theCatalogueIsInOrder() {
    for scenario in CaseCatalogue.clients {
      let id = scenario.id.rawValue
      #expect(
        id.wholeMatch(of: /(good|robust|honest|safe|resource|ftps)\/[a-z-]+\/[a-z0-9-]+/) != nil, "\(id)")
      #expect(
        !scenario.source.isEmpty && !scenario.checks.isEmpty && !scenario.entry.failsWith.isEmpty, "\(id)")
      for requirement in scenario.entry.requirements {
        #expect(
          RequirementCatalogue.requirement(id: requirement.rawValue) != nil, "\(id) cites \(requirement)")
      }
      for step in scenario.steps {
        #expect(throws: Never.self, "\(id)") {
          _ = try step.server.configuration(
            port: 0, patience: .seconds(1), outside: "/x", trap: nil)
        }
      }
    }
    #expect(CaseCatalogue.clients.count >= 150)
  }

  @Test func whatIsExpectedIsSaidInPlainWords() {
    for scenario in CaseCatalogue.clients {
      let objections = scenario.checks.flatMap { FindingWords.objections(toExpected: $0.words) }
      #expect(objections == [], "\(scenario.id)")
    }
  }

  /// A failure stands beside the last thing that the client said, without its password.
  @Test func theLastLineOfTheOutputIsReported() async throws {
    let scenario = try #require(CaseCatalogue.clients.first { $0.id == "good/get/empty-file" })
    let client = TestedClient("talkative") { task in
      task.print("connecting")
      throw BadClient.Failure("the login secret does not work")
    }
    let silent = TestedClient("silent") { _ in throw Silence() }
    let told = await scenario.attempt(at: client, usual: nil, scale: 1).attempt.findings.first?.received
    #expect(told == "exit status 1, after 'the login **** does not work'")
    let untold = await scenario.attempt(at: silent, usual: nil, scale: 1).attempt.findings.first?.received
    #expect(untold == "exit status 1, and no output")
  }

  /// An error that says nothing.
  private struct Silence: Error, CustomStringConvertible { let description = "" }

  static let loads: [(String, Double)] = [
    ("0.10 0.20 0.30 1/200 99\n", 1), ("4.00 1 1", 1), ("6.00 1 1", 1.5), ("99 1 1", 2), ("", 1), ("x", 1),
  ]

  @Test(arguments: loads)
  func aBusyMachineIsGivenTime(line: String, factor: Double) {
    #expect(MachineLoad.factor(of: line, processors: 2) == factor)
  }

  @Test func whatIsToBeThereIsMadeByHand() {
    let step = ScenarioStep(
      .mirror, "pub", having: ["copy/a b": "100%\n\\\u{1}", "c": String(repeating: "x", count: 201)])
    #expect(
      step.preparations == [
        "mkdir -p copy", "head -c 201 /dev/zero > c",
        #"mkdir -p copy; printf '100%%\n\\\001' > 'copy/a b'"#,
      ])
  }

  @Test func aFunctionIsAClient() async throws {
    let scenario = try #require(CaseCatalogue.clients.first { $0.id == "honest/get/short-426" })
    let good = await ClientConformance.run(scenario, task: BadClient.tested("none"))
    #expect(good.verdict == .pass && good.attempts.count == 1)
    let idle = await ClientConformance.run(scenario) { _, _ in throw BadClient.Failure("not today") }
    #expect(idle.verdict == .unsupported && idle.attempts.count == 1)
    let bad = await ClientConformance.run(scenario) { url, file in
      #expect(url.hasPrefix("ftp://ftpraw:secret@127.0.0.1:") && url.hasSuffix("/pub/hello.txt"))
      try BadClient.write([1, 2, 3], to: file)
    }
    #expect(bad.verdict == .fail && bad.attempts.count == 3)
    #expect(
      bad.findings.first?.received.hasPrefix("exit status 0, and a file of 3 bytes; this loses ") == true)
  }

  /// A function that cannot be ended does not delay the run.
  @Test func aFunctionThatIgnoresItsCancellationIsLate() async throws {
    let scenario = try #require(CaseCatalogue.clients.first { $0.id == "honest/get/short-426" })
    let (never, end) = AsyncStream.makeStream(of: Void.self)
    let client = TestedClient("deaf") { _ in
      await Task.detached { for await _ in never {} }.value
    }
    let attempt = await scenario.attempt(at: client, usual: nil, scale: 0.01).attempt
    end.finish()
    #expect(attempt.findings.first?.requirement == "practice:robust:ends")
  }
}
