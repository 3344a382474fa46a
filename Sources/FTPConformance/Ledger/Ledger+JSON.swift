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
    JSONText.of(["requirements": all, "covered": covered, "waived": waived, "unaccounted": unaccounted])
  }
}

extension LedgerEntry {
  fileprivate var json: JSONText {
    JSONText.of([
      "id": id, "document": requirement.document, "section": requirement.section,
      "level": requirement.level, "word": requirement.word.description, "force": requirement.force,
      "conflicts": requirement.conflicts, "source": requirement.link, "side": requirement.side.rawValue,
      "text": requirement.text, "standing": standing.rawValue, "cases": cases, "vectors": vectors,
      "faults": faults, "waiver": requirement.waiver,
    ])
  }
}
