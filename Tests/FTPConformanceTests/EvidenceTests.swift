import FTPMockServer
import FTPProtocol
import FTPText
import TestSupport
import Testing

@testable import FTPConformance

@Suite(
  "A new finding is shown with as little as shows it, next to what the server answers otherwise", .queueing)
struct EvidenceTests {
  private static let rule: RequirementID = "959:4.2:success-means-done"

  /// Runs a case against the embedded server with faults, with all the time there is for evidence.
  private func report(
    _ steps: String..., needs: [Need] = [.writeAccess, .data], with faults: String, script: String = "",
    adjust: (inout RunOptions) -> Void = { _ in }
  ) async throws -> RunReport {
    let entry = ServerCase(
      "test/1/tested", "It does.", [Self.rule], needs: needs, failsWith: [], playing: try CaseStep.read(steps)
    )
    return try await report([entry], with: faults, script: script, adjust: adjust)
  }

  private func report(
    _ cases: [ServerCase], with faults: String, script: String = "",
    adjust: (inout RunOptions) -> Void = { _ in }
  ) async throws -> RunReport {
    var configuration = MockServer.Configuration(timeouts: .patient, recording: nil)
    configuration.faults = try faults.split(separator: "+").map { try Fault(String($0)) }
    if !script.isEmpty { configuration.script = try Script(parsing: script) }
    var options = RunOptions()
    options.timeoutScale = 5
    options.minimizing = .patience
    adjust(&options)
    let run = options
    return try await withMockServer(configuration) { server in
      let target = TestedServer(host: "127.0.0.1", port: server.port, login: Mutation.login)
      let report = await ServerRun(at: target, cases: cases, options: run).run()
      #expect(report.leftovers == [] && report.problem == nil)
      return report
    }
  }

  @Test func whatIsSuperfluousGoes() async throws {
    let report = try await report(
      "prepare: MKD a", #"prepare: STOR b, type I: "text""#, "prepare: CWD a", "send: SYST -> 215",
      "send: NOOP -> 200", "send: PWD -> 257", with: "code-answer=NOOP:250")
    let smallest = try #require(report.cases[0].evidence?.smallest)
    #expect(smallest.commands == ["NOOP"])
    #expect(smallest.omitted >= 8)
    #expect(smallest.lines.dropFirst().prefix(2) == ["C> NOOP", "S> 250 NOOP ok."])
    #expect(smallest.lines.first?.hasPrefix("... greeting and login") == true)
    #expect(smallest.send?.hasPrefix("ftpraw send -s ftp://ftpraw@127.0.0.1:") == true)
    #expect(smallest.send?.hasSuffix(" NOOP") == true)
  }

