/// Why a value could not be read.
public struct ValueError: Error, Hashable, Sendable {
  /// The requirement that was not met.
  public let requirement: RequirementID
  /// What was found, as a phrase in printable ASCII.
  public let text: String

  /// Makes an error; `text` must hold no raw bytes of a peer.
  public init(_ requirement: RequirementID, _ text: String) {
    self.requirement = requirement
    self.text = text
  }

  /// The error as a verdict on the side that wrote the value.
  public func verdict(on party: Verdict.Party, expected: String) -> Verdict {
    Verdict(requirement, by: party, expected: expected, received: text)
  }
}

extension ValueError: CustomStringConvertible {
  /// The requirement and what was found.
  public var description: String { "\(requirement): \(text)" }
}

extension Reading {
  /// The reading itself, unless a departure is an error here.
  func checked(_ mode: ReadingMode) throws(ValueError) -> Self {
    if mode == .strict, let note = notes.first(where: { $0.weight == .departure }) {
      throw ValueError(note.requirement, note.text)
    }
    return self
  }
}
