import FTPConversation
import FTPProtocol
import FTPText
import Testing

@testable import FTPConformance
@testable import FTPRequirements

@Suite("Pages lead from a finding to its evidence, with and without their script")
struct ReportPageTests {
  private static let program = "ftpraw 0.0.0"

  /// Every kind of page, with a name.
  private static let pages: [(name: String, text: String)] = {
    let reports = [ReportFixture.report, ReportFixture.baselined, ReportFixture.unusable]
    var columns = reports.enumerated().compactMap { index, report in
      try? MatrixColumn(name: "run \(index)", report: report.json(program: program))
    }
    let bare = try? ConformanceMatrix(columns)
    for index in columns.indices { columns[index].page = "pages/run%20\(index).html" }
    let linked = try? ConformanceMatrix(columns)
    return [
      ("report", reports[0].html(program: program)), ("baseline", reports[1].html(program: program)),
      ("unusable", reports[2].html(program: program)), ("matrix", bare?.html ?? ""),
      ("matrix with pages", linked?.html ?? ""), ("ledger", Ledger(vectors: nil).html),
    ]
  }()

  private static func page(_ name: String) -> String { pages.first { $0.name == name }?.text ?? "" }

  /// The values between a mark and the next quotation mark.
  private func values(of mark: String, in text: String) -> [Substring] {
    text.split(separator: mark, omittingEmptySubsequences: false).dropFirst().map { $0.prefix { $0 != "\"" } }
  }

  /// The markup without scripts and style sheets.
  private func markup(_ page: String) -> String {
    page.replacing(/<(script|style)>.*?<\/\1>/.dotMatchesNewlines(), with: "")
  }

