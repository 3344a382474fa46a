/// Something that is wrong with the ledger.
package struct LedgerProblem: Hashable, Sendable, CustomStringConvertible {
  /// Its subject: the id of a requirement or of a case.
  package let subject: String
  /// The document of the requirement, such as `rfc959`; nil if there is no such requirement.
  package let document: String?
  /// What is wrong, in one line.
  package let description: String

  init(_ subject: String, _ document: String? = nil, _ description: String) {
    self.subject = subject
    self.document = document
    self.description = description
  }

  /// Nothing tests a requirement and it has no waiver, or it has a waiver although something tests it.
  init?(_ entry: LedgerEntry, hasVectors: Bool) {
    let requirement = entry.requirement
    let problem: String
    switch entry.standing {
    case .unaccounted where requirement.isForClients && !hasVectors: return nil
    case .unaccounted:
      problem =
        requirement.isForClients ? "has no scenario, vector, fault or waiver" : "has no case and no waiver"
    case .tested where requirement.waiver != nil:
      problem = "is waived, but a case covers it: \(entry.cases.map(\.rawValue).joined(separator: ", "))"
    case .shown where requirement.waiver != nil:
      problem = "is waived, but covered: \((entry.vectors + entry.faults).joined(separator: ", "))"
    case .tested, .shown, .waived: return nil
    }
    self.init(entry.id, requirement.document, "\(entry.id) \(problem)")
  }
}