  @Test func whatGivesTheTestItsMeaningStays() async throws {
    let report = try await report(
      "prepare: MKD a", #"prepare: STOR b, type I: "text""#, "send: DELE b -> 2yz",
      "refused: RETR b -> negative", with: "", script: #"DELE b -> 250 "As you wish.""#)
    let smallest = try #require(report.cases[0].evidence?.smallest)
    #expect(smallest.omitted == 1 && smallest.send == nil)
    let verbs = smallest.commands.map { Probe.verb(of: $0) }
    #expect(verbs == [.type, .epsv, .stor, .dele, .epsv, .retr])
  }

  @Test func whatCannotBeShorterIsNotSaidTwice() async throws {
    let report = try await report("send: NOOP -> 200", needs: [.login], with: "code-answer=NOOP:250")
    let smallest = try #require(report.cases[0].evidence?.smallest)
    #expect(smallest.commands == ["NOOP"] && smallest.lines == [] && smallest.omitted == 0)
    #expect(report.cases[0].exhibitLines.contains { $0.hasSuffix(" NOOP") })
  }

  @Test func oneStepLessIsAContrast() async throws {
    let report = try await report(
      "prepare: MKD inner", "prepare: CWD inner", "prepare: MKD marked", "prepare: CDUP",
      "send: CWD marked -> negative", with: "code-pretend=CDUP:250")
    let contrast = try #require(report.cases[0].evidence?.contrast)
    #expect(contrast.difference == "without MKD marked" && !contrast.isSame)
    #expect(contrast.wrong.commands == ["MKD inner", "CWD inner", "MKD marked", "CDUP", "CWD marked"])
    #expect(contrast.other.commands == ["MKD inner", "CWD inner", "CDUP", "CWD marked"])
    #expect(contrast.wrong.received.hasPrefix("250 ") && contrast.other.received.hasPrefix("550 "))
  }

  @Test(
    "another argument is a contrast, or shows that the argument is not the cause",
    arguments: [
      ("MODE s", "", #"MODE s -> 504 "No.""#, "MODE S, which is well-formed", false),
      ("MODE s", "code-answer=MODE:504", "", "MODE S, which is well-formed", true),
      ("SYST all", "", #"SYST all -> 504 "No.""#, "SYST, without an argument", false),
    ])
  func variant(command: String, faults: String, script: String, difference: String, isSame: Bool) async throws
  {
    let report = try await report(
      "send: \(command) -> 2yz 5yz", "send: \(command) -> 2yz 501", needs: [.login], with: faults,
      script: script)
    let contrast = try #require(report.cases[0].evidence?.contrast)
    #expect(contrast.difference == difference && contrast.isSame == isSame)
    #expect(contrast.wrong.received.hasPrefix("504 "))
    #expect(
      report.cases[0].exhibitLines.contains { $0.contains(isSame ? "the same answer to" : "in contrast:") })
  }

  @Test func whatTheJudgeSawInAnotherCaseIsShortenedThere() async throws {
    let watcher = ServerCase(
      "test/1/watching", "It does.", ["959:4.2:one-preliminary"], scope: .everything, failsWith: [],
      playing: try CaseStep.read(["send: NOOP"]))
    let source = ServerCase(
      "test/1/other", "It does.", [Self.rule], needs: [.data], failsWith: [],
      playing: try CaseStep.read(["send: SYST", "download: LIST, type I"]))
    let report = try await report([watcher, source], with: "transfer-double-150")
    #expect(report.cases.map(\.verdict) == [.fail, .pass])
    #expect(report.cases[0].evidence?.smallest?.commands.last == "LIST")
    #expect(report.cases[0].evidence?.smallest?.omitted == 1)
    #expect(report.cases[1].evidence == nil)
  }

  @Test(
    "nothing is tried without time, for a case that is known, that passes, or that the embedded server fails")
  func nothing() async throws {
    let steps = try CaseStep.read(["prepare: TYPE I", "send: NOOP -> 200"])
    let cases = [ServerCase("test/1/tested", "It does.", [Self.rule], failsWith: [], playing: steps)]
    let fault = "code-answer=NOOP:250"
    let tried = try await report(cases, with: fault)
    #expect(tried.cases[0].evidence != nil)
    let idle = try await report(cases, with: fault) { $0.minimizing = .zero }
    #expect(idle.cases[0].verdict.isProblem && idle.cases[0].evidence == nil)
    let known = try await report(cases, with: fault) { options in
      var baseline = Baseline(comment: [])
      baseline.entries = [.init("test/1/tested", tried.cases[0].verdict, reason: "Old.")]
      options.baseline = BaselineComparison(
        baseline, name: "known.txt", on: CalendarDate(tried.started), cases: cases.map(\.entry))
    }
    #expect(known.cases[0].evidence == nil)
    let fine = try await report(cases, with: "code-answer=SYST:250")
    #expect(fine.cases[0].verdict == .pass && fine.cases[0].evidence == nil)
    let odd = try await report("prepare: TYPE I", "send: NOOP -> 202", needs: [.login], with: "")
    #expect(odd.cases[0].verdict.isProblem && odd.cases[0].evidence == nil)
  }

  @Test(
    "no step is left out that keeps the rest in the folder of the run",
    arguments: [
      ("send: DELE a", "send: NOOP", true), ("send: DELE a", "send: CWD a", true),
      ("send: DELE a", "send: CWD /a", false), ("send: DELE a", "send: CWD {directory}", false),
      ("send: DELE a", "send: USER {user}", false), ("send: DELE a", #"write: "QUIT\r\n""#, false),
      ("send: PWD", "send: USER {user}", true), ("send: CDUP, DELE a", "send: CWD a", false),
      ("send: CDUP, DELE a", "send: CWD a -> negative", true), ("send: CDUP, PWD", "send: CWD a", true),
      (#"upload: STOR ../a, type I: """#, "send: CWD a", false),
    ])
  func safety(step: String, dropped: String, isSafe: Bool) throws {
    #expect(try CaseStep.areSafe(.read([step]), without: .read([dropped])) == isSafe)
  }

  /// Anybody may have written a report.
  @Test func evidenceOfAnyReportCanBeRead() throws {
    let side = ConversationContrast.Side(commands: [], received: "")
    let strange = ConversationContrast(difference: "", wrong: side, other: side, isSame: false)
    var report = ReportFixture.report
    report.cases[0].evidence = CaseEvidence(
      smallest: SmallestConversation(commands: [], omitted: -7, lines: ["\u{1B}[2J"], send: nil),
      contrast: strange)
    let again = try RunReport(json: report.bytes(as: .json, program: "ftpraw 0.0.0"))
    #expect(again.cases[0].evidence?.contrast == strange)
    #expect(again.cases[1].evidence == report.cases[1].evidence && again.cases[1].evidence != nil)
    #expect(!again.cases[0].exhibitLines.joined().contains("\u{1B}"))
  }
}
