import FTPText

extension RunReport {
  /// The report as a page in one file, for people.
  ///
  /// It loads nothing, works without its script, and follows whether the system is light or dark. What peers sent is
  /// escaped twice: to printable ASCII, and for HTML.
  func html(program: String) -> String {
    HTMLPage(
      title: "\(party.tool): \(party.name)", style: HTMLPage.reportStyle, script: HTMLPage.reportScript,
      body: """
        <header>
        <h1>\(party.name)</h1>
        \(party.words.map { "<p class=\"says\">\($0)</p>\n" as HTML })\(verdict)
        </header>
        <main>
        \(sanityProblem)\(filters)\(totals)\(unmet)\(groups.map(html))</main>
        <footer>\(about(program))</footer>
        """
    ).text
  }

  private var verdict: HTML {
    "\(outcome)\(baselineSentences.map { "\n<p class=\"faint\">\($0)</p>" as HTML })"
  }

  private var outcome: HTML {
    let count = cases.count(where: counts)
    let better = cases(.unexpectedPass).count
    if let problem { return "<p class=\"verdict bad\">Not usable: \(problem)</p>" }
    if wasInterrupted { return "<p class=\"verdict bad\">Interrupted</p>" }
    if count == 0, better > 0 {
      return
        "<p class=\"verdict better\">\(better) of \(cases.count) cases are better than their baseline</p>"
    }
    if count == 0 {
      let word = cases.contains(where: isKnown) ? "new" : "wrong"
      return "<p class=\"verdict good\">Nothing \(word) in \(cases.count) cases</p>"
    }
    return
      "<p class=\"verdict bad\">\(count) of \(cases.count) cases found something \(baseline == nil ? "wrong" : "new")</p>"
  }

  /// The conversation that showed that the party is not usable.
  private var sanityProblem: HTML {
    guard problem != nil, let last = sanity.last, last.verdict != .pass, let excerpt = last.excerpt() else {
      return ""
    }
    return "<section><pre>\(excerpt.lines.joined(separator: "\n"))</pre></section>\n"
  }

  /// A box to tick for each verdict that occurs, and what the script can do.
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
    let boxes: [HTML] = verdictCounts.map { verdict, count in
      let name = verdict.rawValue
      return """
        <label class="tile \(name)"><input type="checkbox" id="show-\(name)" checked> <b>\(count)</b> \(name)</label>

        """
    }
    return """
      <section class="filters">
      <div class="tiles">
      \(boxes)\(standingBoxes)</div>
      <div class="tools" hidden>
      <input type="search" id="search" placeholder="Filter by words, such as 4.2 multiline" aria-label="Filter by words">
      <button type="button" id="problems">Problems only</button>
      <button type="button" id="open">Open all</button>
      <output id="shown"></output>
      </div>
      </section>

      """
  }

  private var totals: HTML {
    guard !cases.isEmpty else { return "" }
    let verdicts = verdictCounts.map(\.verdict)
    func row(_ name: HTML, _ cases: [CaseReport]) -> HTML {
      let cells: [HTML] = verdicts.map { verdict in
        let count = cases.count { $0.verdict == verdict }
        return count == 0 ? "<td></td>" : "<td class=\"\(verdict.rawValue)\">\(count)</td>"
      }
      return "<tr><th scope=\"row\">\(name)</th><td>\(cases.count)</td>\(cells)</tr>\n"
    }
    let heads = verdicts.map { "<th scope=\"col\">\($0.rawValue)</th>" as HTML }
    let groups = groups
    let rows = groups.map { row("<a href=\"#\($0.document)\">\(documentName($0.document))</a>", $0.cases) }
    let all = groups.count > 1 ? row("all", cases) : ""
    return """
      <section class="wide"><table class="totals">
      <thead><tr><th></th><th scope="col">cases</th>\(heads)</tr></thead>
      <tbody>
      \(rows)</tbody>
      <tfoot>
      \(all)</tfoot>
      </table></section>

      """
  }

  /// What the party does not have, because of which cases were skipped.
  private var unmet: HTML {
    let unmet = needs.filter { $0.reason != nil }
    guard !unmet.isEmpty else { return "" }
    let items = unmet.map { "<li><b>\($0.need.description)</b> \($0.reason ?? "")</li>\n" as HTML }
    return """
      <details class="unmet"><summary>\(unmet.count) needs are not met</summary>
      <ul>
      \(items)</ul>
      </details>

      """
  }

  private func html(_ document: String, _ cases: [CaseReport]) -> HTML {
    """
    <section class="group" id="\(document)">
    <h2>\(documentName(document)) <small>\(Self.words(Self.count(cases)))</small></h2>
    \(cases.map { $0.html(in: self) })</section>

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
