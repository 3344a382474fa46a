import FTPMockServer
import FTPProtocol
import FTPRequirements
import FTPVectors

/// The requirements of the RFCs, and what tests or shows each of them: computed, not written by hand.
///
/// ```swift
/// let ledger = Ledger(vectors: vectors)
/// print(ledger.totals.server.covered, ledger.problems)
/// ```
package struct Ledger: Sendable {
  /// The requirements in the order of the catalogue.
  package let entries: [LedgerEntry]
  /// The problems: citations that do not resolve, requirements not accounted for, and contradictions.
  package let problems: [LedgerProblem]
  /// Whether vectors were read; without them, some rules for clients seem unaccounted for.
  package let hasVectors: Bool

  /// Makes the ledger; `vectors` is nil if the files are not available: the program does not contain them.
  package init(
    requirements: [Requirement] = RequirementCatalogue.all, cases: [ConformanceCase] = CaseCatalogue.all,
    faults: [FaultKind] = FaultCatalogue.all, vectors: [Vector]?
  ) {
    var collector = LedgerCollector(ids: Set(requirements.map(\.id)))
    for entry in cases { collector.take(entry) }
    for fault in faults { collector.take(fault) }
    for vector in vectors ?? [] { collector.take(vector) }
    entries = requirements.map(collector.entry)
    hasVectors = vectors != nil
    problems =
      collector.problems + entries.compactMap { entry in LedgerProblem(entry, hasVectors: vectors != nil) }
  }

  private init(_ entries: [LedgerEntry], of whole: Ledger) {
    self.entries = entries
    hasVectors = whole.hasVectors
    let ids = Set(entries.map(\.id))
    problems = whole.problems.filter { ids.contains($0.subject) }
  }

  /// The part of the ledger about some of the requirements.
  package func filter(_ isIncluded: (LedgerEntry) -> Bool) -> Ledger {
    Ledger(entries.filter(isIncluded), of: self)
  }

  /// The counts of all requirements.
  package var totals: LedgerTotals { LedgerTotals(entries) }

  /// The RFCs in the order of the catalogue, each with its part of the ledger.
  package var documents: [(name: String, ledger: Ledger)] {
    var names: [String] = []
    for entry in entries where names.last != entry.requirement.document {
      names.append(entry.requirement.document)
    }
    return names.map { name in (name, filter { $0.requirement.document == name }) }
  }
}

/// Files cases, vectors and faults under the requirements that they cite.
private struct LedgerCollector {
  let ids: Set<String>
  private(set) var problems: [LedgerProblem] = []
  private var cases: [String: [CaseID]] = [:]
  private var casesAbout: [String: [CaseID]] = [:]
  private var vectors: [String: [String]] = [:]
  private var faults: [String: [String]] = [:]

  init(ids: Set<String>) { self.ids = ids }

  mutating func take(_ entry: ConformanceCase) {
    if entry.requirements.isEmpty {
      problems.append(LedgerProblem(entry.id.rawValue, nil, "case \(entry.id) cites no requirement"))
    }
    for (index, id) in entry.requirements.enumerated() where resolves(id, for: "case \(entry.id)") {
      if index == 0 {
        casesAbout[id.rawValue, default: []].append(entry.id)
        // What a scenario for clients must find are habits of clients, not faults of the mock server.
        for fault in entry.failsWith where entry.party == .server { add(fault, to: id.rawValue) }
      } else {
        cases[id.rawValue, default: []].append(entry.id)
      }
    }
  }

  mutating func take(_ fault: FaultKind) {
    guard case .requirement(let id) = fault.source, resolves(id, for: "fault \(fault.name)") else { return }
    add(fault.name, to: id.rawValue)
  }

  mutating func take(_ vector: Vector) {
    for id in vector.requirements where resolves(id, for: "vector \(vector.id)") {
      vectors[id.rawValue, default: []].append(vector.id)
    }
  }

  func entry(_ requirement: Requirement) -> LedgerEntry {
    LedgerEntry(
      requirement: requirement,
      cases: casesAbout[requirement.id, default: []] + cases[requirement.id, default: []],
      vectors: vectors[requirement.id, default: []].sorted(), faults: faults[requirement.id, default: []])
  }

  private mutating func add(_ fault: String, to id: String) {
    if !faults[id, default: []].contains(fault) { faults[id, default: []].append(fault) }
  }

  private mutating func resolves(_ id: RequirementID, for citer: String) -> Bool {
    if ids.contains(id.rawValue) { return true }
    problems.append(LedgerProblem(id.rawValue, nil, "\(citer) cites \(id), which is not a requirement"))
    return false
  }
}
