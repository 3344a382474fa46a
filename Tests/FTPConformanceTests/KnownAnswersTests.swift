import FTPProtocol
import Testing

@testable import FTPConformance

@Suite("A finding says what known servers do in the same place")
struct KnownAnswersTests {
  private static let text = """
    a\tone 1\tOne 1
    b\ttwo 2\tTwo
    c\tthree 3\t
    d\tfour 4\t
    wrong\t!ab\t-d
    \tXYZZ #\t200ab\t500cd
    \tNOOP\t200abc\t250d
    one\t!c
    all-pass
    only-one\t-abc
    no-verdicts\t-abcd
    \tXYZZ\t500ab\t502cd
    """

  /// The case, the reply that the finding quotes, what the server says it is, and the words.
  @Test(
    arguments: [
      ("wrong", "XYZZ #", "200", nil, "one 1 and two 2 answer 200 too; three 3 and four 4 500"),
      ("wrong", "XYZZ #", "200", "One 1", "two 2 answers 200 too; three 3 and four 4 500"),
      ("wrong", "XYZZ #", "250", nil, "none answers 250; one 1 and two 2 answer 200; three 3 and four 4 500"),
      // A server that passes gives the same code.
      ("wrong", "XYZZ #", "500", nil, "2 of 3 known servers do not pass either: one 1 and two 2"),
      ("wrong", "NOOP", "200", "Two", "1 of 2 known servers does not pass either: one 1"),
      ("wrong", "NOOP", "250", nil, "four 4 answers 250 too; one 1 and 2 more 200"),
      ("wrong", "HELP", "500", "None of them", "2 of 3 known servers do not pass either: one 1 and two 2"),
      ("one", nil, "", nil, "1 of 4 known servers does not pass either: three 3"),
      ("one", nil, "", "", "1 of 4 known servers does not pass either: three 3"),
      ("all-pass", nil, "", nil, "all 4 known servers pass"),
      ("only-one", nil, "", nil, "four 4 passes"), ("no-verdicts", nil, "", nil, nil),
      (
        "no-verdicts", "XYZZ", "200", nil,
        "none answers 200; one 1 and two 2 answer 500; three 3 and four 4 502"
      ),
      ("new", "XYZZ", "200", nil, nil),
    ] as [(CaseID, String?, String, String?, String?)])
  func words(id: CaseID, command: String?, code: String, software: String?, words: String?) throws {
    let table = try #require(KnownAnswers(Self.text))
    #expect(table.words(about: id, command.map { ($0, code) }, without: software) == words)
  }

  @Test(arguments: [
    "a\tone 1", "\tXYZZ\t200a\t500b", "case\t!a", "a\tone\t\ncase\t!b", "a\tone\t\ncase\t!",
    "a\tone\t\ncase\ta",
    "a\tone\t\ncase\n\tXYZZ\t200a", "a\tone\t\ncase\n\tXYZZ\t200a\tabca",
    "a\tone\t\ncase\n\tXYZZ\t200a\t500b",
    "case\ncase",
  ])
  func anotherFormIsNotRead(text: String) { #expect(KnownAnswers(text) == nil) }

  @Test(
    arguments: [
      ("SIZE 12 f07", "SIZE # f#"), ("MKD /home/me/ftpraw-check-8x7q/c12/inner", "MKD SCRATCH/inner"),
      ("RNFR ftpraw-check-8x7q", "RNFR SCRATCH"), ("\u{7}\t", "\\x#\\t"),
      ("CWD " + String(repeating: "a", count: 90), "CWD " + String(repeating: "a", count: 76)),
    ])
  func commandsAreWrittenAsInTheTable(line: String, command: String) {
    #expect(KnownAnswers.command(Array(line.utf8)) == command)
  }

  @Test func theTableIsReadWhole() throws {
    let table = try #require(KnownAnswers.table)
    #expect(table.servers.count > 10)
    #expect(Set(table.servers.map(\.name)).count == table.servers.count)
    let unknown = table.rows.keys.filter { CaseCatalogue.entry($0)?.party != .server }
    #expect(unknown.isEmpty, "\(unknown)")
    // Nothing is in it that is different in each run.
    #expect(
      table.rows.values.flatMap(\.answers.keys).allSatisfy {
        $0 == KnownAnswers.command(Array($0.utf8)) || $0.contains("\\")
      })
  }

  @Test(arguments: ReportForm.allCases)
  func everyFormSaysIt(form: ReportForm) throws {
    let report = ReportFixture.report
    let chief = try #require(report.cases.first { $0.entry.id == "rfc959/4.2/unknown-command" })
    let words = try #require(report.others(chief.findings[0], of: chief))
    // The server under test says that it is Pure-FTPd.
    #expect(
      words == "none answers 200; proftpd 1.3.8 and 8 more answer 500; aioftp 0.28.3 and twisted 26.10.0 502")
    #expect(String(decoding: report.bytes(as: form, program: "ftpraw"), as: UTF8.self).contains(words))
  }
}
