import FTPProtocol

/// What became of every case at several servers, or with several clients.
public struct ConformanceMatrix: Sendable {
  /// A case, and what became of it in each run.
  struct Row: Sendable {
    let id: CaseID
    let title: String
    /// One for each run, nil where its report does not have the case.
    var results: [MatrixColumn.Result?]

    /// Whether something is wrong in one run at least.
    var hasProblem: Bool { results.contains { $0?.verdict.isProblem ?? false } }

    /// Whether the runs that have the case do not all come to the same verdict.
    var differs: Bool { Set(results.compactMap { $0?.verdict }).count > 1 }
  }

  /// The cases that are about one text.
  struct Group: Sendable {
    let document: String
    var rows: [Row]
  }

  /// How many cases passed, of how many that were tested: neither skipped nor unsupported.
  struct Total: Hashable, Sendable {
    var passed = 0
    var tested = 0
    /// Those that failed or are broken.
    var failed = 0
  }

  /// Who is compared: servers, or clients.
  public let side: Verdict.Party
  /// The runs that are put side by side.
  public let columns: [MatrixColumn]
  let groups: [Group]

  /// Puts reports side by side; cases come in the order in which the reports have them.
  ///
  /// - Throws: where some are of servers and some of clients, which have no case in common.
  public init(_ columns: [MatrixColumn]) throws(ReportError) {
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

  /// What is compared, in the plural.
  var noun: String { "\(side)s" }

  /// What the matrix is called.
  var title: String { "\(noun.prefix(1).uppercased())\(noun.dropFirst()) and cases" }

  /// The sums of a run over some cases.
  static func total(of column: Int, in rows: [Row]) -> Total {
    rows.reduce(into: Total()) { total, row in
      guard let verdict = row.results[column]?.verdict, verdict != .skipped, verdict != .unsupported else {
        return
      }
      total.tested += 1
      if verdict == .pass { total.passed += 1 }
      if verdict == .fail || verdict == .broken { total.failed += 1 }
    }
  }
}

extension CaseVerdict {
  /// One character that stands for the verdict in a cell.
  var sign: String {
    switch self {
    case .pass: "\u{2713}"
    case .warn: "!"
    case .fail: "\u{2717}"
    case .unsupported: "\u{2013}"
    case .skipped: "\u{B7}"
    case .broken: "B"
    case .flaky: "~"
    case .error: "E"
    }
  }
}
