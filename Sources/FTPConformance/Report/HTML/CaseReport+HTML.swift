import FTPProtocol
import FTPRequirements
import FTPText

extension CaseReport {
  /// The case as a row that can be opened: verdict, name, title and problem, and inside it everything else.
  ///
  /// - Parameters:
  ///   - report: The report that it is in.
  ///   - isFinding: Whether it is among the findings.
  ///   - cause: The cause that it is the first to show; nil if another case shows it, or if there is none.
  ///   - isOpen: Whether it is open at first.
  /// - Returns: The row.
  func html(
    in report: RunReport, isFinding: Bool, of cause: RunReport.CommonCause? = nil, isOpen: Bool = false
  ) -> HTML {
    let id = entry.id.rawValue
    let tally = report.tally(of: self)
    let listing = report.listing(of: self)
    let isKnown = report.isKnown(self)
    let isBetter = report.standing(of: self) == .unexpectedPass
    let words = isKnown || isBetter ? listing : verdict == .pass ? nil : line
    let problem: HTML = words.map { "<span class=\"line\">\($0)</span>" } ?? ""
    let listed: HTML = listing.map { "<p class=\"listed\">Baseline: \(linking($0, in: report))</p>\n" } ?? ""
    let harm: HTML =
      isFinding
      ? self.harm.map { "<b class=\"harm \($0.kind.rawValue)\">\($0.kind.words)</b> " } ?? "" : ""
    let also: HTML = cause?.words.map { "<p class=\"faint\">\(linking($0, in: report))</p>\n" } ?? ""
    let isSame = isFinding && verdict.isProblem && cause == nil
    let opened: HTML = isOpen ? " open" : ""
    let printed: HTML = isFinding ? " data-print" : ""
    return """
      <details class="case \(tally.className)\(isKnown ? " known" : isBetter ? " better" : "")\(isSame ? " same" : "")"\(printed) \
      data-time="\(Int(duration / .microseconds(1)))"\(opened)>
      <summary><b class="badge \(tally.className)">\(tally.rawValue)</b><span class="name">\(id)</span>\
      <span class="title">\(harm)\(HTML.prose(entry.title))</span>\(problem)</summary>
      <div class="body" id="\(id)">
      \(listed)\(found(report))\(also)\(shown)\(HTMLPage.command(report.command(rerunning: self)))\(asked)\(facts(report))\(conversations(report))
      </div>
      </details>

      """
  }

  /// Text in which the ids of other cases and of requirements are links.
  private func linking(_ text: String, in report: RunReport) -> HTML {
    HTML.linking(text) { word in
      guard word.contains("/") || word.contains(":") else { return nil }
      if word.contains(":") { return RequirementCatalogue.requirement(id: word)?.link }
      return report.cases.contains { $0.entry.id.rawValue == word } ? "#\(word)" : nil
    }
  }

  /// The requirements in words; broken ones with what was expected and received.
  private var asked: HTML {
    let broken = Set(findings.map(\.requirement))
    let ids = entry.requirements.filter { !broken.contains($0) }
    let items: [HTML] = ids.map { id in
      let requirement = RequirementCatalogue.requirement(id: id.rawValue)
      let level = requirement.map { " \($0.level.rawValue)" } ?? ""
      return """
        <li>\(HTMLPage.requirement(id.rawValue))\(level) \(HTML.prose(requirement?.text ?? ""))</li>

        """
    }
    return items.isEmpty ? "" : "<ul class=\"asked\">\n\(items)</ul>\n"
  }

  private func found(_ report: RunReport) -> HTML {
    let items: [HTML] = findings.map { finding in
      let text = RequirementCatalogue.requirement(id: finding.requirement.rawValue)?.text ?? ""
      let harm: HTML =
        finding.harm.map {
          "<p class=\"harm\"><b class=\"\($0.kind.rawValue)\">\($0.kind.words)</b> \($0.sentence)</p>"
        } ?? ""
      let details: [HTML] = finding.details(report.others(finding, of: self)).map { name, text in
        switch name {
        case "source": "<dt>source</dt><dd><a href=\"\(text)\">\(text)</a></dd>"
        case "received": "<dt>received</dt><dd class=\"received\">\(text)</dd>"
        default: "<dt>\(name)</dt><dd>\(text)</dd>"
        }
      }
      return """
        <div class="finding \(finding.level.rawValue)">\(harm)<p>\(HTMLPage.requirement(finding.requirement.rawValue)) \
        \(HTML.prose(text))</p>
        <dl>\(details)</dl></div>

        """
    }
    let reason: HTML = self.reason.map { "<p class=\"reason\">\(linking($0, in: report))</p>\n" } ?? ""
    return "\(reason)\(items)"
  }

