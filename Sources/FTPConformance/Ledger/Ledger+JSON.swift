import FTPText

extension Ledger {
  /// The ledger as JSON: `vectors` (whether they were read), `totals`, `documents` with their totals, `requirements`.
  package var json: JSONText {
    [
      "vectors": .boolean(hasVectors),
      "totals": totals.json,
      "documents": .array(documents.map { ["document": .string($0.name), "totals": $0.ledger.totals.json] }),
      "requirements": .array(entries.map(\.json)),
    ]
  }
}

extension LedgerTotals {
  fileprivate var json: JSONText { ["server": server.json, "client": client.json] }
}

extension LedgerTotals.Side {
  fileprivate var json: JSONText {
    [
      "requirements": .integer(Int64(all)), "covered": .integer(Int64(covered)),
      "waived": .integer(Int64(waived)), "unaccounted": .integer(Int64(unaccounted)),
    ]
  }
}

extension LedgerEntry {
  fileprivate var json: JSONText {
    [
      "id": .string(id),
      "document": .string(requirement.document),
      "section": .string(requirement.section),
      "level": .string(requirement.level.rawValue),
      "word": .string(requirement.word.description),
      "force": .string(requirement.force),
      "conflicts": .array(requirement.conflicts.map { .string($0) }),
      "source": .optional(requirement.link),
      "side": .string(requirement.side.rawValue),
      "text": .string(requirement.text),
      "standing": .string(standing.rawValue),
      "cases": .array(cases.map { .string($0.rawValue) }),
      "vectors": .array(vectors.map { .string($0) }),
      "faults": .array(faults.map { .string($0) }),
      "waiver": .optional(requirement.waiver),
    ]
  }
}
