/// One thing worth saying about how a value was written: what it was, and which requirement speaks of it.
public struct ValueNote: Hashable, Sendable {
  /// How much a note weighs.
  public enum Weight: Hashable, Sendable {
    /// The form is allowed or silently tolerated by the texts, but is known to trouble some readers.
    case remark
    /// The form breaks the requirement that is cited.
    case departure
  }

  /// The requirement that speaks of this form.
  public let requirement: RequirementID
  /// Whether the requirement is broken or merely touched.
  public let weight: Weight
  /// What was found, as a phrase in printable ASCII.
  public let text: String

  /// Makes a note; `text` must hold no raw bytes of a peer.
  public init(_ weight: Weight, _ requirement: RequirementID, _ text: String) {
    self.requirement = requirement
    self.weight = weight
    self.text = text
  }
}

extension ValueNote: CustomStringConvertible {
  /// The requirement and what was found.
  public var description: String { "\(requirement): \(text)" }
}
