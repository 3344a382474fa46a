import FTPProtocol
import FTPRequirements

extension Finding {
  /// The finding about a code other than the expected ones: what it breaks, and how serious that is.
  ///
  /// RFC 1123, section 4.1.2.11, lets a server use a code other than the one in RFC 959, as long as the general rules of
  /// RFC 959, section 4.2, are followed. So the code is a SHOULD if the reply says the same about the command, but the
  /// first digit is a MUST, whatever the force of the sentence that names the code: where something cannot be done, a 2yz
  /// is false. Elsewhere a server that does what it should refuse, or refuses what it should do, says so, and breaks only
  /// the sentence. Nor is a code correct that means something else to the client.
  ///
  /// - Parameters:
  ///   - reply: The reply.
  ///   - patterns: The codes that the requirement allows.
  ///   - requirement: The requirement.
  ///   - ceiling: The highest level that the finding may have.
  ///   - expected: What was expected, as a phrase.
  /// - Returns: The finding, and whether the reply says the same as an expected one, so that the case can continue.
  static func code(
    of reply: Reply, from patterns: [ReplyPattern], breaking requirement: RequirementID,
    atMost ceiling: CaseLevel, expected: String
  ) -> (finding: Finding, goesOn: Bool) {
    let code = reply.code
    let rule = RequirementCatalogue.requirement(id: requirement.rawValue)
    let saysTheSame = patterns.contains { $0.sharesOutcome(with: code) }
    // A sentence with the same force as the rule about first digits is more specific.
    let isMust = rule.map { $0.level == .must && $0.conflicts.isEmpty } ?? false
    var (broken, ruling, goesOn) = (requirement, RequirementID?.none, saysTheSame && rule?.code != nil)
    var harm: RequirementID?
    if saysTheSame, !code.hasOneMeaning, rule.map({ relaxed.contains($0.rfc) }) ?? false {
      (ruling, goesOn) = ("1123:4.1.2.11:standard-codes", true)
      // A rule that names no code is kept if the reply says the same.
      let isOfCodes = rule.map { rule in patterns.contains { rule.text.contains($0.description) } } ?? false
      let isOtherRefusal = code.isNegative && !patterns.contains { $0.hasFirstDigit(of: code) }
      let general: RequirementID =
        isOtherRefusal ? "959:4.2:transient-or-permanent" : "1123:4.1.2.11:standard-codes"
      if !isOfCodes { broken = general }
      harm = general
    } else if rule?.code != nil, saysTheSame ? code.hasOneMeaning : !isMust {
      goesOn = false
      if saysTheSame {
        broken = "1123:4.1.2.11:general-rules"
      } else if !isTruthful(code, insteadOf: patterns, of: rule) {
        broken = "959:4.2:first-digit"
      }
    }
    if !saysTheSame, ReplyPattern.completion.matches(code), let rule, rule.code != nil,
      relaxed.contains(rule.rfc)
    {
      harm = "959:4.2:first-digit"
    } else if harm == nil, saysTheSame, code.isNegative, rule?.code != nil {
      harm = "1123:4.1.2.11:standard-codes"
    }
    var finding = Finding(
      broken, per: ruling, atMost: ceiling, expected: expected, received: reply.lastLineWords)
    finding.harmRule = harm
    finding.isRefusal = code.isNegative && !saysTheSame
    return (finding, goesOn)
  }

  /// Whether a reply with another outcome than the wanted one may tell what has become of the command.
  private static func isTruthful(
    _ code: ReplyCode, insteadOf patterns: [ReplyPattern], of rule: Requirement?
  ) -> Bool {
    guard let rule else { return false }
    // What a server has to do, it cannot refuse.
    if code.isNegative { return rule.level != .must }
    return ReplyPattern.completion.matches(code) && patterns.allSatisfy(\.isNegative) && !rule.neverSucceeds
  }

  /// The RFCs whose codes RFC 1123 is about.
  private static let relaxed: Set<String> = ["775", "959", "1123"]
}
