import FTPConformance
import FTPText
import FTPVectors

/// The result of replaying many vectors.
struct ReplayReport: Sendable {
  /// One vector in one way.
  struct Entry: Sendable {
    let file: VectorFile
    /// With whom; nil without sockets.
    let target: ExpectedDifference.Target?
    let result: ReplayResult

    /// Why the vector is not replayed with the target; nil if it is.
    var excuse: String? { result.excuses.first }
  }

  /// With whom vectors were replayed, in their order; nil without sockets.
  let ways: [ExpectedDifference.Target?]
  /// What to call the server.
  let server: String
  /// The words that replay with a target again.
  let again: @Sendable (ExpectedDifference.Target?) -> String
  private(set) var entries: [Entry] = []
  private(set) var malformed: [(file: VectorFile, error: VectorSyntaxError)] = []

  /// Adds what the ways found in a vector.
  mutating func add(_ file: VectorFile, _ results: [ReplayResult]) {
    for (way, result) in zip(ways, results) {
      entries.append(Entry(file: file, target: way, result: result))
    }
  }

  mutating func add(_ file: VectorFile, _ error: VectorSyntaxError) { malformed.append((file, error)) }

  /// Whether everything matches the vectors.
  var isClean: Bool { malformed.isEmpty && entries.allSatisfy { $0.result.differences.isEmpty } }

  /// The result of one way, over all vectors.
  func total(_ way: ExpectedDifference.Target?) -> ReplayResult {
    entries.reduce(into: ReplayResult()) { if $1.target == way { $0 += $1.result } }
  }

  /// The command that replays a vector with a target again.
  func command(_ entry: Entry) -> String {
    "ftpraw replay \(again(entry.target))\(ShellWord.quoted(entry.file.path))"
  }

  /// What to call a way.
  func name(of way: ExpectedDifference.Target?) -> String {
    switch way {
    case nil: "without sockets"
    case .client?: "to the client"
    case .mock?, .live?: "to \(server)"
    }
  }
}

extension ReplayReport {
  /// The report for people: what is wrong, with the lines around it and how to see it again, and counts.
  var text: String {
    var lines: [String] = []
    for (file, error) in malformed {
      lines += error.report(path: file.path).split(separator: "\n").map { String($0) } + [""]
    }
    for entry in entries {
      for difference in entry.result.differences { lines += self.lines(of: difference, entry) + [""] }
    }
    lines += summary
    return lines.map { PrintableText.line($0) + "\n" }.joined()
  }

  private func lines(of difference: ReplayDifference, _ entry: Entry) -> [String] {
    let way =
      entry.target == .client || entry.target == nil
      ? "\(name(of: entry.target)), \(difference.segmentation)" : name(of: entry.target)
    let head = [
      "\(entry.file.path):\(difference.line): \(way)", "  expected \(difference.expected)",
      "  found    \(difference.actual)",
    ]
    return head + difference.surroundings.map { "  \($0)" } + ["  again: \(command(entry))"]
  }

  private var summary: [String] {
    var rows: [[String]] = []
    for way in ways {
      let total = total(way)
      var row = [name(of: way), "\(total.vectors.counted("vector"))", "\(total.checks.counted("check"))"]
      row.append(total.segmentations > 0 ? total.segmentations.counted("segmentation") : "")
      if !total.excuses.isEmpty { row.append("\(total.excuses.count) more excused") }
      rows.append(row)
    }
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    var lines = rows.map { row in
      let cells = row.enumerated().map { index, cell in
        let space = String(
          repeating: " ", count: max(0, (widths.indices.contains(index) ? widths[index] : 0) - cell.count))
        // Numbers are aligned to the right, their labels to the left.
        return index == 0 || index == 4 ? cell + space : space + cell
      }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
    let count = entries.reduce(0) { $0 + $1.result.differences.count }
    var last = count == 0 ? "no differences" : count.counted("difference")
    if count > 0 {
      let files = Set(entries.filter { !$0.result.differences.isEmpty }.map(\.file.path)).count
      last += " in \(files.counted("vector"))"
    }
    if !malformed.isEmpty { last += "; \(malformed.count.counted("file")) cannot be read" }
    lines.append(last)
    return lines
  }
}
