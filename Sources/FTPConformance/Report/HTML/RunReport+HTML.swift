import FTPText

extension RunReport {
  /// The report as a page in one file, for people: the result of the run, then the findings, then the rest.
  ///
  /// It loads nothing, works without its script, and follows the light or dark mode of the system. Bytes of peers are
  /// escaped twice: to printable ASCII, and for HTML.
  func html(program: String) -> String {
    let texts = texts
    return HTMLPage(
      title: "\(party.tool): \(party.title)", kind: .report,
      body: """
        <header>
        \(heading)\(outcome)
        \(harms)\(resultBars)\(summary)</header>
        <main>
        \(sanityProblem)\(filters)\(findings)\(totals(texts))\(unmet)\(texts.map(html))</main>
        <footer>\(about(program))</footer>
        """
    ).text
  }

  /// The tested party, by the name of its software if known.
  private var heading: HTML {
    let name: HTML = party.software.map { "\($0) <small>\(party.name)</small>" } ?? "\(party.name)"
    return "<h1>\(name)</h1>\n<p class=\"says\">\(party.words.map { "<span>\($0)</span> " as HTML })</p>\n"
  }

  private var outcome: HTML {
    if let problem { return "<p class=\"verdict bad\">Not usable: \(problem)</p>" }
    if wasInterrupted { return "<p class=\"verdict bad\">Interrupted</p>" }
    let figures = figures
    let name = figures.failing > 0 ? "bad" : figures.better > 0 ? "better" : "good"
    let words = figures.words.prefix(1).uppercased() + figures.words.dropFirst()
    let hindrance: HTML = obstacle.map { "\n<p class=\"verdict bad\">\($0)</p>" } ?? ""
    return "<p class=\"verdict \(name)\">\(words)</p>\(hindrance)"
  }

  /// The causes by harm, the worst first.
  private var harms: HTML {
    guard problem == nil, !figures.harms.isEmpty else { return "" }
    let tiles = figures.harms.map { harm in
      "<li class=\"\(harm.kind.rawValue)\"><b>\(harm.count)</b> \(harm.kind.words)</li>\n" as HTML
    }
    return "<ul class=\"harms\">\n\(tiles)</ul>\n"
  }

  /// A bar for each RFC.
  private var resultBars: HTML {
    let bars = bars
    guard !bars.isEmpty else { return "" }
    return "<ul class=\"bars\">\n\(bars.map(\.html))</ul>\n"
  }

