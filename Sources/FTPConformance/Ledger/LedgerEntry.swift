import FTPRequirements

/// One requirement, and what there is to show that it is met or broken.
public struct LedgerEntry: Hashable, Sendable, Identifiable {
  /// Whether a requirement is accounted for, and by what.
  public enum Standing: String, Hashable, Sendable, CaseIterable {
    /// A rule for servers, or for both sides, that a case cites.
    case tested
    /// A rule for clients that a vector or a fault is about: it can be shown, and no server can be tested for it.
    case shown
    /// Somebody has written down why there is nothing of the kind.
    case waived
    /// None of these.
    case unaccounted
  }

  /// The requirement.
  public let requirement: Requirement
  /// The cases that cite it, those that are about it first.
  public let cases: [CaseID]
  /// The names of the vectors that are about it.
  public let vectors: [String]
  /// The faults of the mock server that break it or the clients that do: those that say so, and those that the cases
  /// about it have to find, as ``ConformanceCase/failsWith`` has them.
  public let faults: [String]

  /// The requirement's id.
  public var id: String { requirement.id }

  /// Whether the requirement is accounted for, and by what.
  public var standing: Standing {
    let isShown = requirement.isForClients && !(vectors.isEmpty && faults.isEmpty)
    if !requirement.isForClients, !cases.isEmpty { return .tested }
    if isShown { return .shown }
    return requirement.waiver == nil ? .unaccounted : .waived
  }
}

extension Requirement {
  /// The text that it is from, as ids of cases and names of files have it: `rfc959`, `draft-mfxx`.
  public var document: String {
    rfc.utf8.first.map { (0x30...0x39).contains($0) } ?? false ? "rfc" + rfc : "draft-" + rfc
  }

  /// Whether clients alone have to obey it, so that no server can be tested for it.
  public var isForClients: Bool { side == .client }
}
