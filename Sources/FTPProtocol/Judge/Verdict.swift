/// One departure from a requirement: who erred, what was expected and what was received.
///
/// A verdict is an observation. It never stops a conversation: the judge says what was wrong and the
/// caller decides what follows from it.
public struct Verdict: Hashable, Sendable {
  /// Who departed from the requirement.
  public enum Party: String, Hashable, Sendable, CaseIterable {
    /// The side that sends commands.
    case client
    /// The side that sends replies.
    case server
    /// Neither side: what lies between them, such as a connection that was cut.
    case network
  }

  /// The requirement that was not met.
  public let requirement: RequirementID
  /// Who erred.
  public let party: Party
  /// What the requirement asks for at this point, as a phrase ("one 1yz reply for each command").
  public let expected: String
  /// What came instead, as a phrase, with bytes of a peer already escaped to printable ASCII.
  public let received: String

  /// Makes a verdict; `received` must hold no raw bytes of a peer.
  public init(_ requirement: RequirementID, by party: Party, expected: String, received: String) {
    self.requirement = requirement
    self.party = party
    self.expected = expected
    self.received = received
  }
}

extension Verdict: CustomStringConvertible {
  /// One line: the requirement, who erred, expected and received.
  public var description: String { "\(requirement) \(party): expected \(expected); received \(received)" }
}
