/// A deviation of a peer's bytes from a requirement: what was found, and where.
///
/// A reader that can continue lists it in ``Reading/notes``; one that cannot, or must not, throws it. What it
/// means for the peer is a ``Verdict``: ``verdict(on:expected:)``.
public struct ValueDeviation: Error, Hashable, Sendable {
  /// How serious a deviation is.
  package enum Weight: Hashable, Sendable {
    /// The form is allowed or silently tolerated by the RFCs, but is known to trouble some readers.
    case remark
    /// The form breaks the requirement that is cited.
    case breach
  }

  /// The requirement about this form.
  public let requirement: RequirementID
  /// What was found, as a phrase in printable ASCII.
  public let text: String
  /// How many bytes preceded it: those of the command line, or of the file's transfer.
  ///
  /// Nil if a value is read as a whole.
  public let offset: UInt64?
  /// Whether the requirement is broken or merely touched.
  package let weight: Weight

  /// Makes a deviation; `text` must not contain raw bytes of a peer.
  package init(
    _ requirement: RequirementID, _ text: String, at offset: UInt64? = nil, weight: Weight = .breach
  ) {
    self.requirement = requirement
    self.text = text
    self.offset = offset
    self.weight = weight
  }

  /// Makes one that breaks nothing.
  public static func remark(_ requirement: RequirementID, _ text: String) -> ValueDeviation {
    ValueDeviation(requirement, text, weight: .remark)
  }

  /// The deviation as a verdict on the side that sent the bytes.
  public func verdict(on party: Verdict.Party, expected: String) -> Verdict {
    let place = offset.map { " at byte \($0) of the data" } ?? ""
    return Verdict(requirement, by: party, expected: expected, received: text + place)
  }
}

extension ValueDeviation: CustomStringConvertible {
  /// The requirement, what was found and, if known, after how many bytes.
  public var description: String { "\(requirement): \(text)" + (offset.map { " at byte \($0)" } ?? "") }
}
