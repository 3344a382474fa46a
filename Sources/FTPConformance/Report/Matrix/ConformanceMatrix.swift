import FTPProtocol

/// The results of every case for several servers, or several clients.
package struct ConformanceMatrix: Sendable {
  /// A case, and its result in each run.
  struct Row: Sendable {
    let id: CaseID
    let title: String
    /// The result in each run; nil if its report does not have the case.
    var results: [MatrixColumn.Result?]

    /// Whether something is wrong in at least one run.
    var hasProblem: Bool { results.contains { $0?.verdict.isProblem ?? false } }

    /// Whether the verdicts of the runs that have the case differ.
    var differs: Bool { Set(results.compactMap { $0?.tally }).count > 1 }
  }

  /// The cases about one RFC or draft.
  struct Group: Sendable {
    let document: String
    var rows: [Row]
  }

  /// How many cases passed of those that were tested, which excludes cases that were skipped or are not offered.
  struct Total: Hashable, Sendable {
    var passed = 0
    var tested = 0
    /// How many failed or are broken.
    var failed = 0
    var notOffered = 0
  }

  /// The role that is compared: servers, or clients.
  package let side: Verdict.Party
  /// The runs to compare.
  package let columns: [MatrixColumn]
  let groups: [Group]

  /// Compares reports; cases are in the order of the reports.
  ///
  /// - Throws: ``ReportError`` if some are about servers and some about clients, which have no case in common.
  package init(_ columns: [MatrixColumn]) throws(ReportError) {
    side = columns.first?.side ?? .server
    if let odd = columns.first(where: { [side] in $0.side != side }) {
      throw ReportError("\(odd.name) is a \(odd.side), and others are not")
    }
    self.columns = columns
    var rows: [CaseID: Row] = [:]
    var order: [String: [CaseID]] = [:]
    var documents: [String] = []
    for (index, column) in columns.enumerated() {
      for result in column.results {
        let document = String(result.id.document)
        if rows[result.id] == nil {
          if order[document] == nil { documents.append(document) }
          order[document, default: []].append(result.id)
        }
        let none = Row(
          id: result.id, title: result.title, results: Array(repeating: nil, count: columns.count))
        rows[result.id, default: none].results[index] = result
      }
    }
    groups = documents.map { document in
      Group(document: document, rows: order[document, default: []].compactMap { rows[$0] })
    }
  }

  /// The role that is compared, in the plural.
  var noun: String { "\(side)s" }

  var title: String { "\(noun.prefix(1).uppercased())\(noun.dropFirst()) and cases" }

  /// Whether the party of a run offers an RFC.
  func offers(_ column: Int, _ document: String) -> Bool {
    !columns[column].textsNotOffered.contains(document)
  }

  /// The sums of a run over the cases of some RFCs.
  ///
  /// A pass in an RFC that the party does not offer counts as not offered: a proper refusal is not support.
  func total(of column: Int, in groups: [Group]) -> Total {
    var total = Total()
    for group in groups {
      for case let tally? in group.rows.map({ $0.results[column]?.tally }) {
        if tally == .notOffered || (tally == .pass && !offers(column, group.document)) {
          total.notOffered += 1
        } else if tally.isTested {
          total.tested += 1
          if tally == .pass { total.passed += 1 }
          if tally == .fail || tally == .broken { total.failed += 1 }
        }
      }
    }
    return total
  }

  /// The meaning of the numbers in the totals.
  var totalsNote: String {
    "Passed / tested. Skipped cases, and cases or RFCs that are not offered, do not count as tested."
  }

  /// The meaning of the signs in the cells.
  var legend: [(sign: String, tally: Tally)] { Tally.allCases.map { ($0.sign, $0) } }
}
