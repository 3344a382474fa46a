import FTPConformance
import FTPRequirements
import FTPText

/// What `check` prints at the end of a run: everything that is not a pass, then the counts.
struct CheckText: Sendable {
  let report: RunReport
  let width: Int
  let isColored: Bool
  /// Whether only findings and the last line are printed.
  var isQuiet = false
  /// Whether it says how long the parts of the run took.
  var isTimed = false

  /// The whole text; it ends with a line feed unless it is empty.
  var text: String {
    let causes = report.causes(of: problems)
    guard !isQuiet else {
      return (causes.map(problem) + (unusable.isEmpty ? [] : [String(unusable.dropFirst())]) + [closing])
        .joined(separator: "\n")
    }
    return party + overview + causes.map { "\n" + problem($0) }.joined() + unusable + omitted + disturbed
      + baseline + findings(causes) + summary
  }

  /// New problems.
  private var problems: [CaseReport] {
    report.cases.filter { $0.verdict.isProblem && report.standing(of: $0) != .known }
  }

  /// The findings, one per line: what remains on the screen after a long run.
  private func findings(_ causes: [RunReport.CommonCause]) -> String {
    guard !causes.isEmpty else { return "" }
    let column = (problems.map(\.verdict.rawValue.count).max() ?? 0) + 1
    return "\n"
      + causes.map { cause in
        let verdict = cause.chief.verdict
        let gap = String(repeating: " ", count: column - verdict.rawValue.count)
        let remark = cause.harm.map { " (\($0.kind.words))" } ?? ""
        let more = cause.others.isEmpty ? "" : ", and \(cause.others.count) more"
        return "\(painted(verdict))\(gap)\(cause.chief.entry.id)\(remark)\(more)\n"
      }.joined()
  }

  var layout: TextLayout { TextLayout(width: width) }

  private var party: String {
    ([report.party.title] + report.party.words).map { PrintableText.line($0) + "\n" }.joined()
      + (report.obstacle.map { layout.paragraph(PrintableText.line($0)) } ?? "")
  }

  /// The result in one sentence, and a bar for each RFC.
  private var overview: String {
    guard report.problem == nil, !report.cases.isEmpty else { return "" }
    let words = [report.figures.words, report.figures.harmWords].compactMap { $0 }.joined(separator: ": ")
    let bars = report.bars
    let column = 2 + (bars.map(\.name.count).max() ?? 0)
    let hasPassword = report.party.command.operands.contains { $0.contains("@") }
    let advice = hasPassword && !problems.isEmpty
    return layout.paragraph(words.prefix(1).uppercased() + words.dropFirst())
      + (advice ? layout.paragraph("The commands read the password from FTPRAW_PASSWORD.") : "")
      + (bars.isEmpty ? "" : "\n")
      + bars.map { bar in
        let gap = String(repeating: " ", count: column - bar.name.count)
        return "\(bar.name)\(gap)\(bar.text(columns: max(10, min(40, width - column - 24)))) \(bar.words)\n"
      }.joined()
  }

  private func problem(_ cause: RunReport.CommonCause) -> String {
    let `case` = cause.chief
    let entry = `case`.entry
    var text = painted(`case`.verdict) + " \(entry.id)\n"
    if let harm = cause.harm { text += layout.paragraph("\(harm.kind.words): \(harm.sentence)", indent: 2) }
    text += layout.paragraph(entry.title, indent: 2) + note(`case`)
    if let reason = `case`.reason { text += layout.paragraph(PrintableText.line(reason), indent: 2) }
    var told: Finding?
    for finding in `case`.findings.prefix(3) {
      text += self.finding(finding, of: `case`, after: told)
      told = finding
    }
    if let words = `case`.ending.words { text += layout.paragraph(words, indent: 2) }
    if let excerpt = `case`.excerpt() { text += conversation(excerpt) }
    if let other = `case`.contrast() { text += "  \(other.title):\n" + conversation(other.excerpt) }
    // Commands must be easy to copy.
    text += `case`.exhibitLines.map { "    \(PrintableText.line($0))\n" }.joined()
    if let words = cause.words { text += layout.paragraph(words, indent: 2) }
    return text + "  \(report.command(rerunning: `case`))\n"
  }

