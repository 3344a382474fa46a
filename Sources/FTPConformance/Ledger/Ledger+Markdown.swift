extension Ledger {
  /// The ledger as Markdown: the counts by RFC, then each requirement with its tests.
  package var markdown: String {
    var text = "# Ledger\n\nThe requirements of the RFCs, and what tests each of them.\(note)\n\n"
    text += "| document | rules for servers | with a case | waived | unaccounted for "
    text +=
      "| rules for clients | shown | waived | unaccounted for |\n|---|" + String(repeating: "--:|", count: 8)
    let parts = documents
    for (name, ledger) in parts { text += "\n" + Self.row(name, ledger.totals) }
    if parts.count > 1 { text += "\n" + Self.row("all", totals) }
    text += "\n"
    for (name, ledger) in parts {
      text += "\n## \(name)\n"
      var section: String?
      for entry in ledger.entries {
        if entry.requirement.section != section {
          section = entry.requirement.section
          text += "\n### \(entry.requirement.section)\n\n"
        }
        text += entry.markdown
      }
    }
    return text
  }

  /// A note for readers if the vectors are missing.
  var note: String {
    hasVectors ? "" : " No vectors were read, so requirements on clients may appear to have no tests."
  }

  private static func row(_ name: String, _ totals: LedgerTotals) -> String {
    let numbers = [totals.server, totals.client].flatMap { [$0.all, $0.covered, $0.waived, $0.unaccounted] }
    return "| \(name) | " + numbers.map { "\($0)" }.joined(separator: " | ") + " |"
  }
}

extension LedgerEntry {
  fileprivate var markdown: String {
    let name = requirement.link.map { "[`\(id)`](\($0))" } ?? "`\(id)`"
    var text = "- \(name) \(requirement.side.rawValue), \(standing.phrase): \(requirement.text)\n"
    text += "  - \(requirement.force)\n"
    if !requirement.conflicts.isEmpty {
      text += "  - graded: " + requirement.conflicts.map { "`\($0)`" }.joined(separator: ", ") + "\n"
    }
    for (kind, names) in [("cases", cases.map(\.rawValue)), ("vectors", vectors), ("faults", faults)]
    where !names.isEmpty {
      text += "  - \(kind): " + names.map { "`\($0)`" }.joined(separator: ", ") + "\n"
    }
    if let waiver = requirement.waiver { text += "  - waived: \(waiver)\n" }
    return text
  }
}

extension LedgerEntry.Standing {
  /// The standing in words for readers.
  var phrase: String { self == .unaccounted ? "unaccounted for" : rawValue }
}
