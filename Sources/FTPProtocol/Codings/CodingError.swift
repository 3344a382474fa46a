/// Why the bytes of a data connection, or an element for one, made no sense in a coding.
public struct CodingError: Error, Hashable, Sendable {
  /// The requirement that was not met.
  public let requirement: RequirementID
  /// What was found, as a phrase in printable ASCII.
  public let text: String
  /// How many bytes of the file's transfer came before; 0 for an element that could not be encoded.
  public let offset: UInt64

  /// Makes an error; `text` must hold no raw bytes of a peer.
  public init(_ requirement: RequirementID, _ text: String, at offset: UInt64 = 0) {
    self.requirement = requirement
    self.text = text
    self.offset = offset
  }

  /// The error as a verdict on the side that sent the data.
  public func verdict(on party: Verdict.Party, expected: String) -> Verdict {
    Verdict(requirement, by: party, expected: expected, received: "\(text) at byte \(offset) of the data")
  }
}

extension CodingError: CustomStringConvertible {
  /// The requirement, what was found and where.
  public var description: String { "\(requirement): \(text) at byte \(offset)" }
}