  private func facts(_ report: RunReport) -> HTML {
    var facts: [HTML] = ["<a href=\"#\(entry.id.rawValue)\">link</a>", "level \(entry.level.rawValue)"]
    if !entry.needs.isEmpty {
      facts.append("needs \(entry.needs.map(\.description).joined(separator: ", "))")
    }
    if !entry.tags.isEmpty { facts.append("tags \(entry.tags.joined(separator: ", "))") }
    if attempts.count > 1 {
      facts.append("\(attempts.count) attempts: \(attempts.map(\.verdict.rawValue).joined(separator: ", "))")
    }
    if !attempts.isEmpty {
      facts.append("\(duration.milliseconds)")
      let isBad = ending.words != nil
      facts.append("<span class=\"\(isBad ? "bad" : "")\">connection: \(ending.rawValue)</span>")
    }
    let list = facts.map { "<li>\($0)</li>" as HTML }
    return "<ul class=\"facts\">\(list)</ul>\n"
  }

  /// The part of the conversation that shows the finding, with a mark, and what differs.
  private var shown: HTML {
    guard verdict.isProblem, let excerpt = excerpt() else { return "" }
    let rows: [HTML] = excerpt.marked.enumerated().map { index, row in
      index == excerpt.guilty ? "<b>\(row)</b>\n" : "\(row)\n"
    }
    let exhibits: [HTML] = exhibitLines.map { "\($0)\n" }
    return "<pre class=\"excerpt\">\(rows)\(exhibits)</pre>\n"
  }

  /// The conversations of the decisive attempt (of all attempts if they differ), and those of other cases in which the
  /// problem was seen.
  private func conversations(_ report: RunReport) -> HTML {
    let shown = verdict == .flaky ? attempts : tellingAttempt.map { [$0] } ?? []
    guard !shown.isEmpty || !witnesses.isEmpty else { return "" }
    var pieces: [HTML] = []
    for (number, attempt) in shown.enumerated() {
      for (index, conversation) in attempt.conversations.enumerated() {
        var title = attempt.conversations.count > 1 ? "Connection \(index + 1)" : "Conversation"
        if shown.count > 1 { title = "Attempt \(number + 1), \(attempt.verdict): \(title.lowercased())" }
        pieces.append(conversation.html(title: "\(title)", showing: findings.first))
      }
      pieces += attempt.exhibits.map {
        $0.html(of: shown.count > 1 ? "Attempt \(number + 1): " : "")
      }
    }
    pieces += witnesses.map { witness in
      let id = witness.seenIn.rawValue
      return witness.conversation.html(title: "Seen in \(linking(id, in: report))", showing: findings.first)
    }
    // What is wrong is in the excerpt.
    return verdict.isProblem
      ? "<details class=\"whole\"><summary>The whole conversation</summary>\n\(pieces)</details>\n"
      : HTML(pieces)
  }
}

extension CaseAttempt.Exhibit {
  fileprivate func html(of attempt: String) -> HTML {
    """
    <table class="line1">
    <caption>\(attempt)\(name)</caption>
    <tbody>
    \(lines.map { "<tr class=\"m\"><td>\($0)</td></tr>\n" as HTML })</tbody>
    </table>

    """
  }
}

extension CaseAttempt.Conversation {
  /// A table of time, control connection and, if there is data, data connection.
  ///
  /// The reply that shows a finding is marked.
  fileprivate func html(title: HTML, showing finding: Finding?) -> HTML {
    let rows = TimelineRow.rows(of: self)
    guard !rows.isEmpty else { return "" }
    let guilty = rows.lastIndex { $0.kind == .reply && $0.lines.last == finding?.received }
    let hasData = rows.contains { $0.channel == .data }
    let heads: HTML =
      hasData
      ? "<th scope=\"col\">control connection</th><th scope=\"col\">data connection</th>"
      : "<th scope=\"col\">control connection</th>"
    return """
      <table class="\(hasData ? "line2" : "line1")">
      <caption>\(title)</caption>
      <thead><tr><th scope="col" class="time">ms</th>\(heads)</tr></thead>
      <tbody>
      \(rows.enumerated().map { $0.element.html(hasData: hasData, isGuilty: $0.offset == guilty) })</tbody>
      </table>

      """
  }
}

extension TimelineRow {
  fileprivate func html(hasData: Bool, isGuilty: Bool) -> HTML {
    let name: HTML =
      switch kind {
      case .command: "c"
      case .reply: "s"
      case .download, .upload: "d"
      case .meaning, .mark: "m"
      case .verdict: isFault ? "v bad" : "v"
      }
    let text: HTML = kind == .mark ? "" : "<i>\(kind.rawValue)</i> "
    let cell: HTML = "\(text)\(lines.joined(separator: "\n"))"
    let cells: HTML =
      switch (channel, hasData) {
      case (_, false): "<td>\(cell)</td>"
      case (.control, true): "<td>\(cell)</td><td></td>"
      case (.data, true): "<td></td><td>\(cell)</td>"
      case (.both, true): "<td colspan=\"2\">\(cell)</td>"
      }
    let mark: HTML = isGuilty ? " guilty" : ""
    return
      "<tr class=\"\(name)\(mark)\"><td class=\"time\">\(time.milliseconds.dropLast(2))</td>\(cells)</tr>\n"
  }
}
