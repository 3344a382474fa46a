import FTPClient
import FTPConversation
import FTPProtocol
import FTPSystem
import FTPText
import Testing

@testable import FTPConformance

@Suite("Features that a server does not offer are reported as such, and never counted as passed")
struct NotOfferedTests {
  /// A run in which `AUTH TLS` got this answer.
  private func report(_ answer: ReplyCode, verdicts: [CaseVerdict] = [.pass, .pass]) -> RunReport {
    var report = RunReport(
      TestedParty(TestedServer(host: "192.0.2.1", port: 21), knowing: ServerFacts()), RunOptions(),
      started: LocalClock.WallTime(seconds: 0))
    report.needs = [
      .init(need: .tls, reason: "FEAT does not list AUTH TLS"),
      .init(need: .writeAccess, reason: "left out on request"),
    ]
    report.cases =
      verdicts.enumerated().map { index, verdict in
        Self.tried("rfc4217/4.2/tried-\(index)", verdict, "AUTH TLS", answer)
      } + [
        CaseReport(
          Self.entry("rfc4217/10.1/skipped", needs: [.login, .tls]),
          skipped: "tls: FEAT does not list AUTH TLS"),
        CaseReport(
          Self.entry("rfc4217/11/unwritable", needs: [.writeAccess]),
          skipped: "write-access: left out on request"),
        Self.tried("rfc959/4.2/reply-line", .pass, "NOOP", 200),
        Self.tried("rfc959/4.1.3/acct", .unsupported, "ACCT x", 502),
      ]
    return report
  }

  private static func entry(_ id: String, needs: [Need] = []) -> ConformanceCase {
    ConformanceCase(CaseID(rawValue: id), "It does.", of: .server, ["959:4.2:reply-line"], needs: needs)
  }

  private static func tried(
    _ id: String, _ verdict: CaseVerdict, _ command: String, _ code: ReplyCode, _ more: String...
  ) -> CaseReport {
    let recorder = ConversationRecorder(limits: RecordingLimits()) { .zero }
    recorder.reply(Reply(220, "Ready."))
    recorder.commandBytes("\(command)\r\n".utf8)
    recorder.reply(Reply(code, lines: ["So."] + more))
    let conversation = CaseAttempt.Conversation(recorder.transcript, verdicts: [], against: .server)
    return CaseReport(
      entry(id),
      [
        CaseAttempt(
          verdict: verdict, reason: verdict == .unsupported ? "502 So." : nil, findings: [],
          conversations: [conversation], ending: .clean, duration: .zero)
      ])
  }

  private func text(_ form: ReportForm, _ report: RunReport) -> String {
    String(decoding: report.bytes(as: form, program: "ftpraw 0.0.0"), as: UTF8.self)
  }

  @Test func casesAreCountedByWhatIsOffered() {
    let report = report(500)
    #expect(report.verdictWords == "3 pass, 2 not offered, 1 skipped")
    #expect(report.textsNotOffered == ["RFC 4217"])
  }

  /// One positive answer is enough, and what is announced but does not work counts as offered too.
  @Test(arguments: [
    (ReplyCode(234), [CaseVerdict.pass, .pass], true), (334, [.pass], true), (500, [.pass, .broken], true),
    (500, [.pass, .fail], false), (530, [.pass, .pass], false), (502, [.unsupported], false),
    (502, [], false),
  ])
  func aTextIsOfferedWhereItsCommandsAre(answer: ReplyCode, verdicts: [CaseVerdict], isOffered: Bool) throws {
    let report = report(answer, verdicts: verdicts)
    #expect((report.textsNotOffered == []) == isOffered)
    // The same from a file, in which a reply names only the verb.
    let copy = try RunReport(json: report.bytes(as: .json, program: "ftpraw 0.0.0"))
    #expect(copy.textsNotOffered == report.textsNotOffered && copy.verdictWords == report.verdictWords)
  }

  /// A server that lists AUTH TLS but refuses it does offer it, wrongly.
  @Test(arguments: [" AUTH TLS", " auth tls;TLS-C", " SIZE"])
  func whatFEATListsIsOffered(line: String) throws {
    var report = report(500)
    report.cases.append(Self.tried("rfc2389/3.2/feat-listing", .pass, "FEAT", 211, " UTF8", line, "End"))
    let missing = line == " SIZE" ? ["RFC 4217"] : []
    #expect(report.textsNotOffered == missing)
    let copy = try RunReport(json: report.bytes(as: .json, program: "ftpraw 0.0.0"))
    #expect(copy.textsNotOffered == missing)
  }

  @Test(arguments: ReportForm.allCases)
  func everyFormSaysSo(form: ReportForm) {
    let text = text(form, report(500))
    switch form {
    case .json:
      #expect(
        text.contains(
          #"{"text":"rfc4217","offered":false,"passed":2,"tested":2,"not_offered":1,"skipped":1}"#),
        "\(text.prefix(3_000))")
    case .junit: #expect(text.contains(#"<property name="not offered" value="RFC 4217"/>"#))
    case .html:
      #expect(text.contains("<th scope=\"col\">not offered</th>"))
      #expect(text.contains(">RFC 4217</a> <small>not offered</small></th>"))
      #expect(text.contains("<p class=\"faint\">not offered: RFC 4217</p>"))
    case .markdown: #expect(text.contains("\n| RFC 4217 (not offered) | 4 | 2 | 1 | 1 |\n"), "\(text)")
    case .sarif:
      #expect(text.contains("\"notOffered\": [\n") && text.contains("\"RFC 4217\""), "\(text.suffix(500))")
    case .tap: #expect(text.contains("\n# 3 pass, 2 not offered, 1 skipped\n# not offered: RFC 4217\n"))
    }
    #expect(!text.contains("unsupported:"))
  }

  /// The matrix does not show a full score of 2/2 without this note.
  @Test func theMatrixSaysSo() throws {
    let matrix = try ConformanceMatrix([
      MatrixColumn(name: "without", report: report(500).json(program: "x")),
      MatrixColumn(name: "with", report: report(234).json(program: "x")),
    ])
    #expect(
      matrix.markdown.contains("\n| RFC 4217 | not offered | 2 / 2, 1 not offered |\n"), "\(matrix.markdown)")
    #expect(
      matrix.markdown.contains("\n| **all** | 1 / 1, 4 not offered | 3 / 3, 2 not offered |\n"),
      "\(matrix.markdown)")
    #expect(matrix.html.contains("<td> <small>not offered</small></td>"))
    #expect(
      matrix.html.contains("<td class=\"pass\" data-value=\"10000\">2/2 <small>1 not offered</small></td>"))
    // A case that lacks a feature has the sign for "not offered"; other skipped cases have the sign for "skipped".
    #expect(matrix.markdown.contains("\n| `10.1/skipped` | \u{2013} | \u{2013} |\n"))
    #expect(matrix.markdown.contains("\n| `11/unwritable` | \u{B7} | \u{B7} |\n"))
  }

  @Test func everyCommandOfATextIsKnown() {
    for (document, commands) in TextOffer.commands {
      #expect(CaseCatalogue.servers.contains { $0.id.document == document }, "\(document)")
      for command in commands {
        let verb = Verb(String(command.prefix { $0 != " " }))
        #expect(VerbTable.row(of: verb) != nil, "\(command)")
      }
    }
  }
}
