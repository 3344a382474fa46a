import FTPConformance
import FTPProtocol

/// A claim about a program that must hold whatever it is given.
package protocol CampaignOracle: RawRepresentable<String>, Hashable, Sendable, CaseIterable {
  /// The claim, as a clause.
  var claim: String { get }
  /// Whether breaking it is always a fault of the program, not merely a hint.
  var isCertain: Bool { get }
  /// After how many kinds of faults no more are looked for.
  var mostKinds: Int { get }
  /// The most runs that are made to minimize such a fault, whatever the campaign allows.
  var mostShortenings: Int { get }
}

/// The claims about a program that takes part in conversations.
package protocol ConversationOracle: CampaignOracle {
  /// The program keeps the rules of the RFCs.
  static var rules: Self { get }
}

extension CampaignOracle {
  package var isCertain: Bool { true }
  package var mostKinds: Int { .max }
  package var mostShortenings: Int { .max }
}

/// An oracle that a case has broken.
package struct CampaignFault<Oracle: CampaignOracle>: Error, Hashable, Sendable {
  /// What two faults have in common if they count as the same.
  package struct Kind: Hashable, Sendable {
    package let oracle: Oracle
    /// The rule that is broken, or another word that distinguishes faults with the same oracle: the signal, the kind of
    /// report.
    package let rule: String
  }

  package let kind: Kind
  /// What was seen, in printable ASCII without secrets.
  package let detail: String
  /// Whether the rule is only a SHOULD, or the program may not be to blame.
  package let isLenient: Bool
  /// Whether seeing it once is enough.
  let isProof: Bool

  init(
    _ oracle: Oracle, rule: String = "", isLenient: Bool = false, isProof: Bool = false, _ detail: String
  ) {
    kind = Kind(oracle: oracle, rule: rule)
    self.isLenient = isLenient
    self.isProof = isProof
    self.detail = detail
  }
}

extension CampaignFault: CustomStringConvertible {
  /// One line: the oracle, its claim and the details.
  package var description: String { "\(kind.oracle): \(kind.oracle.claim); \(detail)" }
}

extension CampaignFault where Oracle: ConversationOracle {
  /// The fault that a verdict of the judge shows; nil for less than a SHOULD.
  init?(_ verdict: Verdict, isLenient: Bool = false) {
    let finding = Finding(verdict.requirement, expected: verdict.expected, received: verdict.received)
    guard finding.level >= .should else { return nil }
    self.init(
      .rules, rule: verdict.requirement.rawValue, isLenient: isLenient || finding.level < .must,
      "expected \(verdict.expected); received \(verdict.received)")
  }
}
