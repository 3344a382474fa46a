import FTPText

extension RunReport {
  /// The report in the Test Anything Protocol, version 13.
  ///
  /// A problem that matters at the level of the run is `not ok`. One that does not matter, or is known, is `not ok`
  /// with `TODO`, which fails nothing. A listed problem that no longer occurs is `ok` with `TODO`, a warning that does
  /// not matter is `ok`, and a case that is not offered or not run is `ok` with `SKIP`. A block of YAML explains a
  /// problem. A party that is not usable is `Bail out!`.
  var tap: String {
    var lines = ["TAP version 13"]
    lines.append(cases.isEmpty ? "1..0 # SKIP no cases" : "1..\(cases.count)")
    lines.append("# \(party.title)")
    lines += party.words.map { "# \($0)" }
    for (index, report) in cases.enumerated() { lines += tap(report, number: index + 1) }
    lines.append("# \(verdictWords)")
    let missing = textsNotOffered
    if !missing.isEmpty { lines.append("# \(Tally.notOffered.rawValue): \(missing.joined(separator: ", "))") }
    if let words = figures.wordsIfAny { lines.append("# \(words)") }
    lines += baselineSentences.map { "# \($0)" }
    if let problem {
      lines.append("Bail out!  \(problem)")
    } else if wasInterrupted {
      lines.append("Bail out!  interrupted")
    }
    return lines.map { PrintableText.line($0) + "\n" }.joined()
  }

  private func tap(_ report: CaseReport, number: Int) -> [String] {
    let name = "\(number) - \(Self.plain(report.entry.id.rawValue))"
    let listing = listing(of: report).map(Self.plain)
    if let listing, standing(of: report) == .unexpectedPass {
      return ["ok \(name) # TODO unexpected \(report.verdict), \(listing)"]
        + (report.verdict.isProblem ? diagnostics(report) : [])
    }
    if let listing, isKnown(report) {
      return ["not ok \(name) # TODO \(report.verdict), \(listing)"] + diagnostics(report)
    }
    switch report.verdict {
    case .pass: return ["ok \(name)"]
    case .unsupported, .skipped:
      return ["ok \(name) # SKIP \(tally(of: report).rawValue): \(report.reason ?? "no reason")"]
    case .warn where !counts(report): return ["ok \(name)"] + diagnostics(report)
    case .warn, .fail, .broken, .flaky, .error:
      let directive = counts(report) ? "" : " # TODO below the level of the run"
      return ["not ok \(name)\(directive)"] + diagnostics(report)
    }
  }

  private func diagnostics(_ report: CaseReport) -> [String] {
    var members = [("message", report.entry.title), ("verdict", report.verdict.rawValue)]
    if let severity = report.severity { members.append(("severity", severity.rawValue)) }
    if let listing = listing(of: report) { members.append(("baseline", listing)) }
    if let reason = report.reason { members.append(("reason", reason)) }
    var lines = ["---"] + members.map { "\($0.0): \(Self.quoted($0.1))" }
    if !report.findings.isEmpty {
      lines.append("findings:")
      for finding in report.findings {
        lines.append("  - requirement: \(Self.quoted(finding.requirement.rawValue))")
        lines.append("    asks: \(Self.quoted(finding.rule))")
        if let harm = finding.harm {
          lines.append("    harm: \(Self.quoted("\(harm.kind.words): \(harm.sentence)"))")
        }
        for (name, text) in finding.details(others(finding, of: report)) where name != "if" {
          lines.append("    \(name): \(Self.quoted(text))")
        }
      }
    }
    lines.append("ending: \(Self.quoted(report.ending.rawValue))")
    if let excerpt = report.excerpt() {
      lines.append("conversation:")
      lines += excerpt.marked.map { "  - \(Self.quoted($0))" }
    }
    if let other = report.contrast() {
      lines += ["contrast: \(Self.quoted(other.title))", "other_conversation:"]
      lines += other.excerpt.lines.map { "  - \(Self.quoted($0))" }
    }
    if !report.exhibitLines.isEmpty {
      lines.append("exhibits:")
      lines += report.exhibitLines.map { "  - \(Self.quoted($0))" }
    }
    lines += ["again: \(Self.quoted(command(rerunning: report)))", "..."]
    return lines.map { "  \($0)" }
  }

  /// A description without the characters that begin a directive.
  private static func plain(_ text: String) -> String { text.filter { $0 != "#" } }

  /// A YAML string in quotation marks.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case " "..."~": quoted.unicodeScalars.append(scalar)
      default:
        quoted += scalar.value <= 0xFF ? "\\x" : scalar.value <= 0xFFFF ? "\\u" : "\\U"
        let digits = String(scalar.value, radix: 16)
        let width = scalar.value <= 0xFF ? 2 : scalar.value <= 0xFFFF ? 4 : 8
        quoted += String(repeating: "0", count: max(0, width - digits.count)) + digits
      }
    }
    return quoted + "\""
  }
}
