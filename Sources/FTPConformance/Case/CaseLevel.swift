import FTPRequirements

/// How much it matters that a case is not passed: the strength of the requirement that it is about.
public enum CaseLevel: String, Hashable, Sendable, CaseIterable {
  /// A liberty, or good manners.
  case may
  /// A demand that may be set aside for a good reason.
  case should
  /// An absolute demand, and whatever a text states without a word of RFC 2119.
  case must

  /// The level of a requirement: what a text states plainly is as binding as a MUST.
  public init(_ level: Requirement.Level) {
    switch level {
    case .must, .plain: self = .must
    case .should: self = .should
    case .may: self = .may
    }
  }
}

extension CaseLevel: Comparable {
  /// MAY comes before SHOULD, and SHOULD before MUST.
  public static func < (left: CaseLevel, right: CaseLevel) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .may: 0
    case .should: 1
    case .must: 2
    }
  }
}
