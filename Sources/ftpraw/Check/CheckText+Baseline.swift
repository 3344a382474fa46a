import FTPConformance

/// How a run compares with its baseline.
extension CheckText {
  /// What is not as it is listed, and what is, a case a line; nothing without a baseline.
  var baseline: String {
    guard let baseline = report.baseline else { return "" }
    var text = ""
    for report in report.cases(.unexpectedPass) {
      text += line(painted(better: report.verdict), report, baseline)
    }
    for report in report.cases(.known) { text += line("known \(report.verdict)", report, baseline) }
    for entry in baseline.unknown {
      let nearest = Suggestion.nearest(
        to: entry.id.rawValue, among: CaseCatalogue.all.map(\.id.rawValue))
      let advice = nearest.map { "; did you mean '\($0)'?" } ?? ""
      text += layout.paragraph(
        SafeText.line("\(baseline.name) names '\(entry.id)', which is no case\(advice)"))
    }
    return text.isEmpty ? "" : "\n" + text
  }

  /// What the baseline says of a case that is shown in full all the same.
  func note(_ report: CaseReport) -> String {
    guard let baseline = self.report.baseline, let entry = baseline.entry(report.entry.id) else { return "" }
    let over = entry.isExpired(on: baseline.today) ? "which is over" : nil
    let other = entry.verdict == report.verdict ? nil : "not as \(report.verdict)"
    let why = [over, other].compactMap(\.self).joined(separator: ", and ")
    return layout.paragraph(
      SafeText.line("listed as \(entry.standing), \(why)\(Self.reason(entry))"), indent: 2)
  }

  /// The counts; nothing without a baseline.
  var comparison: String {
    guard let baseline = report.baseline else { return "" }
    var counts = [
      Self.count(report.cases(.unexpectedFailure).count, "unexpected failure", "s"),
      Self.count(report.cases(.unexpectedPass).count, "unexpected pass", "es"),
      "\(report.cases(.known).count) known",
    ]
    let untested = report.cases(.untested).count
    if untested > 0 { counts.append("\(untested) listed and skipped") }
    if !baseline.expired.isEmpty { counts.append("\(baseline.expired.count) expired") }
    if !baseline.unexplained.isEmpty { counts.append("\(baseline.unexplained.count) without a reason") }
    return layout.paragraph(SafeText.line("next to \(baseline.name): \(counts.joined(separator: ", "))"))
  }

  /// `1 case`, `2 cases`.
  static func count(_ number: Int, _ noun: String, _ plural: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : plural)"
  }

  private func line(_ standing: String, _ report: CaseReport, _ baseline: BaselineComparison) -> String {
    guard let entry = baseline.entry(report.entry.id) else { return "" }
    let listed = entry.verdict == report.verdict ? "" : " (listed as \(entry.standing))"
    let reason = SafeText.line(Self.reason(entry))
    return layout.paragraph("\(standing) \(report.entry.id)\(listed)\(reason)")
  }

  private func painted(better verdict: CaseVerdict) -> String {
    let text = "unexpected \(verdict)"
    return isColored ? "\u{1B}[1;32m\(text)\u{1B}[0m" : text
  }

  private static func reason(_ entry: Baseline.Entry) -> String {
    entry.reason.isEmpty ? "" : ": \(entry.reason)"
  }
}
