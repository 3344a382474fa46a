import FTPText

/// The standing of the cases relative to the baseline.
extension RunReport {
  /// Whether a case fails the run: its problem matters at the level of the options, and is not known.
  public func counts(_ report: CaseReport) -> Bool { standing(of: report) == .unexpectedFailure }

  /// Whether a case has a problem that is already known.
  public func isKnown(_ report: CaseReport) -> Bool {
    report.verdict.isProblem && standing(of: report) == .known
  }

  /// The baseline's line for a case, compared with its verdict: `known: reason`, `listed as warn, not as fail: reason`;
  /// nil if it has no such line.
  public func listing(of report: CaseReport) -> String? {
    guard let baseline, let entry = baseline.entry(report.entry.id) else { return nil }
    let standing = standing(of: report)
    var words: String
    if standing == .known {
      words = entry.verdict == report.verdict ? "known" : "known as \(entry.verdict)"
    } else {
      words = "listed as \(entry.verdict)"
    }
    if let expiry = entry.expiry { words += " until \(expiry)" }
    var remarks: [String] = []
    if entry.isExpired(on: baseline.today) { remarks.append("which has passed") }
    if standing == .untested {
      remarks.append("not tested")
    } else if standing != .known, report.verdict.isProblem, report.verdict != entry.verdict {
      remarks.append("not as \(report.verdict)")
    }
    if !remarks.isEmpty { words += ", " + remarks.joined(separator: ", and ") }
    return words + (entry.reason.isEmpty ? "" : ": \(entry.shownReason)")
  }

  /// How the run compares with its baseline, in one line: `next to known.txt: 1 unexpected failure, ...`; nil if there
  /// is no baseline.
  public var comparisonWords: String? {
    guard let baseline else { return nil }
    var counts = [
      cases(.unexpectedFailure).count.counted("unexpected failure"),
      cases(.unexpectedPass).count.counted("unexpected pass", plural: "es"),
      "\(cases(.known).count) known",
    ]
    let untested = cases(.untested).count
    if untested > 0 { counts.append("\(untested) listed and skipped") }
    if !baseline.expired.isEmpty { counts.append("\(baseline.expired.count) expired") }
    if !baseline.unexplained.isEmpty { counts.append("\(baseline.unexplained.count) without a reason") }
    return "next to \(PrintableText.line(baseline.name)): \(counts.joined(separator: ", "))"
  }

  /// How the run compares with its baseline, and which of the baseline's lines name no case, one sentence each.
  var baselineSentences: [String] {
    let all = baseline?.unknown ?? []
    var unknown = all.prefix(BaselineComparison.mostUnknownShown).map {
      "The baseline names \(PrintableText.line($0.id.rawValue)), which is not a case"
    }
    if all.count > unknown.count {
      unknown.append("The baseline names \(all.count - unknown.count) more that are not cases")
    }
    return (comparisonWords.map { [$0.prefix(1).uppercased() + $0.dropFirst()] } ?? []) + unknown
  }
}

extension Baseline.Entry {
  /// The reason without control characters and invisible characters.
  var shownReason: String { PrintableText.line(reason) }
}
