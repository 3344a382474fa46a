import FTPProtocol
import FTPRequirements

/// One thing that a case found wrong: which requirement, what it asks for, and what came instead.
///
/// How much it matters does not depend on the case that found it, but on the sentence of the requirement.
public struct Finding: Hashable, Sendable {
  /// The requirement that was not met.
  public let requirement: RequirementID
  /// The rule whose sentence says how much it matters: the requirement, or one that relaxes it.
  public let ruling: RequirementID
  /// How much it matters.
  public let level: CaseLevel
  /// What was expected, as a phrase.
  public let expected: String
  /// What came, as a phrase with bytes of a peer escaped to printable ASCII.
  public let received: String

  /// Makes a finding; `received` must hold no raw bytes of a peer.
  ///
  /// - Parameters:
  ///   - requirement: The requirement that is broken.
  ///   - ruling: a rule that relaxes the requirement for what was found, where one does.
  ///   - ceiling: the most that it may matter: less than the sentence says where practice departs from it widely.
  ///   - expected: What was expected, as a phrase.
  ///   - received: What was received, as a phrase with bytes of a peer escaped.
  public init(
    _ requirement: RequirementID, per ruling: RequirementID? = nil, atMost ceiling: CaseLevel = .must,
    expected: String, received: String
  ) {
    let rule = RequirementCatalogue.requirement(id: (ruling ?? requirement).rawValue)
    let cited = RequirementCatalogue.requirement(id: requirement.rawValue)
    self.requirement = requirement
    self.ruling = ruling ?? cited.map { RequirementID(rawValue: $0.decidingID) } ?? requirement
    level = min(ceiling, rule?.severity ?? .must, cited?.severity ?? .must)
    self.expected = expected
    self.received = received
  }

  private init(_ finding: Finding, received: String) {
    requirement = finding.requirement
    ruling = finding.ruling
    level = finding.level
    expected = finding.expected
    self.received = received
  }
}

extension Finding {
  /// The finding without what no report may have, which a peer may have repeated.
  func redacted(by redacting: (String) -> String) -> Finding {
    Finding(self, received: redacting(received))
  }

  /// The rule in the catalogue's words, without their markup.
  package var rule: String { requirement.words }

  /// Where the rule's section can be read; nil for a draft.
  package var link: String? { RequirementCatalogue.requirement(id: requirement.rawValue)?.link }

  /// What in the text decides how much it matters: `"should"`, `the grammar`.
  package var word: String {
    RequirementCatalogue.requirement(id: ruling.rawValue)?.word.description ?? ""
  }

  /// How much it matters and by which word, and why not more than that.
  package var force: String {
    guard let rule = RequirementCatalogue.requirement(id: ruling.rawValue) else { return level.rawValue }
    var text = "\(rule.level.rawValue), by \(rule.word)"
    if ruling != requirement { text += " in \(rule.place)" }
    guard level < rule.level else { return text }
    let conflicts = RequirementCatalogue.requirement(id: requirement.rawValue)?.conflicts ?? []
    return conflicts.isEmpty
      ? "\(text); a warning, because of common practice or doubt"
      : "\(text); a warning, since the RFCs disagree (\(conflicts.joined(separator: ", ")))"
  }
}
