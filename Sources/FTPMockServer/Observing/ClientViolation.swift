import FTPProtocol

/// What the clients of a server have done against one requirement.
public struct ClientViolation: Hashable, Sendable {
  /// The requirement.
  public var requirement: RequirementID { example.requirement }
  /// How often it was not met, in all sessions together.
  public internal(set) var count: Int
  /// The session in which that happened first.
  public let firstSession: Int
  /// What was expected and received that time.
  public let example: Verdict
}

extension ClientViolation: CustomStringConvertible {
  /// One line: the requirement, how often and where, expected and received.
  public var description: String {
    "\(requirement): \(count == 1 ? "once" : "\(count) times, first") in session \(firstSession): "
      + "expected \(example.expected); received \(example.received)"
  }
}
