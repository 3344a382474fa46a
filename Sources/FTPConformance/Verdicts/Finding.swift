import FTPProtocol
import FTPRequirements

/// One thing that a case found wrong: the requirement, what it asks for, and what came instead.
///
/// How serious it is depends on the sentence of the requirement, not on the case that found it.
public struct Finding: Hashable, Sendable, Codable {
  /// The requirement that was not met.
  public let requirement: RequirementID
  /// The rule whose sentence decides how serious it is: the requirement, or one that relaxes it.
  public let ruling: RequirementID
  /// How serious it is.
  public let level: CaseLevel
  /// What was expected, as a phrase.
  public let expected: String
  /// What was received, as a phrase with bytes of a peer escaped to printable ASCII.
  public private(set) var received: String
  /// How the bytes of a transfer differ from those that were wanted; nil if the finding is about something else.
  var difference: ByteDifference.Kind?
  /// The rule that says what it costs someone, if that is another one: a refusal with another code is a refusal.
  var harmRule: RequirementID?
  /// Whether something was refused that should have been done; nil if the finding is not about the code of a reply.
  var isRefusal: Bool?

  /// Makes a finding; `received` must not contain raw bytes of a peer.
  ///
  /// - Parameters:
  ///   - requirement: The requirement that is broken.
  ///   - ruling: A rule that relaxes the requirement for what was found, if there is one.
  ///   - ceiling: The highest level that it may have: below that of the sentence if common practice deviates from it.
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

  /// Makes a finding of what the judge has found.
  init(_ verdict: Verdict) {
    self.init(verdict.requirement, expected: verdict.expected, received: verdict.received)
    // What success costs if it has another code does not happen where something was refused.
    if requirement.isOfCodes, ["4", "5"].contains(received.prefix(1)) {
      harmRule = "1123:4.1.2.11:standard-codes"
    }
  }

  /// What is expected of a connection that fails during the steps.
  static let workingConnection = "a connection that works"
}

extension Finding {
  /// A copy without what no report may contain, in case a peer repeated it.
  func redacted(by redacting: (String) -> String) -> Finding {
    var redacted = self
    redacted.received = redacting(received)
    return redacted
  }

  /// The text of the requirement in the catalogue, without markup.
  package var rule: String { requirement.words }

  /// What it costs someone that the rule is broken; nil if the catalogue does not say.
  ///
  /// Nothing is lost where something was refused: the client only has to do without it.
  package var harm: Requirement.Harm? {
    let harm = RequirementCatalogue.requirement(id: (harmRule ?? requirement).rawValue)?.harm
    guard let harm, harm.kind == .dataLoss, isRefusal ?? false else { return harm }
    return Requirement.Harm(
      kind: .interoperability, sentence: "The client is refused something that it may ask for.")
  }

  /// When the rule applies, to be read after "if"; nil if it always does.
  package var condition: String? {
    RequirementCatalogue.requirement(id: requirement.rawValue)?.condition?.phrase
  }

  /// A link to the rule's section; nil for a draft.
  package var link: String? { RequirementCatalogue.requirement(id: requirement.rawValue)?.link }

  /// The word of the rule that decides how serious it is: `"should"`, `the grammar`.
  package var word: String {
    RequirementCatalogue.requirement(id: ruling.rawValue)?.word.description ?? ""
  }

  /// The force of the rule and the word that decides it, and why the finding has a lower level, if it has.
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
