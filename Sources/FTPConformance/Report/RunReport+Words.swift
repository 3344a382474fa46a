import FTPProtocol
import FTPRequirements

extension CaseReport {
  /// The problem in one line: what was expected and received, or why there is no verdict; nil for a pass.
  var line: String? {
    findings.first?.line ?? reason
  }

  /// All problems, one per line: requirements in words, what was expected and received, and how the connection ended.
  func lines(in report: RunReport) -> [String] {
    var lines = reason.map { [$0] } ?? []
    for finding in findings {
      lines.append("[\(finding.requirement)] \(finding.rule)")
      if let harm = finding.harm { lines.append("  harm \(harm.kind.words): \(harm.sentence)") }
      lines += finding.details(report.others(finding, of: self)).map { "  \($0.name) \($0.text)" }
    }
    if findings.isEmpty { lines += entry.requirements.prefix(1).map { "[\($0)] \($0.words)" } }
    if let words = ending.words { lines.append(words) }
    return lines
  }

  /// The conversations of the decisive attempt, or of other cases in which the problem was seen, one row per line.
  var conversationLines: [String] {
    var lines: [String] = []
    let own = tellingAttempt?.conversations ?? []
    for (index, conversation) in own.enumerated() {
      if own.count > 1 { lines.append("-- connection \(index + 1)") }
      lines += conversation.rows.map(\.text)
    }
    lines += exhibitLines
    if let other = contrast() { lines += ["-- \(other.title)"] + other.excerpt.lines }
    for witness in witnesses {
      lines.append("-- seen in \(witness.seenIn)")
      lines += witness.conversation.rows.map(\.text)
    }
    return lines
  }
}

extension Finding {
  /// What every form tells of it besides its rule and its harm, in this order; `others` is what known servers do.
  package func details(_ others: String?) -> [(name: String, text: String)] {
    let details: [(String, String?)] = [
      ("force", force), ("if", condition), ("source", link), ("expected", expected), ("received", received),
      ("others", others),
    ]
    return details.compactMap { name, text in text.map { (name, $0) } }
  }

  /// What was expected and received, in one line.
  var line: String { "expected \(expected); received \(received)" }
}

extension ConnectionEnding {
  /// A sentence about an ending that is wrong; nil for any other.
  package var words: String? {
    switch self {
    case .clean, .none: nil
    case .hung: "ftpraw gave up on the control connection: a reply or the close did not come in time"
    case .reset: "the control connection was reset"
    case .wrong: "the control connection was closed without QUIT and 221"
    }
  }
}

extension Duration {
  /// The time in seconds, with one decimal place: `12.3 s`.
  package var inSeconds: String {
    let (seconds, attoseconds) = components
    return "\(seconds).\(attoseconds / 100_000_000_000_000_000) s"
  }
}

extension RequirementID {
  /// The text of the requirement in the catalogue, without markup.
  var words: String {
    (RequirementCatalogue.requirement(id: rawValue)?.text ?? "").filter { $0 != "`" }
  }
}

/// The name of an RFC, for people: `RFC 959` for `rfc959`.
func documentName(_ document: some StringProtocol) -> String {
  document.hasPrefix("rfc") ? "RFC \(document.dropFirst(3))" : "\(document)"
}
