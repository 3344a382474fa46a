import FTPProtocol

/// How the clients of a server broke one requirement.
public struct ClientViolation: Hashable, Sendable {
  /// The requirement.
  public var requirement: RequirementID { example.requirement }
  /// How often it was broken, in all sessions together.
  public internal(set) var count: Int
  /// The session in which it was broken first.
  public let firstSession: Int
  /// What was expected and received in that case.
  public let example: Verdict
}

extension ClientViolation: CustomStringConvertible {
  /// One line: the requirement, how often and where, expected and received.
  public var description: String {
    "\(requirement): \(count == 1 ? "once" : "\(count) times, first") in session \(firstSession): "
      + "expected \(example.expected); received \(example.received)"
  }
}
