import FTPClient
import FTPMockServer
import FTPProtocol
import TestSupport
import Testing

@testable import FTPConformance
@testable import ftpraw

@Suite(
  "Changing one arrow of the diagram changes the judge, the mock server, the cases and the drawing", .queueing
)
struct TurnedArrowTests {
  /// A diagram in which RNFR no longer leads to RNTO with a 3yz.
  private static let turned = StateDiagram.ftp.turning(.rnfr, 3, to: .error)

  /// The judge accepts any change of an arrow.
  @Test(arguments: StateDiagram.ftp.rows.filter { !$0.step.isContinuation && $0.step != .greeting })
  func theJudgeTakesEveryArrow(row: StateDiagram.Row) throws {
    let verb = try #require(row.verbs.first)
    for digit in UInt8(1)...5 {
      for box in [ReplyOutcome.wait, .success, .failure, .error, .then(.acct), .then(.rnto)] {
        var judge = Judge(diagram: .ftp.turning(row.step, digit, to: box))
        judge.observe(reply: Reply(220, "x"))
        judge.observe(command: Command(verb, "a"))
        let judgement = judge.observe(reply: Reply(ReplyCode(digit, 5, 9), "x"))
        #expect(judgement.box == box && judgement.step == row.step, "\(verb) \(digit)yz")
        #expect(judgement.isFinal == (box != .wait && !(box == .error && digit == 1)))
        #expect(judgement.verdicts.contains { $0.requirement == row.step.requirement } == (box == .error))
      }
    }
  }

  @Test(arguments: [(StateDiagram.ftp, true), (turned, false)])
  func theJudgeForgetsTheOldName(diagram: StateDiagram, isRenamed: Bool) {
    var judge = Judge(diagram: diagram)
    judge.observe(reply: Reply(220, "x"))
    judge.observe(command: Command(.rnfr, "a"))
    judge.observe(reply: Reply(350, "x"))
    #expect((judge.pendingRename != nil) == isRenamed)
  }

  /// The mock server's answers to two commands, for each diagram.
  private static let answers: [(StateDiagram, [(line: String, code: ReplyCode)])] = [
    (.ftp, [("RNFR notes.txt", 350), ("RNTO b", 250)]),
    (turned, [("RNFR notes.txt", 502), ("RNTO b", 503)]),
    (.ftp.turning(.rest, 3, to: .success), [("REST 5", 502), ("NOOP", 200)]),
    (.ftp.turning(.rest, 3, to: .then(.rnto)), [("REST 5", 502), ("RNFR notes.txt", 350)]),
    (.ftp.turning(.user, 3, to: .then(.rnto)), [("USER ftpraw", 530), ("PASS secret", 503)]),
    (.ftp, [("USER ftpraw", 331), ("PASS secret", 230)]),
  ]

  @Test(arguments: answers)
  func theMockServerObeys(diagram: StateDiagram, expected: [(line: String, code: ReplyCode)]) async throws {
    var configuration = MockServer.Configuration()
    configuration.diagram = diagram
    configuration.timeouts.idle = .patience
    try await withMockServer(configuration) { server in
      var patient = RawFTPClient.Configuration()
      patient.timeouts = Timeouts(each: .patience)
      let client = try await RawFTPClient.connect(
        to: "127.0.0.1", port: server.port, configuration: patient)
      if expected.first?.line.hasPrefix("USER") == false {
        for line in ["USER ftpraw", "PASS secret"] { _ = try await client.send(line) }
      }
      for (line, code) in expected {
        #expect(try await client.send(line).code == code, "\(line)")
      }
      client.close()
    }
  }

  /// A case passes against a server with the same diagram, and fails against one that still follows the removed arrow.
  @Test func theCasesFollow() async throws {
    for (ofCase, ofServer) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
      let diagrams = [StateDiagram.ftp, Self.turned]
      let id: CaseID = "rfc959/6/rename-commands"
      let entry = try #require(CaseCatalogue.servers.first { $0.id == id })
      var configuration = MockServer.Configuration()
      configuration.diagram = diagrams[ofServer]
      let attempt = try await withMockServer(configuration) { server in
        var target = TestedServer(
          host: "127.0.0.1", port: server.port, login: Credentials("ftpraw", password: "secret"))
        target.diagram = diagrams[ofCase]
        var facts = ServerFacts()
        facts.scratch = "/"
        return await entry.attempt(
          at: target, knowing: facts, patience: Patience(scale: 10), directory: "/turned")
      }
      #expect(
        (attempt.verdict == .pass) == (ofCase == 0 || ofServer == 1), "case \(ofCase), server \(ofServer)")
    }
  }

  @Test func theTitlesFollow() {
    let diagram = StateDiagram.ftp
    func accepted(_ state: ReplyState) -> String {
      diagram.choice(state) { $0 != .failure && $0 != .error }
    }
    let never = diagram.digits(.user) { $0 == .error }
    let last = diagram.digits(.acct) { $0 == .error }.filter { !never.contains($0) }
    let final = diagram.choice(.transfer) { $0 != .wait && $0 != .error }
    #expect(
      SequenceStepTests.cases.map(\.title) == [
        "A simple command gets \(diagram.choice(.simple) { $0 != .error }).",
        """
        A transfer gets \(diagram.choice(.transfer) { $0 == .wait }) and then \(final), never \
        \(diagram.choice(.transfer) { $0 == .error }).
        """,
        "RNFR gets \(accepted(.rnfr)) or is refused, RNTO gets \(accepted(.rnto)) or is refused.",
        "REST gets \(accepted(.rest)) or is refused.",
        "USER, PASS and ACCT never get \(never.choice), ACCT never \(last.choice).",
      ])
  }

  @Test(arguments: DiagramText.Format.allCases)
  func theDrawingFollows(format: DiagramText.Format) {
    let drawn = DiagramText.text(format).split(separator: "\n")
    let turned = DiagramText.text(format, of: Self.turned).split(separator: "\n")
    #expect(drawn != turned)
    let changes = turned.difference(from: drawn)
    #expect(!changes.isEmpty)
    for change in changes {
      guard case .insert(_, let line, _) = change else { continue }
      #expect(line.contains("rnfr"), "\(line)")
    }
  }
}

@Suite("Every command of the diagram is in a case, or left out for a reason", .queueing)
struct SequenceStepTests {
  /// The cases about the diagram.
  static let cases = CaseCatalogue.servers.map(\.entry).filter { $0.id.rawValue.hasPrefix("rfc959/6/") }

  @Test(arguments: StateDiagram.ftp.rows)
  func everyCommandHasItsStep(row: StateDiagram.Row) {
    for verb in row.verbs {
      switch SequenceStep.entry(row.step, verb) {
      case .lines(let lines):
        #expect(lines.contains { $0.split(separator: " ").first.map { Verb(String($0)) } == verb })
      case .transfer(let line): #expect(line.split(separator: " ").first.map { Verb(String($0)) } == verb)
      case .left(let reason): #expect(!reason.isEmpty)
      case .begun: #expect(row.step == .user || row.step == .pass)
      case nil: Issue.record("\(verb) in \(row.step) is neither sent nor left out for a reason")
      }
    }
  }

  /// The cases together cover every state but the greeting, which every connection has.
  @Test func everyStateIsInACase() {
    let cited = Set(Self.cases.flatMap(\.requirements))
    for row in StateDiagram.ftp.rows where row.step != .greeting {
      #expect(cited.contains(row.step.requirement), "\(row.step)")
    }
  }
}
