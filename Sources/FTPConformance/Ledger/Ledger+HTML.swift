import FTPRequirements
import FTPText

extension Ledger {
  /// The ledger as a page in one file, for readers.
  ///
  /// It loads nothing, and can be read without its script.
  package var html: String {
    let places = places
    return HTMLPage(
      title: "ftpraw ledger", kind: .ledger,
      body: """
        <header>
        <h1>What the RFCs ask for, and what tests or shows it</h1>
        \(hasVectors ? "" : "<p class=\"bad\">\(note)</p>\n" as HTML)</header>
        <main>
        \(filters)\(counts)\(documents.map { Self.html($0.name, $0.ledger, places) })</main>
        """
    ).text
  }

  /// The requirement on this page to link to, for each id of a case or a requirement: for a case, the requirement that
  /// it is about, or else one that it cites.
  private var places: [String: String] {
    var places: [String: String] = [:]
    for entry in entries {
      for id in entry.cases
      where places[id.rawValue] == nil || CaseCatalogue.entry(id)?.requirements.first?.rawValue == entry.id {
        places[id.rawValue] = entry.id
      }
      places[entry.id] = entry.id
    }
    return places
  }

  private var filters: HTML {
    let boxes: [HTML] = LedgerEntry.Standing.allCases.compactMap { standing in
      let count = entries.count { $0.standing == standing }
      return count == 0
        ? nil
        : """
        <label class="tile \(standing.rawValue)"><input type="checkbox" id="show-\(standing.rawValue)" checked> \
        <b>\(count)</b> \(standing.phrase)</label>

        """
    }
    return """
      <section class="filters">
      <div class="tiles">
      \(boxes)</div>
      <div class="tools" hidden>
      <input type="search" id="search" placeholder="Filter by words, such as 4.2 multiline" aria-label="Filter by words">
      <output id="shown"></output>
      </div>
      \(HTMLPage.keys("rule", copies: false))</section>

      """
  }

  private var counts: HTML {
    func row(_ name: HTML, _ totals: LedgerTotals) -> HTML {
      let numbers = [totals.server, totals.client].flatMap {
        [$0.all, $0.covered, $0.waived, $0.unaccounted]
      }
      let cells = numbers.enumerated().map { index, number in
        number == 0
          ? "<td></td>" : index % 4 == 3 ? "<td class=\"bad\">\(number)</td>" : "<td>\(number)</td>" as HTML
      }
      return "<tr><th scope=\"row\">\(name)</th>\(cells)</tr>\n"
    }
    let parts = documents
    let rows = parts.map { row("<a href=\"#\($0.name)\">\($0.name)</a>", $0.ledger.totals) }
    let all: HTML = parts.count > 1 ? row("all", totals) : ""
    return """
      <section class="wide" tabindex="0" aria-label="Counts by document"><table class="totals sortable">
      <thead>
      <tr><th></th><th scope="colgroup" colspan="4">rules for servers</th><th scope="colgroup" colspan="4">for clients</th></tr>
      <tr><th data-name="document"></th><th scope="col">all</th><th scope="col">with a case</th><th scope="col">waived</th>\
      <th scope="col">unaccounted for</th><th scope="col">all</th><th scope="col">shown</th><th scope="col">waived</th>\
      <th scope="col">unaccounted for</th></tr>
      </thead>
      <tbody>
      \(rows)</tbody>
      <tfoot>
      \(all)</tfoot>
      </table></section>

      """
  }

  private static func html(_ name: String, _ ledger: Ledger, _ places: [String: String]) -> HTML {
    let totals = ledger.totals
    let rows = ledger.entries.map { $0.html(places) }
    return """
      <section class="group" id="\(name)">
      <h2>\(name) <small>\(totals.server.covered + totals.client.covered) of \(ledger.entries.count)</small></h2>
      \(rows)</section>

      """
  }
}

extension LedgerEntry {
  /// The row of a requirement.
  ///
  /// - Parameter places: The id of the requirement on the page for each id of a case or of a requirement.
  /// - Returns: The row.
  fileprivate func html(_ places: [String: String]) -> HTML {
    let lists: [HTML] = [("cases", cases.map(\.rawValue)), ("vectors", vectors), ("faults", faults)]
      .compactMap { kind, names in
        guard !names.isEmpty else { return nil }
        let codes = names.map { name in
          let code: HTML = "<code>\(name)</code>"
          return places[name].map { "<a href=\"#\($0)\">\(code)</a>" } ?? code
        }
        return "<dt>\(kind)</dt><dd>\(codes)</dd>"
      }
    let graded =
      requirement.conflicts.isEmpty ? "" : "; graded (\(requirement.conflicts.joined(separator: ", ")))"
    let source: HTML = requirement.link.map { " <a href=\"\($0)\">source</a>" } ?? ""
    let waiver: HTML =
      requirement.waiver.map { waiver in
        "<dt>waived</dt><dd>\(HTML.linking(waiver) { word in places[word].map { "#\($0)" } })</dd>"
      } ?? ""
    return """
      <article class="rule \(standing.rawValue)" id="\(id)">
      <p><a href="#\(id)"><code class="id">\(id)</code></a> <b class="badge">\(standing.phrase)</b> \
      <span class="kind">\(requirement.side.rawValue): \(requirement.force)\(graded)</span>\(source)</p>
      <p>\(HTML.prose(requirement.text))</p>
      <dl>\(lists)\(waiver)</dl>
      </article>

      """
  }
}
