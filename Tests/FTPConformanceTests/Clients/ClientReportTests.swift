import FTPConversation
import FTPProtocol
import FTPRequirements
import Foundation
import Testing

@testable import FTPConformance

/// The core of the test system knows no roles: a runner and scenarios are all that is needed to test a client.
@Suite("A run whose party under test is a client has every form of report")
struct ClientReportTests {
  private static let program = "ftpraw 0.0.0"

  private func text(_ form: ReportForm, of report: RunReport) -> String {
    String(decoding: report.bytes(as: form, program: Self.program), as: UTF8.self)
  }

  @Test func eachCaseComesToItsVerdict() async {
    let report = await ClientFixture.report()
    #expect(
      report.cases.map(\.verdict) == [.pass, .warn, .skipped, .fail, .warn, .fail, .unsupported, .flaky])
    #expect(report.cases.map(\.attempts.count) == [1, 1, 0, 3, 3, 3, 1, 3])
    #expect(report.problem == nil && report.sanity.map(\.verdict) == [.pass, .pass])
    // The judge's verdicts against the client count, both in a case's own traffic and in another's.
    #expect(report.cases[3].findings.map(\.received) == ["RETR on the address of an earlier transfer"])
    #expect(report.cases[1].witnesses.first?.seenIn == "rfc1123/4.1.2.6/pasv-per-transfer")
    #expect(
      report.cases[1].excerpt()?.lines.contains { $0.hasPrefix("!! 959:5.4:wait-for-final client") } ?? false)
  }

  /// A client is not blamed for what the server does wrong in a conversation.
  @Test func onlyThePartyUnderTestIsBlamed() {
    let verdicts = [
      Verdict("959:5.4:wait-for-final", by: .client, expected: "a", received: "b"),
      Verdict("959:5.4:wait-for-final", by: .server, expected: "c", received: "d"),
    ]
    for (party, received) in [(Verdict.Party.client, "b"), (.server, "d")] {
      let entry = ConformanceCase("a/1/b", "It does.", of: party, ["959:5.4:wait-for-final"])
      let conversation = CaseAttempt.Conversation(Transcript(), verdicts: verdicts, against: party)
      let attempt = CaseAttempt(
        at: entry, nil, in: [conversation], ending: .clean, taking: .zero)
      #expect(attempt.verdict == .warn && attempt.findings.map(\.received) == [received])
    }
  }

  /// `FTPRAW_WRITE_GOLDENS=1 swift test --filter ClientReportTests` writes the files again.
  @Test(arguments: ReportForm.allCases)
  func isAsItWas(form: ReportForm) async throws {
    try Golden("client.\(form.fileExtension)").expect(text(form, of: await ClientFixture.report()))
  }

  /// The word "server" appears only where the other end of a conversation is meant.
  @Test(arguments: ReportForm.allCases)
  func theClientIsCalledAClient(form: ReportForm) async {
    let text = text(form, of: await ClientFixture.report())
    for line in text.split(separator: "\n") {
      let rest = RequirementCatalogue.all.compactMap(\.harm?.sentence).reduce(
        line.replacing("closed by the server", with: "")
      ) { $0.replacing($1, with: "") }
      #expect(!rest.lowercased().contains("server"), "\(line.prefix(200))")
    }
    #expect(text.contains("getter 2.1"))
    // Every form contains what a role adds to the conversations.
    #expect(text.contains("standard error") && text.contains("is not there"))
  }

  @Test func theDocumentationNamesWhatIsDifferent() async throws {
    let document = try String(
      contentsOf: Golden.package.appending(path: "Documentation/reports.md"), encoding: .utf8)
    let text = text(.json, of: await ClientFixture.report())
    for name in ["party", "client", "says", "exhibits"] {
      #expect(text.contains("\"\(name)\"") && document.contains("`\(name)`"), "\(name)")
    }
  }

  @Test func theBaselineComparesIt() async throws {
    let first = await ClientFixture.report()
    let (baseline, dropped) = Baseline().updated(by: first, among: ClientFixture.cases)
    #expect(baseline.entries.count == 5 && dropped.isEmpty)
    let today = CalendarDate(first.started)
    let comparison = BaselineComparison(baseline, name: "known.txt", on: today, cases: ClientFixture.cases)
    #expect(comparison.unknown == [])
    let second = await ClientFixture.report(comparedWith: comparison)
    #expect(second.cases(.unexpectedFailure).isEmpty && second.cases(.known).count == 5)
    let listed = try Baseline(parsing: "rfc959/5.4/wait-for-greeting fail Long ago.\n".utf8)
    let third = await ClientFixture.report(
      comparedWith: BaselineComparison(listed, name: "known.txt", on: today, cases: ClientFixture.cases))
    #expect(
      third.comparisonWords
        == "next to known.txt: 2 unexpected failures, 1 unexpected pass, 0 known")
  }

  @Test func theMatrixShowsTwoClientsSideBySide() async throws {
    let reports = [await ClientFixture.report(), await ClientFixture.faultless()]
    let matrix = try ConformanceMatrix(
      reports.map { try MatrixColumn(name: $0.party.name, report: $0.json(program: Self.program)) })
    #expect(matrix.side == .client)
    #expect(!matrix.html.replacing("closed by the server", with: "").contains("server"))
    try Golden("clients.md").expect(matrix.markdown)
    try Golden("clients.html").expect(matrix.html)
    #expect(matrix.markdown.hasPrefix("# Clients and cases\n") && !matrix.markdown.contains("server"))
  }

  @Test func serversAndClientsAreNotCompared() async throws {
    let client = try MatrixColumn(
      name: "getter", report: await ClientFixture.report().json(program: Self.program))
    let server = try MatrixColumn(name: "server", report: ReportFixture.report.json(program: Self.program))
    #expect(throws: ReportError("getter is a client, and others are not")) {
      try ConformanceMatrix([server, client])
    }
  }
}
