import FTPProtocol

/// One thing that a case found wrong: which requirement, what it asks for, and what came instead.
public struct Finding: Hashable, Sendable {
  /// The requirement that was not met.
  public let requirement: RequirementID
  /// How much it matters.
  public let level: CaseLevel
  /// What was expected, as a phrase.
  public let expected: String
  /// What came, as a phrase with bytes of a peer escaped to printable ASCII.
  public let received: String

  /// Makes a finding; `received` must hold no raw bytes of a peer.
  public init(_ requirement: RequirementID, _ level: CaseLevel, expected: String, received: String) {
    self.requirement = requirement
    self.level = level
    self.expected = expected
    self.received = received
  }
}

extension Finding {
  /// The finding without what no report may have, which a peer may have repeated.
  func redacted(by redacting: (String) -> String) -> Finding {
    Finding(requirement, level, expected: expected, received: redacting(received))
  }
}
