import FTPText

extension ConformanceMatrix {
  /// The matrix as a page in one file: totals for each RFC, the table with its filters, and the findings of each
  /// case.
  ///
  /// Its cells link to the pages of the runs, if they exist, or else to the findings.
  package var html: String {
    HTMLPage(
      title: "ftpraw matrix", kind: .matrix,
      body: """
        <header>
        <h1>\(title)</h1>
        </header>
        <main>
        \(list)\(totals)\(filters)\(table)\(details)</main>
        """
    ).text
  }

  private var list: HTML {
    let items: [HTML] = columns.map { column in
      let problem: HTML =
        column.problem.map { " <span class=\"bad\">ended early: \($0)</span>" } ?? ""
      let software: HTML = column.software.map { " \($0)" } ?? ""
      return """
        <li>\(Self.name(of: column))\(software) <code>\(column.words.joined(separator: "  "))</code>\(problem)</li>

        """
    }
    let heading: String = columns.count == 1 ? "1 \(side)" : "\(columns.count) \(noun)"
    return "<details class=\"columns\" open><summary>\(heading)</summary>\n<ul>\n\(items)</ul>\n</details>\n"
  }

  /// The name of a column, as a link to its page if there is one.
  private static func name(of column: MatrixColumn) -> HTML {
    column.page.map { "<a href=\"\($0)\"><b>\(column.name)</b></a>" } ?? "<b>\(column.name)</b>"
  }

  /// The totals; each column of the matrix is a row here, to leave room for its name.
  private var totals: HTML {
    var texts = groups.map { (name: documentName($0.document), groups: [$0]) }
    if groups.count > 1 { texts.insert(("all", groups), at: 0) }
    let heads = texts.map { "<th scope=\"col\">\($0.name)</th>" as HTML }
    let rows: [HTML] = columns.indices.map { index in
      let cells: [HTML] = texts.map { text in
        let isOffered = text.groups.contains { offers(index, $0.document) }
        return cell(total(of: index, in: text.groups), isOffered)
      }
      return "<tr><th scope=\"row\">\(columns[index].name)</th>\(cells)</tr>\n"
    }
    return """
      <p class="note">\(totalsNote)</p>
      <section class="wide" tabindex="0" aria-label="Totals"><table class="totals sortable">
      <thead><tr><th data-name="\(side.rawValue)"></th>\(heads)</tr></thead>
      <tbody>
      \(rows)</tbody>
      </table></section>

      """
  }

  private func cell(_ total: Total, _ isOffered: Bool) -> HTML {
    let missing: HTML =
      total.notOffered == 0
      ? "" : " <small>\(isOffered ? "\(total.notOffered) " : "")\(Tally.notOffered.rawValue)</small>"
    guard total.tested > 0 else { return "<td>\(missing)</td>" }
    let name: Tally = total.failed > 0 ? .fail : total.passed < total.tested ? .warn : .pass
    // Sorting by this column uses the share that passed.
    let share = 10_000 * total.passed / total.tested
    return
      "<td class=\"\(name.className)\" data-value=\"\(share)\">\(total.passed)/\(total.tested)\(missing)</td>"
  }

  private var filters: HTML {
    let boxes: [HTML] = columns.indices.map { index in
      """
      <label class="tile"><input type="checkbox" class="column" id="show-\(index + 1)" value="\(index)" checked> \
      \(columns[index].name)</label>

      """
    }
    let keys = legend.map { sign, tally in
      "<span class=\"key \(tally.className)\"><b>\(sign)</b> \(tally.rawValue)</span> " as HTML
    }
    return """
      <section class="filters">
      <div class="tiles">
      <label class="tile"><input type="checkbox" id="problem"> cases with a problem</label>
      <label class="tile"><input type="checkbox" id="differs"> cases in which \(noun) differ</label>
      </div>
      <div class="tools" hidden>
      <input type="search" id="search" placeholder="Filter by words, such as rfc959/4.2 reply" aria-label="Filter by words">
      <output id="shown"></output>
      </div>
      <div class="tiles tools" hidden>
      \(boxes)</div>
      \(HTMLPage.keys("case with a problem", copies: false))</section>
      <p class="legend">\(keys)</p>

      """
  }

