import FTPRequirements

/// One requirement, and what shows that it is met or broken.
package struct LedgerEntry: Hashable, Sendable, Identifiable {
  /// Whether a requirement is accounted for, and by what.
  package enum Standing: String, Hashable, Sendable, CaseIterable {
    /// A case cites the requirement, and so tests the parties that it binds.
    case tested
    /// A requirement on clients that no case tests, but that a vector or a fault is about.
    case shown
    /// Nothing tests or shows it, and a waiver says why.
    case waived
    /// None of these.
    case unaccounted
  }

  package let requirement: Requirement
  /// The cases that cite it; those that are about it come first.
  package let cases: [CaseID]
  /// The names of the vectors that are about it.
  package let vectors: [String]
  /// The faults of the mock server that break the requirement, or reveal clients that break it: those that cite it, and
  /// those that the cases about it must find, as listed in ``ConformanceCase/failsWith``.
  package let faults: [String]

  package var id: String { requirement.id }

  /// Whether the requirement is accounted for, and by what.
  package var standing: Standing {
    let isShown = requirement.isForClients && !(vectors.isEmpty && faults.isEmpty)
    if !cases.isEmpty { return .tested }
    if isShown { return .shown }
    return requirement.waiver == nil ? .unaccounted : .waived
  }
}

extension Requirement {
  /// The RFC or draft that it is from, as ids of cases and names of files write it: `rfc959`, `draft-mfxx`.
  package var document: String {
    if isPractice { return rfc }
    return rfc.utf8.first.map { (0x30...0x39).contains($0) } ?? false ? "rfc" + rfc : "draft-" + rfc
  }

  /// Whether it binds only clients, so that no server can be tested for it.
  package var isForClients: Bool { side == .client }
}
