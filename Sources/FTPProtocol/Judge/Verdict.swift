/// One broken requirement: which side erred, what was expected and what was received.
///
/// A verdict is an observation. It never stops a conversation: the judge reports what was wrong and the
/// caller decides what to do.
public struct Verdict: Hashable, Sendable {
  /// The party that broke the requirement.
  public enum Party: String, Hashable, Sendable, Codable, CaseIterable {
    /// The side that sends commands.
    case client
    /// The side that sends replies.
    case server
    /// Neither side but the network between them, such as a cut connection.
    case network
  }

  /// The requirement that was not met.
  public let requirement: RequirementID
  /// The party that erred.
  public let party: Party
  /// What the requirement demands at this point, as a phrase ("one 1yz reply for each command").
  public let expected: String
  /// What was received instead, as a phrase, with a peer's bytes already escaped to printable ASCII.
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
  /// One line: the requirement, the party, expected and received.
  public var description: String { "\(requirement) \(party): expected \(expected); received \(received)" }
}