  private var table: HTML {
    let heads = columns.map { "<th scope=\"col\"><span>\($0.name)</span></th>" as HTML }
    let bodies: [HTML] = groups.map { group in
      """
      <tbody id="\(group.document)">
      <tr class="head"><th scope="rowgroup" colspan="\(columns.count + 1)">\(documentName(group.document))</th></tr>
      \(group.rows.map(html))</tbody>

      """
    }
    return """
      <div class="scroller" tabindex="0" aria-label="Cases"><table class="matrix sortable">
      <thead><tr><th data-name="case"></th>\(heads)</tr></thead>
      \(bodies)</table></div>

      """
  }

  private func html(_ row: Row) -> HTML {
    let cells: [HTML] = row.results.enumerated().map { index, result in
      guard let result else { return "<td></td>" }
      let tally = result.tally
      let target: String? =
        columns[index].page.map { "\($0)#\(row.id)" }
        ?? (tally.isProblem ? "#\(Self.anchor(row.id, index))" : nil)
      let sign: HTML = target.map { "<a href=\"\($0)\">\(tally.sign)</a>" } ?? "\(tally.sign)"
      let words = result.line.map { "\(tally.rawValue): \($0)" } ?? tally.rawValue
      // Sorting by this column puts the worst at the top.
      let weight = Tally.allCases.firstIndex(of: tally).map { tally.isProblem ? 10 + $0 : $0 } ?? 0
      return "<td class=\"\(tally.className)\" data-value=\"\(weight)\" title=\"\(words)\">\(sign)</td>"
    }
    let slug = "\(row.id.section)/\(row.id.slug)"
    let name: HTML = row.hasProblem ? "<a href=\"#\(row.id.rawValue)\">\(slug)</a>" : "\(slug)"
    return """
      <tr class="case\(row.hasProblem ? " problem" : "")\(row.differs ? " differs" : "")">\
      <th scope="row" title="\(row.title)">\(name)</th>\(cells)</tr>

      """
  }

  /// The anchor of what one party did in one case.
  private static func anchor(_ id: CaseID, _ column: Int) -> String { "\(id)@\(column + 1)" }

  /// What the parties did in cases with a problem.
  private var details: HTML {
    let rows = groups.flatMap(\.rows).filter(\.hasProblem)
    guard !rows.isEmpty else { return "" }
    return "<h2>What was found</h2>\n\(rows.map(detail))"
  }

  private func detail(_ row: Row) -> HTML {
    let items: [HTML] = columns.indices.compactMap { index in
      guard let result = row.results[index], result.verdict.isProblem else { return nil }
      let name = result.tally.className
      let known: HTML = result.known.map { " <small>known\($0.isEmpty ? "" : ": \($0)")</small>" } ?? ""
      let page: HTML =
        columns[index].page.map { " <a href=\"\($0)#\(row.id.rawValue)\">the whole conversation</a>" } ?? ""
      return """
        <li id="\(Self.anchor(row.id, index))"><b>\(columns[index].name)</b> <span class="key \(name)">\(name)</span> \
        \(result.line ?? "")\(known)\(Self.evidence(result))\(page)</li>

        """
    }
    return """
      <section class="detail" id="\(row.id.rawValue)">
      <h3><a href="#\(row.id.rawValue)">\(row.id.rawValue)</a></h3>
      <p>\(HTML.prose(row.title))</p>
      <ul>
      \(items)</ul>
      </section>

      """
  }

  /// The conversation around a problem, and the command that repeats it.
  private static func evidence(_ result: MatrixColumn.Result) -> HTML {
    guard !result.excerpt.isEmpty else { return "" }
    let again: HTML = result.rerun.map { HTMLPage.command($0) } ?? ""
    return """
      <details class="evidence"><summary>conversation</summary>
      <pre>\(result.excerpt.joined(separator: "\n"))</pre>
      \(again)</details>
      """
  }
}
