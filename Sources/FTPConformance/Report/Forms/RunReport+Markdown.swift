import FTPText

extension RunReport {
  /// How many cases have their conversation shown; a comment on GitHub has room for 65,536 characters.
  private static let mostConversations = 30

  /// The report for a comment or the summary of a job: counts for each RFC, then the problems.
  var markdown: String {
    var text = "## \(MarkdownText.code(party.tool)): \(headline)\n\n"
    text +=
      ([party.isNamePhrase ? MarkdownText.prose(party.name) : MarkdownText.code(party.name)]
      + (party.software.map { [MarkdownText.prose($0)] } ?? []) + party.words.map { MarkdownText.code($0) })
      .joined(separator: " \u{B7} ") + "\n\n"
    if let problem { text += "**The run ended early:** \(MarkdownText.code(problem))\n\n" }
    if let words = figures.harmWords { text += "**By harm:** \(words)\n\n" }
    if let obstacle { text += "**\(MarkdownText.prose(obstacle))**\n\n" }
    text += table
    for sentence in baselineSentences { text += "\n" + MarkdownText.prose(sentence) + "\n" }
    let counting = cases.filter(counts)
    let others = cases.filter { $0.verdict.isProblem && !counts($0) }
    let better = cases(.unexpectedPass)
    text += section("Problems", counting) + listed("No longer a problem", better)
    text += section(
      "Below the level of the run", others.filter { !isKnown($0) && standing(of: $0) != .unexpectedPass })
    text += listed("Known", others.filter(isKnown))
    text += conversations(counting) + omitted
    for path in leftovers { text += "\nNot removed from the \(party.side): \(MarkdownText.code(path))\n" }
    return text
  }

  private var headline: String {
    if wasInterrupted { return "interrupted" }
    if problem != nil { return "the \(party.side) is not usable" }
    return figures.words
  }

  /// How often each verdict occurs, for each RFC and in all.
  private var table: String {
    guard !cases.isEmpty else { return "No cases.\n" }
    let tallies = tallies(of: cases).map(\.tally)
    var rows = [
      ["", "cases"] + tallies.map(\.rawValue), ["---"] + Array(repeating: "---:", count: tallies.count + 1),
    ]
    func row(_ name: String, _ cases: [CaseReport]) -> [String] {
      [name, "\(cases.count)"]
        + tallies.map { tally in
          let count = cases.count { self.tally(of: $0) == tally }
          return count == 0 ? "" : "\(count)"
        }
    }
    let texts = texts
    rows += texts.map { text in
      let name = MarkdownText.prose(text.name, inTable: true)
      return row(text.isOffered ? name : "\(name) (\(Tally.notOffered.rawValue))", text.cases)
    }
    if texts.count > 1 { rows.append(row("**all**", cases)) }
    return rows.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
  }

  private func section(_ title: String, _ cases: [CaseReport]) -> String {
    guard !cases.isEmpty else { return "" }
    var text = "\n### \(title)\n\n| harm | case | verdict | expected | received |\n|---|---|---|---|---|\n"
    for cause in causes(of: cases) {
      let report = cause.chief
      let finding = report.findings.first
      let words = [
        cause.harm?.kind.words ?? "", MarkdownText.code(report.entry.id.rawValue, inTable: true),
        report.verdict.rawValue, MarkdownText.code(finding?.expected ?? "", inTable: true),
        MarkdownText.code(finding?.received ?? report.reason ?? "", inTable: true),
      ]
      text += "| \(words.joined(separator: " | ")) |\n"
      for other in cause.others {
        text +=
          "| | \(MarkdownText.code(other.entry.id.rawValue, inTable: true)) | \(other.verdict) | the same | |\n"
      }
    }
    return text
  }

  /// The baseline's lines about cases.
  private func listed(_ title: String, _ cases: [CaseReport]) -> String {
    guard !cases.isEmpty else { return "" }
    var text = "\n### \(title)\n\n| case | verdict | in the baseline |\n|---|---|---|\n"
    for report in cases {
      let words = [
        MarkdownText.code(report.entry.id.rawValue, inTable: true), report.verdict.rawValue,
        MarkdownText.prose(listing(of: report) ?? "", inTable: true),
      ]
      text += "| \(words.joined(separator: " | ")) |\n"
    }
    return text
  }

  private func conversations(_ cases: [CaseReport]) -> String {
    var text = ""
    let causes = causes(of: cases)
    for cause in causes.prefix(Self.mostConversations) {
      let report = cause.chief
      let entry = report.entry
      text +=
        "\n<details><summary><code>\(HTML.escape(entry.id.rawValue))</code> \(report.verdict)</summary>\n\n"
      text += MarkdownText.prose(entry.title) + "\n\n"
      for finding in report.findings {
        let name = MarkdownText.code(finding.requirement.rawValue)
        let id = finding.link.map { "[\(name)](\($0))" } ?? name
        text += "- \(id): \(MarkdownText.prose(finding.rule))\n"
        if let harm = finding.harm {
          text += "  - **\(harm.kind.words)**: \(MarkdownText.prose(harm.sentence))\n"
        }
        text += "  - force: \(MarkdownText.prose(finding.force))\n"
        text += "  - expected \(MarkdownText.code(finding.expected))\n"
        text += "  - received \(MarkdownText.code(finding.received))\n"
        text += others(finding, of: report).map { "  - others: \(MarkdownText.prose($0))\n" } ?? ""
      }
      if let listing = listing(of: report) { text += "- \(MarkdownText.prose(listing))\n" }
      if let reason = report.reason { text += "- \(MarkdownText.code(reason))\n" }
      if let words = report.ending.words { text += "- \(words)\n" }
      if let words = cause.words { text += "- \(MarkdownText.prose(words))\n" }
      if let excerpt = report.excerpt() {
        let title = excerpt.seenIn.map { "\nSeen in \(MarkdownText.code($0.rawValue)):\n" } ?? ""
        text += "\(title)\n" + MarkdownText.block(excerpt.marked)
      }
      if let other = report.contrast() {
        text += "\n\(other.title):\n\n" + MarkdownText.block(other.excerpt.lines)
      }
      if !report.exhibitLines.isEmpty { text += "\n" + MarkdownText.block(report.exhibitLines) }
      text += "\n" + MarkdownText.block([command(rerunning: report)]) + "\n</details>\n"
    }
    let rest = causes.count - Self.mostConversations
    return rest > 0 ? text + "\nThe conversations of \(rest) more are not shown.\n" : text
  }

  /// The cases that were not run or are not offered, with the reason.
  private var omitted: String {
    let omitted = cases.filter { $0.verdict == .skipped || $0.verdict == .unsupported }
    guard !omitted.isEmpty else { return "" }
    var text = "\n<details><summary>Not tested: \(omitted.count)</summary>\n\n"
    for report in omitted {
      text +=
        "- \(MarkdownText.code(report.entry.id.rawValue)) \(tally(of: report).rawValue): \(MarkdownText.code(report.reason ?? ""))\n"
    }
    return text + "\n</details>\n"
  }
}
