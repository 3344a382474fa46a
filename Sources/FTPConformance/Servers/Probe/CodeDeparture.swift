import FTPProtocol
import FTPRequirements

/// What it comes to that a reply has another code than a case expects.
///
/// RFC 1123, section 4.1.2.11, lets a server use another code than RFC 959 has for it, as long as the general rules of
/// RFC 959, section 4.2, hold. So the code is a SHOULD where the reply says the same of the command, and the first
/// digit is a MUST: no refusal is 2yz, whatever the force of the sentence that names its code; nor is a code the right
/// one that tells the client of something else.
struct CodeDeparture: Hashable, Sendable {
  /// What is broken.
  let requirement: RequirementID
  /// What says how much that matters, where it is not the requirement itself.
  let ruling: RequirementID?
  /// Whether the reply says the same as those expected, so that the case can go on.
  let isOfCodeAlone: Bool

  /// Compares a code with those that a requirement asks for.
  init(_ code: ReplyCode, from patterns: [ReplyPattern], of requirement: RequirementID) {
    let rule = RequirementCatalogue.requirement(id: requirement.rawValue)
    let saysTheSame = patterns.contains { $0.sharesOutcome(with: code) }
    // A sentence that is as strong as the rule of first digits is closer to what happened.
    let isMust = rule.map { $0.level == .must && $0.conflicts.isEmpty } ?? false
    if saysTheSame, !code.hasOneMeaning, rule.map({ Self.relaxed.contains($0.rfc) }) ?? false {
      self.init(requirement: requirement, ruling: Self.standardCodes, isOfCodeAlone: true)
    } else if rule?.code != nil, saysTheSame ? code.hasOneMeaning : !isMust {
      let broken = saysTheSame ? Self.generalRules : Self.firstDigit
      self.init(requirement: broken, ruling: nil, isOfCodeAlone: false)
    } else {
      self.init(requirement: requirement, ruling: nil, isOfCodeAlone: saysTheSame && rule?.code != nil)
    }
  }

  private init(requirement: RequirementID, ruling: RequirementID?, isOfCodeAlone: Bool) {
    self.requirement = requirement
    self.ruling = ruling
    self.isOfCodeAlone = isOfCodeAlone
  }

  /// The RFCs whose codes RFC 1123 speaks of.
  private static let relaxed: Set<String> = ["775", "959", "1123"]
  private static let standardCodes: RequirementID = "1123:4.1.2.11:standard-codes"
  private static let firstDigit: RequirementID = "959:4.2:first-digit"
  private static let generalRules: RequirementID = "1123:4.1.2.11:general-rules"
}
