import FTPConversation
import FTPProtocol
import FTPText
import TestSupport
import Testing

@testable import FTPConformance

@Suite("Reports in JSON are read back completely, and several can be merged")
struct ReportMergingTests {
  private static let program = "ftpraw 0.0.0"

  private func readBack(_ report: RunReport) throws -> RunReport {
    try RunReport(json: report.bytes(as: .json, program: Self.program))
  }

  @Test(arguments: ReportForm.allCases)
  func whatIsReadBackIsWrittenAsBefore(form: ReportForm) async throws {
    for report in [ReportFixture.report, ReportFixture.unusable, await ClientFixture.report()] {
      let again = try readBack(report)
      #expect(
        again.bytes(as: form, program: Self.program) == report.bytes(as: form, program: Self.program))
    }
  }

  /// Every event that can be in a report, with bytes that are hard to write.
  @Test func everyEventIsReadBack() throws {
    let connection = DataConnectionID(rawValue: 1)
    let verdict = Verdict("959:4.2:reply-line", by: .client, expected: "a", received: "b")
    let bytes = Array(UInt8.min...UInt8.max) + Array("{name} \\ ".utf8)
    let contents: [ConversationEvent.Content] = [
      .unfinishedReply(bytes, omitted: 3), .stateChanged(from: .awaitingGreeting, to: .ready),
      .verdict(verdict),
      .data(connection, .upload, bytes, omitted: 9), .mark(.tls(nil, .established)),
    ]
    for content in contents + ConversationMark.samples.map(ConversationEvent.Content.mark) {
      let event = ConversationEvent(time: .microseconds(1_234_567), content)
      #expect(ConversationEvent(json: event.json) == event)
    }
    #expect(ConversationEvent(json: ["event": "surprise", "time": 1]) == nil)
  }

  private func shard(_ number: Int, of count: Int = 3, _ cases: [CaseReport]) -> RunReport {
    var options = ReportFixture.report.options
    options.shard = CaseSelection.Shard(number, of: count)
    var report = RunReport(ReportFixture.report.party, options, started: .init(seconds: Int64(number)))
    report.duration = .seconds(number)
    report.cases = cases
    return report
  }

  @Test func shardsAddUp() throws {
    let cases = ReportFixture.report.cases
    let shards = (1...3).map { number in
      shard(number, cases.enumerated().filter { $0.offset % 3 == number - 1 }.map(\.element))
    }
    let merged = try RunReport(merging: shards.map(readBack))
    #expect(Set(merged.cases.map(\.entry.id)) == Set(cases.map(\.entry.id)))
    for report in merged.cases {
      #expect(report.verdict == cases.first { $0.entry.id == report.entry.id }?.verdict)
    }
    #expect(merged.problem == nil && merged.options.shard == nil)
    #expect(merged.started.seconds == 1 && merged.duration == .seconds(3))
  }

  @Test(arguments: [
    ([1, 2], "shard 3 of 3 is missing"), ([2], "shard 1 of 3 and shard 3 of 3 are missing"),
    ([1, 2, 3], nil),
  ])
  func aShardThatIsMissingIsAProblem(numbers: [Int], problem: String?) throws {
    #expect(try RunReport(merging: numbers.map { shard($0, []) }).problem == problem)
  }

  @Test func whatAnotherShardSawCountsForTheCaseThatWatches() throws {
    let watching = try #require(ReportFixture.report.cases.last)
    let witness = try #require(watching.witnesses.first)
    let own = CaseReport(watching.entry, watching.attempts)
    var foreign = CaseReport(watching.entry, verdict: .pass, reason: nil)
    foreign.add([witness])
    #expect(own.verdict == .pass && foreign.verdict == .fail)
    for order in [[own, foreign], [foreign, own], [own, foreign, foreign]] {
      let merged = try RunReport(merging: order.map { shard(1, of: 1, [$0]) })
      #expect(merged.cases.map(\.verdict) == [.fail])
      #expect(merged.cases.first?.witnesses.count == 1)
      #expect(merged.cases.first?.attempts.count == own.attempts.count)
    }
  }

  @Test func twoRunsThatDifferMakeAFlakyCase() throws {
    let failing = ReportFixture.report.cases[1]
    let passing = CaseReport(failing.entry, ReportFixture.report.cases[0].attempts)
    let merged = try RunReport(merging: [shard(1, of: 1, [failing]), shard(1, of: 1, [passing])])
    #expect(merged.cases.map(\.verdict) == [.flaky])
  }

  @Test func whatDoesNotBelongTogetherIsRefused() async throws {
    let client = await ClientFixture.report()
    #expect(throws: ReportError("some are about servers and others about clients")) {
      try RunReport(merging: [ReportFixture.report, client])
    }
    #expect(throws: ReportError("there is no report")) { try RunReport(merging: []) }
  }

  private static let hopeless: [(JSONText, String)] = [
    ([:], "it is not a report of `ftpraw check`"),
    (["format": "ftpraw-check", "version": 9], "its version is not from 1 to 3"),
    (["format": "ftpraw-check", "version": 1], "it has no cases"),
    (["format": "ftpraw-check", "version": 1, "cases": []], "it does not say what was tested"),
    (
      [
        "format": "ftpraw-check", "version": 1, "cases": [["id": "a", "verdict": "odd"]],
        "tested": ["name": "a", "subcommand": "check"],
      ], "case 1 has no id or no verdict"
    ),
  ]

  @Test(arguments: hopeless.indices)
  func otherJSONIsRefused(index: Int) {
    let (json, message) = Self.hopeless[index]
    #expect(throws: ReportError(message)) { try RunReport(json) }
  }
}
