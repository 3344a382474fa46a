import FTPProtocol
import FTPRequirements

/// The requirement that is broken when a reply has a code other than the expected one, and how serious that is.
///
/// RFC 1123, section 4.1.2.11, lets a server use a code other than the one in RFC 959, as long as the general rules of
/// RFC 959, section 4.2, are followed. So the code is a SHOULD if the reply says the same about the command, but the
/// first digit is a MUST: a refusal is never 2yz, whatever the force of the sentence that names its code. Nor is a code
/// correct that means something else to the client.
struct CodeDeparture: Hashable, Sendable {
  /// What is broken.
  let requirement: RequirementID
  /// The rule that decides how serious that is, if it is not the requirement itself.
  let ruling: RequirementID?
  /// Whether the reply says the same as an expected one, so that the case can continue.
  let isOfCodeAlone: Bool

  /// Compares a code with those that a requirement allows.
  init(_ code: ReplyCode, from patterns: [ReplyPattern], of requirement: RequirementID) {
    let rule = RequirementCatalogue.requirement(id: requirement.rawValue)
    let saysTheSame = patterns.contains { $0.sharesOutcome(with: code) }
    // A sentence with the same force as the rule about first digits is more specific.
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

  /// The RFCs whose codes RFC 1123 is about.
  private static let relaxed: Set<String> = ["775", "959", "1123"]
  private static let standardCodes: RequirementID = "1123:4.1.2.11:standard-codes"
  private static let firstDigit: RequirementID = "959:4.2:first-digit"
  private static let generalRules: RequirementID = "1123:4.1.2.11:general-rules"
}
