import FTPProtocol
import FTPText
import Foundation
import Testing

@testable import FTPConformance

@Suite("Each form of a report is complete, and no bytes of a server can break it")
struct ReportFormTests {
  private static let program = "ftpraw 0.0.0"

  private func text(_ form: ReportForm, of report: RunReport = ReportFixture.report) -> String {
    String(decoding: report.bytes(as: form, program: Self.program), as: UTF8.self)
  }

  /// `FTPRAW_WRITE_GOLDENS=1 swift test --filter ReportFormTests` writes the files again.
  @Test(arguments: ReportForm.allCases)
  func isAsItWas(form: ReportForm) throws {
    try Golden("report.\(form.fileExtension)").expect(text(form))
  }

  @Test(arguments: ReportForm.allCases)
  func isAsItWasNextToABaseline(form: ReportForm) throws {
    try Golden("baseline.\(form.fileExtension)").expect(text(form, of: ReportFixture.baselined))
  }

  /// Known, improved and outdated entries of the baseline are reported with their reasons.
  @Test(arguments: ReportForm.allCases)
  func everyStandingIsReported(form: ReportForm) {
    let text = text(form, of: ReportFixture.baselined)
    for reason in ["Talked nonsense", "Since 1993", "Promised", "Moves house"] {
      #expect(text.contains(reason), "\(reason)")
    }
    // A case that no longer exists belongs to no JUnit suite.
    #expect(text.contains("rfc2428/3/gone") == (form != .junit))
    #expect(
      text.contains(form == .json ? "\"known\": 3" : "2 unexpected failures, 1 unexpected pass, 3 known"))
  }

  @Test func whatIsKnownDoesNotCount() {
    let report = ReportFixture.baselined
    let counting = report.cases.filter(report.counts).map(\.entry.id.slug)
    #expect(counting == ["advertised", "one-address"])
    #expect(
      report.cases.filter(report.isKnown).map(\.entry.id.slug) == [
        "unknown-command", "stor-creates", "now-and-then",
      ])
    #expect(report.cases(.untested).map(\.entry.id.slug) == ["not-run"])
    #expect(
      text(.tap, of: report).contains(
        "\nnot ok 3 - rfc959/4.1.3/stor-creates # TODO warn, known until 2027-01-31: "))
    #expect(
      text(.tap, of: report).contains(
        "\nok 1 - rfc959/4.2/reply-line # TODO unexpected pass, listed as fail: "))
    #expect(text(.junit, of: report).contains("<skipped message=\"fail, known: Since 1993."))
    #expect(text(.junit, of: report).contains("<failure type=\"unexpected-pass\" message=\"listed as fail: "))
  }

  @Test func matricesAreAsTheyWere() throws {
    let matrix = try ConformanceMatrix([
      try MatrixColumn(name: "first<1>", report: ReportFixture.report.json(program: Self.program)),
      try MatrixColumn(name: "known", report: ReportFixture.baselined.json(program: Self.program)),
      try MatrixColumn(name: "sec|nd", report: ReportFixture.unusable.json(program: Self.program)),
    ])
    try Golden("matrix.md").expect(matrix.markdown)
    try Golden("matrix.html").expect(matrix.html)
  }

  @Test(arguments: ReportForm.allCases)
  func noFormHasThePassword(form: ReportForm) {
    #expect(!text(form).contains("hidden-4711"))
  }

  @Test(arguments: ReportForm.allCases)
  func onlyPrintableCharactersAreWritten(form: ReportForm) {
    for report in [ReportFixture.report, ReportFixture.baselined, ReportFixture.unusable] {
      let odd = text(form, of: report).unicodeScalars.filter { scalar in
        let category = scalar.properties.generalCategory
        return scalar != "\n" && (category == .control || category == .format)
      }
      #expect(odd.isEmpty)
    }
  }

  @Test(arguments: ReportForm.allCases)
  func theDateIsInOnePlaceAtMost(form: ReportForm) {
    let places = text(form).components(separatedBy: "2026-01-01").count - 1
    #expect(places == ([.json, .junit, .html].contains(form) ? 1 : 0))
  }

  @Test(arguments: ReportForm.allCases)
  func everyCaseAndVerdictIsReported(form: ReportForm) {
    let text = text(form)
    for report in ReportFixture.report.cases {
      // The page has the document in a heading.
      #expect(
        form == .markdown && report.verdict == .pass || form == .sarif && !report.verdict.isProblem
          || text.contains(report.entry.id.rawValue))
      // Programs read the verdict; people read what it counts as.
      let word = form == .json ? report.verdict.rawValue : ReportFixture.report.tally(of: report).rawValue
      #expect(form == .tap && report.verdict == .pass || text.contains(word), "\(word)")
    }
  }

  @Test func aRunWithoutCasesHasEveryForm() {
    var report = ReportFixture.report
    report.cases = []
    for form in ReportForm.allCases { #expect(!text(form, of: report).isEmpty) }
    #expect(text(.tap, of: report).hasPrefix("TAP version 13\n1..0 # SKIP no cases\n"))
  }

  @Test func jsonIsReadBack() throws {
    let json = ReportFixture.report.json(program: Self.program)
    #expect(try JSONText(parsing: ReportFixture.report.bytes(as: .json, program: Self.program)) == json)
    let server = try MatrixColumn(name: "a", report: json)
    #expect(server.results.map(\.verdict) == ReportFixture.report.cases.map(\.verdict))
    #expect(
      server.results.map(\.line) == ReportFixture.report.cases.map { $0.verdict == .pass ? nil : $0.line })
  }

  /// Every member of the JSON is described, and everything described exists.
  @Test func theDocumentationNamesEveryMember() throws {
    let document = try String(
      contentsOf: Golden.package.appending(path: "Documentation/reports.md"), encoding: .utf8)
    for name in Set(names(in: ReportFixture.baselined.json(program: Self.program))) {
      #expect(document.contains("`\(name)`"), "\(name)")
    }
    for verdict in CaseVerdict.allCases { #expect(document.contains("`\(verdict.rawValue)`"), "\(verdict)") }
  }

  private func names(in value: JSONText) -> [String] {
    switch value {
    case .object(let members):
      // The events of a conversation are described with their notation.
      if value["event"] != nil { return [] }
      return members.map(\.name) + members.flatMap { names(in: $0.value) }
    case .array(let values): return values.flatMap(names)
    default: return []
    }
  }

  private static let hopeless: [(JSONText, String)] = [
    ([:], "it is not a report of `ftpraw check`"), ([], "it is not a report of `ftpraw check`"),
    (["format": "ftpraw-check", "version": 9], "its version is not from 1 to 3"),
    (["format": "ftpraw-check", "version": 0], "its version is not from 1 to 3"),
    (["format": "ftpraw-check", "version": 1, "cases": 3], "it has no cases"),
    (["format": "ftpraw-check", "version": 1, "cases": [[:]]], "case 1 has no id or no verdict"),
    (
      ["format": "ftpraw-check", "version": 1, "cases": [["id": "a", "verdict": "odd"]]],
      "case 1 has no id or no verdict"
    ),
  ]

  @Test(arguments: hopeless.indices)
  func otherJSONIsRefused(index: Int) {
    let (json, message) = Self.hopeless[index]
    #expect(throws: ReportError(message)) { try MatrixColumn(name: "x", report: json) }
  }

  @Test(arguments: [
    ("a.json", ReportForm.json), ("/x/y.XML", .junit), ("a.b.html", .html), ("a.md", .markdown),
    (".tap", .tap),
    ("a.txt", nil), ("json", nil), ("a.json/b", nil), ("", nil), ("a.", nil),
  ])
  func theEndingOfTheNameDecides(path: String, form: ReportForm?) {
    #expect(ReportForm(path: path) == form)
  }

  @Test func whatAServerEchoesIsRedacted() {
    let server = ReportFixture.server
    var facts = ServerFacts()
    facts.system = .init(215, "hidden-4711hidden-4711")
    facts.features = .init([.init("X hidden-4711")])
    facts.unmet[.data] = "received 230 Hello hidden-4711!"
    let redacted = facts.redacted(for: server)
    #expect(redacted.reasonAgainst(.data) == "received 230 Hello ****!")
    #expect(TestedParty(server, knowing: facts).words.last == "215 ********")
    #expect(redacted.features.features.map(\.parameters) == ["****"])
    let finding = Finding("959:4.2:reply-line", expected: "a", received: "230 hidden-4711")
    let entry = ConformanceCase("a/1/b", "It does.", of: .server, ["959:4.2:reply-line"])
    let attempt = CaseAttempt(
      at: entry, .skipped("hidden-4711"), finding: [finding], in: [], ending: .none,
      taking: .zero, redacting: server.redacting)
    #expect(attempt.findings.map(\.received) == ["230 ****"] && attempt.reason == "****")
  }

  @Test(arguments: [("anonymous", "anonymous@"), ("me", "abc"), ("admin", "admin")])
  func whatIsNoSecretStays(user: String, password: String) {
    let target = TestedServer(host: "h", port: 21, login: Credentials(user, password: password))
    #expect(target.redacting("230 \(password)") == "230 \(password)")
  }
}