  /// A finding; without its rule if the previous one is about the same.
  private func finding(_ finding: Finding, of `case`: CaseReport, after told: Finding?) -> String {
    let isToldAlready = told?.requirement == finding.requirement && told?.force == finding.force
    let details = finding.details(report.others(finding, of: `case`)).drop {
      isToldAlready && $0.name != "expected"
    }
    return (isToldAlready ? "" : layout.paragraph("[\(finding.requirement)] \(finding.rule)", indent: 2))
      + details.map { layout.entry($0.name, PrintableText.line($0.text), indent: 4, column: 14) }.joined()
  }

  private func conversation(_ excerpt: CaseReport.Excerpt) -> String {
    let lines = excerpt.marked.map { Self.shortened(PrintableText.line($0)) }
    let title = excerpt.seenIn.map { "  seen in \($0):\n" } ?? ""
    return title + lines.map { "  \($0)\n" }.joined()
  }

  /// The conversation that showed that the party is not usable.
  private var unusable: String {
    guard report.problem != nil, let last = report.sanity.last, last.verdict != .pass else { return "" }
    return "\n" + (last.excerpt().map(conversation) ?? "")
  }

  /// The cases that were not run, by reason: without write access, many have the same.
  private var omitted: String {
    var reasons: [String] = []
    var cases: [String: [CaseReport]] = [:]
    for entry in report.cases where entry.verdict == .skipped || entry.verdict == .unsupported {
      let reason = "\(report.tally(of: entry).rawValue): \(entry.reason ?? "")"
      if cases[reason] == nil { reasons.append(reason) }
      cases[reason, default: []].append(entry)
    }
    guard !reasons.isEmpty else { return "" }
    let lines = reasons.map { reason in
      let found = cases[reason] ?? []
      let names =
        found.count > 4 ? "\(found.count) cases" : found.map(\.entry.id.rawValue).joined(separator: ", ")
      return layout.paragraph(PrintableText.line("\(reason) (\(names))"))
    }
    return "\n" + lines.joined()
  }

  /// The cases that have no problem when they run alone.
  private var disturbed: String {
    let found = report.cases.filter { $0.disturbedAttempt != nil }
    guard !found.isEmpty else { return "" }
    let names = found.map(\.entry.id.rawValue).joined(separator: ", ")
    return "\n" + layout.paragraph("disturbed by other cases, and run again alone: \(names)")
  }

  private var summary: String {
    var text = "\n" + (report.comparisonWords.map { layout.paragraph($0) } ?? "")
    for path in report.leftovers {
      text += "not removed from the \(report.party.side): \(PrintableText.line(path))\n"
    }
    let missing = report.textsNotOffered
    if !missing.isEmpty {
      text += layout.paragraph("\(Tally.notOffered.rawValue): \(missing.joined(separator: ", "))")
    }
    text += coverage
    if isTimed {
      text += report.timings.filter { $0.isNoticeable }.flatMap(\.lines).map { "time: \($0)\n" }.joined()
    }
    return text + closing
  }

  /// How much was tried of what tables combine, where any of it was.
  private var coverage: String {
    guard report.cases.contains(where: { $0.entry.tags.contains("product") }) else { return "" }
    let parts = Product.coverage(of: report.cases).map { "\($0.name) \($0.tried) of \($0.all)" }
    return layout.paragraph("combined from tables: \(parts.joined(separator: ", "))")
  }

  /// The last line: what was tested, and the counts.
  private var closing: String {
    let jobs = report.jobs == 1 ? "" : ", \(report.jobs) at a time"
    let total = report.cases.count.counted("case")
    // The server is in the first line and in the last: one is seen at the start, the other stays on the screen.
    let text = "\(PrintableText.line(report.party.title)): \(total) in \(report.duration.inSeconds)\(jobs)"
    guard !report.cases.isEmpty else { return text + "\n" }
    return text + ": \(report.verdictWords)" + (report.figures.wordsIfAny.map { "; \($0)" } ?? "") + "\n"
  }

  func painted(_ verdict: CaseVerdict) -> String {
    guard isColored else { return verdict.rawValue }
    let color = verdict == .warn || verdict == .flaky ? "33" : "1;31"
    return "\u{1B}[\(color)m\(verdict.rawValue)\u{1B}[0m"
  }

  /// A row that is short enough to read.
  private static func shortened(_ row: String) -> String {
    row.count <= 200 ? row : "\(row.prefix(160))... (\(row.count) characters)"
  }
}
