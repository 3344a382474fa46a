/// What became of every case at several servers.
public struct ConformanceMatrix: Sendable {
  /// A case, and what became of it at each server.
  struct Row: Sendable {
    let id: CaseID
    let title: String
    /// One for each server, nil where its report does not have the case.
    var results: [MatrixServer.Result?]

    /// Whether something is wrong at one server at least.
    var hasProblem: Bool { results.contains { $0?.verdict.isProblem ?? false } }

    /// Whether the servers that have the case do not all come to the same verdict.
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

  /// The servers in the order of the columns.
  public let servers: [MatrixServer]
  let groups: [Group]

  /// Puts reports side by side; cases come in the order in which the reports have them.
  public init(_ servers: [MatrixServer]) {
    self.servers = servers
    var rows: [CaseID: Row] = [:]
    var order: [String: [CaseID]] = [:]
    var documents: [String] = []
    for (column, server) in servers.enumerated() {
      for result in server.results {
        let document = String(result.id.document)
        if rows[result.id] == nil {
          if order[document] == nil { documents.append(document) }
          order[document, default: []].append(result.id)
        }
        let none = Row(
          id: result.id, title: result.title, results: Array(repeating: nil, count: servers.count))
        rows[result.id, default: none].results[column] = result
      }
    }
    groups = documents.map { document in
      Group(document: document, rows: order[document, default: []].compactMap { rows[$0] })
    }
  }

  /// The sums of a server over some cases.
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