@Suite("Text from a server stays text")
struct ReportTextTests {
  @Test(arguments: [
    ("a", "`a`"), ("", ""), ("a`b", "``a`b``"), ("`", "`` ` ``"), ("``", "``` `` ```"), (" a ", "`  a  `"),
    ("a|b", "`a|b`"), ("a\nb", "`a b`"),
  ])
  func codeInMarkdown(text: String, markdown: String) {
    #expect(MarkdownText.code(text) == markdown)
  }

  @Test func barsInTables() { #expect(MarkdownText.code("a|b", inTable: true) == "`a\\|b`") }

  @Test func blocksInMarkdown() {
    #expect(MarkdownText.block(["a", "```", "b"]) == "````text\na\n```\nb\n````\n")
  }

  @Test(arguments: [
    ("<b> & @all #1", "\\<b\\> \\& \\@all \\#1"), ("`a` b", "`a` b"), ("a ` b", "a \\` b"),
    ("[x](y)", "\\[x\\](y)"),
  ])
  func proseInMarkdown(text: String, markdown: String) {
    #expect(MarkdownText.prose(text) == markdown)
  }

  @Test func piecesOfPagesAreEscaped() {
    let hostile = "</pre><script x='1' y=\"2\">&\u{1B}\u{202E}\u{0}"
    let piece: HTML = "<p>\(hostile)</p>\([HTML("<i>\(1)</i>")])"
    #expect(
      piece.text
        == "<p>&lt;/pre&gt;&lt;script x=&#39;1&#39; y=&quot;2&quot;&gt;&amp;\\x1b\\xe2\\x80\\xae\\x00</p><i>1</i>"
    )
    #expect(HTML.prose("a `<b>` c").text == "a <code>&lt;b&gt;</code> c")
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func base64(text: String, encoded: String) {
    #expect(HTMLPage.base64(Array(text.utf8)) == encoded)
  }
}
