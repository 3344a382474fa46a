import FTPConformance
import FTPText

/// How a run compares with its baseline.
extension CheckText {
  /// The cases that differ from the baseline, and those that match, one per line; nothing without a baseline.
  var baseline: String {
    guard let baseline = report.baseline else { return "" }
    var text = ""
    for report in report.cases(.unexpectedPass) {
      text += line(painted(better: report.verdict), report, baseline)
    }
    for report in report.cases(.known) { text += line("known \(report.verdict)", report, baseline) }
    let ids = CaseCatalogue.all.map(\.id.rawValue)
    let shown = baseline.unknown.prefix(BaselineComparison.mostUnknownShown)
    for entry in shown {
      let nearest = Suggestion.nearest(to: entry.id.rawValue, among: ids)
      let advice = nearest.map { "; did you mean '\($0)'?" } ?? ""
      text += layout.paragraph(
        PrintableText.line("\(baseline.name) names '\(entry.id)', which is not a case\(advice)"))
    }
    let rest = baseline.unknown.count - shown.count
    if rest > 0 {
      text += layout.paragraph(PrintableText.line("\(baseline.name) names \(rest) more that are not cases"))
    }
    return text.isEmpty ? "" : "\n" + text
  }

  /// The baseline's line for a case that is shown in full anyway.
  func note(_ report: CaseReport) -> String {
    self.report.listing(of: report).map { layout.paragraph($0, indent: 2) } ?? ""
  }

  private func line(_ standing: String, _ report: CaseReport, _ baseline: BaselineComparison) -> String {
    guard let entry = baseline.entry(report.entry.id) else { return "" }
    let listed = entry.verdict == report.verdict ? "" : " (listed as \(entry.standing))"
    let reason = PrintableText.line(entry.reason.isEmpty ? "" : ": \(entry.reason)")
    return layout.paragraph("\(standing) \(report.entry.id)\(listed)\(reason)")
  }

  private func painted(better verdict: CaseVerdict) -> String {
    let text = "unexpected \(verdict)"
    return isColored ? "\u{1B}[1;32m\(text)\u{1B}[0m" : text
  }
}
