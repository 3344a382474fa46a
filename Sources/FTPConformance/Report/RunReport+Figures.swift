import FTPRequirements
import FTPText

/// What every form of a report counts, so that all say the same.
extension RunReport {
  /// The numbers of a run.
  package struct Figures: Hashable, Sendable {
    package internal(set) var cases = 0
    /// The causes of the problems that fail the run, each once; see ``RunReport/causes(of:)``.
    package internal(set) var findings = 0
    /// The cases that have these problems.
    package internal(set) var failing = 0
    /// The cases with another problem, which the baseline does not list: below the level of the run, or flaky.
    package internal(set) var warnings = 0
    /// The cases with a problem that the baseline lists.
    package internal(set) var known = 0
    /// The cases that are better than the baseline lists them.
    package internal(set) var better = 0
    /// The cases about something that the party does not offer.
    package internal(set) var notOffered = 0
    /// The cases that were not run for another reason.
    package internal(set) var skipped = 0
    /// How many causes of new problems there are of each harm, the worst first.
    package internal(set) var harms: [Harm] = []
    /// Whether the run was compared with a baseline.
    var isCompared = false

    /// The causes with the same harm.
    package struct Harm: Hashable, Sendable {
      /// How bad it is.
      package let kind: Requirement.Harm.Kind
      /// The number of causes.
      package let count: Int
    }
  }

  /// The numbers of the run.
  package var figures: Figures {
    let failing = cases.filter(counts)
    var figures = Figures(cases: cases.count, findings: causes(of: failing).count, failing: failing.count)
    figures.isCompared = baseline != nil
    let kinds = causes(of: cases.filter { $0.verdict.isProblem && standing(of: $0) != .known })
      .compactMap { $0.harm?.kind }
    figures.harms = Requirement.Harm.Kind.allCases.map { kind in
      Figures.Harm(kind: kind, count: kinds.count { $0 == kind })
    }.filter { $0.count > 0 }
    for report in cases {
      switch standing(of: report) {
      case .unexpectedFailure: break
      case .unexpectedPass: figures.better += 1
      case _ where !report.verdict.isProblem: break
      case .known: figures.known += 1
      case .untested, nil: figures.warnings += 1
      }
      switch tally(of: report) {
      case .notOffered: figures.notOffered += 1
      case .skipped: figures.skipped += 1
      default: break
      }
    }
    return figures
  }
}

extension RunReport {
  /// What kept more than a tenth of the cases from being run, in a sentence; nil if nothing did.
  ///
  /// What was left out on request, and what the party does not offer, does not count; nor do fewer than five cases.
  package var obstacle: String? {
    var counts: [String: Int] = [:]
    for report in cases where tally(of: report) == .skipped { counts[report.reason ?? "", default: 0] += 1 }
    guard let worst = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
      worst.value >= 5,
      worst.value * 10 > cases.count,
      !worst.key.hasSuffix(Survey.leftOut)
    else { return nil }
    return "\(worst.value) of \(cases.count) cases could not be run: \(worst.key)"
  }
}

extension RunReport.Figures {
  /// What was found, in words: `2 new findings in 3 cases, and 1 warning`, `nothing wrong`.
  package var words: String {
    let rest = warnings == 0 ? "" : ", and " + warnings.counted("warning")
    if failing > 0 {
      let findings = findings.counted(isCompared ? "new finding" : "finding")
      return "\(findings) in \(failing.counted("case"))\(rest)"
    }
    if better > 0 { return better.counted("unexpected pass", plural: "es") + rest }
    return "nothing \(known > 0 ? "new" : "wrong")\(rest)"
  }

  /// The causes of new problems by harm, the worst first: `1 data loss, 3 interoperability`; nil if there are none.
  package var harmWords: String? {
    harms.isEmpty ? nil : harms.map { "\($0.count) \($0.kind.words)" }.joined(separator: ", ")
  }

  /// The same as ``words``; nil if there is no problem at all.
  package var wordsIfAny: String? { failing + warnings + known + better == 0 ? nil : words }
}