  /// The counts, and how the run compares with its baseline, one per line.
  private var summary: HTML {
    let missing = textsNotOffered
    // On screen, the checkboxes of the filter show the counts.
    let counts: HTML = cases.isEmpty ? "" : "<p class=\"faint printed\">\(verdictWords)</p>\n"
    let names = missing.isEmpty ? [] : ["\(Tally.notOffered.rawValue): \(missing.joined(separator: ", "))"]
    return "\(counts)\((names + baselineSentences).map { "<p class=\"faint\">\($0)</p>\n" as HTML })"
  }

  /// The conversation that showed that the party is not usable.
  private var sanityProblem: HTML {
    guard problem != nil, let last = sanity.last, last.verdict != .pass, let excerpt = last.excerpt() else {
      return ""
    }
    return "<section><pre>\(excerpt.lines.joined(separator: "\n"))</pre></section>\n"
  }

  /// A checkbox for each verdict that occurs, and the controls of the script.
  private var filters: HTML {
    let standings: [(id: String, words: String, count: Int)] = [
      ("known", "known", cases.count(where: isKnown)),
      ("better", "better than known", cases(.unexpectedPass).count),
    ]
    let standingBoxes: [HTML] = standings.filter { $0.count > 0 }.map { id, words, count in
      """
      <label class="tile"><input type="checkbox" id="show-\(id)" checked> <b>\(count)</b> \(words)</label>

      """
    }
    let boxes: [HTML] = tallies(of: cases).map { tally, count in
      let name = tally.className
      return """
        <label class="tile \(name)"><input type="checkbox" id="show-\(name)" checked> <b>\(count)</b> \(tally.rawValue)</label>

        """
    }
    return """
      <section class="filters">
      <div class="tiles">
      \(boxes)\(standingBoxes)</div>
      <div class="tools" hidden>
      <input type="search" id="search" placeholder="Filter by words, such as 4.2 multiline" aria-label="Filter by words">
      <label>order <select id="sort"><option value="">worst first</option><option value="text">by group</option>\
      <option value="time">slowest first</option></select></label>
      <button type="button" id="open">Open all findings</button>
      <output id="shown"></output>
      </div>
      \(HTMLPage.keys("finding"))</section>

      """
  }

  /// The problems, and the cases that are better than listed: new ones first, each cause once and then the cases that met it as
  /// well.
  private var findings: HTML {
    let ranks = Dictionary(grouping: cases.filter(isFinding), by: rank)
    var found: [(report: CaseReport, cause: CommonCause?)] = []
    for (_, cases) in ranks.sorted(by: { $0.key < $1.key }) {
      for cause in causes(of: cases.filter(\.verdict.isProblem)) {
        found.append((cause.chief, cause))
        found += cause.others.map { ($0, nil) }
      }
      found += cases.filter { !$0.verdict.isProblem }.map { ($0, nil) }
    }
    guard !found.isEmpty else { return "" }
    return """
      <section class="group findings" id="findings">
      <h2>Findings <small>\(words(of: found.map(\.report)))</small></h2>
      \(found.enumerated().map { place, one in
        one.report.html(in: self, isFinding: true, of: one.cause, isOpen: place == 0)
      })</section>

      """
  }

  private func isFinding(_ report: CaseReport) -> Bool {
    report.verdict.isProblem || standing(of: report) == .unexpectedPass
  }

  /// The order of findings: those that fail the run, those that are better than listed, other new ones, known ones.
  private func rank(_ report: CaseReport) -> Int {
    if counts(report) { return 0 }
    if standing(of: report) == .unexpectedPass { return 1 }
    return isKnown(report) ? 3 : 2
  }

  private func totals(_ texts: [TextReport]) -> HTML {
    guard !cases.isEmpty else { return "" }
    let tallies = tallies(of: cases).map(\.tally)
    func row(_ name: HTML, _ cases: [CaseReport], isOffered: Bool = true) -> HTML {
      let counts = Dictionary(uniqueKeysWithValues: self.tallies(of: cases).map { ($0.tally, $0.count) })
      let cells: [HTML] = tallies.map { tally in
        // Passing by refusing properly is not shown as a success.
        let name = tally == .pass && !isOffered ? Tally.notOffered.className : tally.className
        return counts[tally].map { "<td class=\"\(name)\">\($0)</td>" } ?? "<td></td>"
      }
      return "<tr><th scope=\"row\">\(name)</th><td>\(cases.count)</td>\(cells)</tr>\n"
    }
    let heads = tallies.map { "<th scope=\"col\">\($0.rawValue)</th>" as HTML }
    let rows = texts.map { text in
      let remark: HTML = text.isOffered ? "" : " <small>\(Tally.notOffered.rawValue)</small>"
      return row(
        "<a href=\"#\(text.document)\">\(text.name)</a>\(remark)", text.cases, isOffered: text.isOffered)
    }
    let all = texts.count > 1 ? row("all", cases) : ""
    return """
      <h2>Totals</h2>
      <section class="wide" tabindex="0" aria-label="Counts by group"><table class="totals sortable">
      <thead><tr><th data-name="group"></th><th scope="col">cases</th>\(heads)</tr></thead>
      <tbody>
      \(rows)</tbody>
      <tfoot>
      \(all)</tfoot>
      </table></section>

      """
  }

  /// The needs that were not met, so that cases were skipped.
  private var unmet: HTML {
    let unmet = needs.filter { $0.reason != nil }
    guard !unmet.isEmpty else { return "" }
    let items = unmet.map { "<li><b>\($0.need.description)</b> \($0.reason ?? "")</li>\n" as HTML }
    return """
      <details class="unmet"><summary>\(unmet.count == 1 ? "1 need is" : "\(unmet.count) needs are") not met</summary>
      <ul>
      \(items)</ul>
      </details>

      """
  }

  /// The cases of an RFC without findings, and links to those with findings.
  private func html(_ text: TextReport) -> HTML {
    let found = text.cases.filter(isFinding).map(\.entry.id.rawValue)
    let links = found.enumerated().map { index, id in
      "\(index == 0 ? "" : ", ")<a href=\"#\(id)\">\(id)</a>" as HTML
    }
    let above: HTML = found.isEmpty ? "" : "<p class=\"above\">Among the findings: \(links)</p>\n"
    let remark = text.isOffered ? "" : "\(Tally.notOffered.rawValue); "
    return """
      <section class="group" id="\(text.document)">
      <h2>\(text.name) <small>\(remark)\(words(of: text.cases))</small></h2>
      \(above)\(text.cases.filter { !isFinding($0) }.map { $0.html(in: self, isFinding: false) })</section>

      """
  }

  private func about(_ program: String) -> HTML {
    var lines: [HTML] = [
      "\(program), <time>\(startedText)</time>",
      "\((["\(cases.count) cases in \(duration.inSeconds)", "\(jobs) at a time"] + party.remarks).joined(separator: ", "))",
    ]
    lines += leftovers.map { "<span class=\"bad\">not removed from the \(party.side.rawValue): \($0)</span>" }
    return HTML(lines.map { "<p>\($0)</p>\n" })
  }
}

extension ResultBar {
  fileprivate var html: HTML {
    let parts = columns(of: 100)
    func part(_ name: HTML, _ start: Int, _ share: Int) -> HTML {
      share == 0 ? "" : "<rect class=\"\(name)\" x=\"\(start)\" width=\"\(share)\" height=\"1\"/>"
    }
    return """
      <li><span>\(name)</span><svg viewBox="0 0 100 1" preserveAspectRatio="none" role="img" aria-label="\(words)">\
      \(part("pass", 0, parts.passes))\(part("warn", parts.passes, parts.warnings))\
      \(part("fail", parts.passes + parts.warnings, parts.failures))</svg><span>\(words)</span></li>

      """
  }
}