  @Test(arguments: pages.map(\.name))
  func everyLinkOfAPageLeadsSomewhere(name: String) {
    let markup = markup(Self.page(name))
    let ids = values(of: " id=\"", in: markup)
    #expect(!ids.isEmpty && Set(ids).count == ids.count, "an id comes twice")
    let targets = Set(ids)
    for link in values(of: " href=\"#", in: markup) { #expect(targets.contains(link), "\(link)") }
  }

  @Test(arguments: pages.map(\.name))
  func nothingIsLoadedAndNothingRunsButItsScripts(name: String) throws {
    let page = Self.page(name)
    let markup = markup(page)
    #expect(
      !markup.contains(/\ (src|style|on[a-z]+)=/) && !markup.contains("<link") && !markup.contains("<img"))
    #expect(!page.contains("@import") && !page.contains("url("))
    let scripts = page.matches(of: /<script>(.*?)<\/script>/.dotMatchesNewlines()).map { String($0.1) }
    #expect(scripts.count == 2)
    let policy = try #require(
      page.split(separator: "script-src ").dropFirst().first?.split(separator: "base-uri").first)
    for script in scripts {
      let digest = HTMLPage.base64(DigestAlgorithm.sha256.digest(of: script.utf8))
      #expect(policy.contains("sha256-\(digest)"))
    }
  }

  /// Controls that need the script are hidden without it.
  @Test(arguments: pages.map(\.name))
  func whatNeedsTheScriptIsHidden(name: String) {
    let markup = markup(Self.page(name))
    #expect(markup.contains("<p class=\"keys\" hidden>"))
    for tag in markup.split(separator: "<")
    where tag.hasPrefix("button") || tag.hasPrefix("div class=\"tools") {
      let isInTools = tag.contains("id=\"open\"")
      #expect(isInTools || tag.prefix { $0 != ">" }.contains("hidden"), "\(tag)")
    }
    #expect(!markup.contains(" class=\"again\"><pre>"))
  }

  @Test func whatWasFoundComesFirst() throws {
    let markup = markup(Self.page("report"))
    let places = [
      "<h1>", "class=\"verdict", "class=\"filters", "id=\"findings\"", "<h2>Totals", "id=\"rfc959\"",
    ].map {
      markup.range(of: $0)?.lowerBound
    }
    let found = places.compactMap(\.self)
    #expect(found.count == places.count && found == found.sorted())
    let findings = try #require(
      markup.split(separator: "id=\"findings\"").last?.split(separator: "<h2>Totals").first)
    let verdicts = values(of: "<details class=\"case ", in: String(findings)).map { $0.prefix { $0 != " " } }
    #expect(verdicts == ["fail", "broken", "fail", "flaky", "warn", "error"])
    // Each case has one place; if it is missing from the list of its RFC, a link leads to it.
    #expect(values(of: "<details class=\"case ", in: markup).count == ReportFixture.report.cases.count)
    #expect(
      markup.contains("<p class=\"above\">Among the findings: <a href=\"#rfc959/4.2/unknown-command\">"))
  }

  /// New findings come before improved ones, and these before known ones.
  @Test func nextToABaselineNewsComeFirst() {
    let markup = markup(Self.page("baseline"))
    let classes = values(of: "<details class=\"case ", in: markup).prefix(7)
    #expect(
      classes.map { $0.split(separator: " ").dropFirst().joined() } == [
        "", "", "better", "", "known", "known", "known",
      ])
  }

  @Test func idsAreLinks() {
    let report = Self.page("report")
    #expect(
      report.contains(
        "<a href=\"https://www.rfc-editor.org/rfc/rfc959.html#section-4.2\"><code class=\"id\">959:4.2:first-digit</code></a>"
      ))
    #expect(report.contains("Seen in <a href=\"#rfc959/4.1.3/stor-creates\">rfc959/4.1.3/stor-creates</a>"))
    let ledger = Self.page("ledger")
    #expect(
      ledger.contains("<a href=\"#959:4.2:reply-line\"><code class=\"id\">959:4.2:reply-line</code></a>"))
    #expect(ledger.contains("<a href=\"#959:4.2:reply-line\"><code>rfc959/4.2/reply-line</code></a>"))
  }

  @Test func wordsThatAreIdsAreLinks() {
    let linked = HTML.linking("see rfc959/4.2/a, (959:4.2:b) & <c>.") { word in
      ["rfc959/4.2/a", "959:4.2:b"].contains(word) ? "#\(word)" : nil
    }
    #expect(
      linked.text
        == "see <a href=\"#rfc959/4.2/a\">rfc959/4.2/a</a>, (<a href=\"#959:4.2:b\">959:4.2:b</a>) &amp; &lt;c&gt;."
    )
    for text in ["", " ", "a", " ( ", "...", "a  b "] {
      #expect(HTML.linking(text) { _ in nil }.text == text)
    }
    #expect(
      HTML.linking("a \"b\"") { $0 == "\"b\"" ? "x\"y" : nil }.text
        == "a <a href=\"x&quot;y\">&quot;b&quot;</a>")
  }

  @Test func everyCommandCanBeCopied() {
    for name in ["report", "matrix"] {
      let markup = markup(Self.page(name))
      let commands = markup.split(separator: "<pre data-copied>").dropFirst()
      #expect(!commands.isEmpty)
      for command in commands {
        #expect(command.hasPrefix("ftpraw check "))
        #expect(command.contains("</pre><button type=\"button\" class=\"copy\" hidden>Copy</button></div>"))
      }
    }
  }

  @Test(arguments: pages.map(\.name))
  func tablesSortAndScrollInTheirOwnBox(name: String) {
    let markup = markup(Self.page(name))
    for table in values(of: "<table class=\"", in: markup)
    where table.hasPrefix("totals") || table.hasPrefix("matrix") {
      #expect(table.hasSuffix(" sortable"))
    }
    for (table, box) in [("totals", "wide"), ("matrix", "scroller")] {
      for before in markup.split(separator: "<table class=\"\(table)").dropLast() {
        #expect(before.suffix(90).contains("class=\"\(box)\" tabindex=\"0\""), "\(before.suffix(90))")
      }
    }
  }

  /// Paper has no colours, and a page with the dark colour scheme is not printed dark.
  @Test(arguments: pages.map(\.name))
  func paperHasRulesOfItsOwn(name: String) {
    let page = Self.page(name)
    #expect(page.contains("@media print") && page.contains("color-scheme: light;"))
    #expect(page.contains("@media (prefers-color-scheme: dark)"))
    // A red number has a mark as well.
    #expect(page.contains(".totals td.fail::before") == name.hasPrefix("matrix"))
  }

  @Test func cellsLeadToTheConversation() {
    let bare = markup(Self.page("matrix"))
    #expect(bare.contains("<a href=\"#rfc959/4.2/unknown-command@1\">\u{2717}</a>"))
    let place = bare.split(separator: "<li id=\"rfc959/4.2/unknown-command@1\">").last?.split(
      separator: "</li>"
    ).first
    #expect(
      place?.contains("C&gt; XYZZ") == true && place?.contains("<pre data-copied>ftpraw check ") == true)
    // With pages, every cell is a link, whatever the verdict.
    let linked = markup(Self.page("matrix with pages"))
    for sign in [
      "rfc959/4.2/unknown-command\">\u{2717}", "rfc959/4.2/reply-line\">\u{2713}",
      "rfc1123/4.1.2.6/not-there\">\u{2013}",
    ] {
      #expect(linked.contains("<a href=\"pages/run%200.html#\(sign)</a>"), "\(sign)")
    }
    #expect(linked.contains("<a href=\"pages/run%201.html\"><b>run 1</b></a>"))
  }

  /// A case may send what no client should, and then no client is blamed for it.
  @Test(arguments: ReportForm.allCases)
  func whatACaseSendsOnPurposeIsNoDepartureOfAClient(form: ReportForm) throws {
    var report = ReportFixture.report
    let recorder = ConversationRecorder(limits: RecordingLimits()) { .zero }
    recorder.reply(Reply(220, "Ready."))
    recorder.commandBytes("RNTO nowhere\r\n".utf8)
    recorder.reply(Reply(200, "Fine."))
    let conversation = CaseAttempt.Conversation(
      recorder.transcript, verdicts: recorder.verdicts, against: .server)
    #expect(recorder.verdicts.contains { $0.party == .client })
    let entry = ConformanceCase("rfc959/6/rnto-alone", "It is refused.", of: .server, ["959:5.4:reply-codes"])
    let finding = Finding("959:4.2:first-digit", expected: "503", received: "200")
    report.cases = [
      CaseReport(
        entry,
        [
          CaseAttempt(
            verdict: .fail, reason: nil, findings: [finding],
            conversations: [conversation], ending: .clean, duration: .zero)
        ])
    ]
    let text = String(decoding: report.bytes(as: form, program: Self.program), as: UTF8.self)
    #expect(text.contains("RNTO nowhere"))
    #expect(!text.contains(/!! [0-9a-z:.-]+ client/) && !text.contains("client: "), "\(form)")
    if form == .html { #expect(text.contains("on purpose, against 959:")) }
    if form == .json {
      // The judge's verdicts are kept, and marked as deliberate.
      #expect(text.contains(#""party":"client""#) && text.contains(#""deliberate":true"#))
    }
  }
}
