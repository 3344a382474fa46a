import FTPText

extension ConformanceMatrix {
  /// The matrix as a page in one file: totals for each text, the table with its filters, and what was found in each
  /// case.
  public var html: String {
    HTMLPage(
      title: "ftpraw matrix", style: HTMLPage.matrixStyle, script: HTMLPage.matrixScript,
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
        column.problem.map { " <span class=\"bad\">did not come to its end: \($0)</span>" } ?? ""
      return "<li><b>\(column.name)</b> <code>\(column.words.joined(separator: "  "))</code>\(problem)</li>\n"
    }
    return
      "<details class=\"servers\"><summary>\(columns.count) \(noun)</summary>\n<ul>\n\(items)</ul>\n</details>\n"
  }

  /// Columns are rows here, so that there is room for their names.
  private var totals: HTML {
    let all = groups.flatMap(\.rows)
    var texts = groups.map { (name: documentName($0.document), rows: $0.rows) }
    if groups.count > 1 { texts.insert(("all", all), at: 0) }
    let heads = texts.map { "<th scope=\"col\">\($0.name)</th>" as HTML }
    let rows: [HTML] = columns.indices.map { index in
      let cells: [HTML] = texts.map { text in
        let total = Self.total(of: index, in: text.rows)
        guard total.tested > 0 else { return "<td></td>" }
        let name = total.failed > 0 ? "fail" : total.passed < total.tested ? "warn" : "pass"
        return "<td class=\"\(name)\">\(total.passed)/\(total.tested)</td>"
      }
      return "<tr><th scope=\"row\">\(columns[index].name)</th>\(cells)</tr>\n"
    }
    return """
      <p class="note">Passed / tested, where what is skipped or unsupported is not tested</p>
      <section class="wide"><table class="totals">
      <thead><tr><th></th>\(heads)</tr></thead>
      <tbody>
      \(rows)</tbody>
      </table></section>

      """
  }

  private var filters: HTML {
    let boxes: [HTML] = columns.indices.map { index in
      """
      <label class="tile"><input type="checkbox" class="server" value="\(index)" checked> \(columns[index].name)</label>

      """
    }
    let legend = CaseVerdict.allCases.map { verdict in
      "<span class=\"key \(verdict.rawValue)\"><b>\(verdict.sign)</b> \(verdict.rawValue)</span> " as HTML
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
      <p>\(legend)</p>
      </section>

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
      <div class="scroller"><table class="matrix">
      <thead><tr><th></th>\(heads)</tr></thead>
      \(bodies)</table></div>

      """
  }

  private func html(_ row: Row) -> HTML {
    let cells: [HTML] = row.results.map { result in
      guard let result else { return "<td></td>" }
      let name = result.verdict.rawValue
      let sign: HTML =
        result.verdict.isProblem
        ? "<a href=\"#\(row.id.rawValue)\">\(result.verdict.sign)</a>" : "\(result.verdict.sign)"
      let words = result.line.map { "\(name): \($0)" } ?? name
      return "<td class=\"\(name)\" title=\"\(words)\">\(sign)</td>"
    }
    let slug = "\(row.id.section)/\(row.id.slug)"
    let name: HTML = row.hasProblem ? "<a href=\"#\(row.id.rawValue)\">\(slug)</a>" : "\(slug)"
    return """
      <tr class="case\(row.hasProblem ? " problem" : "")\(row.differs ? " differs" : "")">\
      <th scope="row" title="\(row.title)">\(name)</th>\(cells)</tr>

      """
  }

  /// What the parties did in the cases in which something is wrong.
  private var details: HTML {
    let rows = groups.flatMap(\.rows).filter(\.hasProblem)
    guard !rows.isEmpty else { return "" }
    return "<h2>What was found</h2>\n\(rows.map(detail))"
  }

  private func detail(_ row: Row) -> HTML {
    let items: [HTML] = zip(columns, row.results).compactMap { column, result in
      guard let result, result.verdict.isProblem else { return nil }
      let name = result.verdict.rawValue
      let known: HTML = result.known.map { " <small>known\($0.isEmpty ? "" : ": \($0)")</small>" } ?? ""
      return """
        <li><b>\(column.name)</b> <span class="key \(name)">\(name)</span> \(result.line ?? "")\(known)</li>

        """
    }
    return """
      <section class="detail" id="\(row.id.rawValue)">
      <h3>\(row.id.rawValue)</h3>
      <p>\(HTML.prose(row.title))</p>
      <ul>
      \(items)</ul>
      </section>

      """
  }
}
