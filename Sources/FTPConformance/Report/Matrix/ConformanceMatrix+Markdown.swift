import FTPText

extension ConformanceMatrix {
  /// The matrix as Markdown: totals for each RFC, then a table of cases for each.
  package var markdown: String {
    var text = "# \(title)\n\n"
    text += Self.row([side.rawValue, "software", "says"]) + Self.row(["---", "---", "---"])
    for column in columns {
      let words = column.words.map { MarkdownText.code($0, inTable: true) }.joined(separator: " ")
      let name = MarkdownText.prose(column.name)
      text += Self.row([name, column.software.map { MarkdownText.prose($0) } ?? "", words])
    }
    for column in columns {
      guard let problem = column.problem else { continue }
      text +=
        "\nThe run \(side == .server ? "at" : "of") \(MarkdownText.prose(column.name)) ended early: \(MarkdownText.code(problem))\n"
    }
    let legend = legend.map { "\($0.sign) \($0.tally.rawValue)" }.joined(separator: ", ")
    text += "\n\(totalsNote)\n\n" + totals
    text += "\n\(legend).\n"
    for group in groups {
      text +=
        "\n## \(MarkdownText.prose(documentName(group.document)))\n\n" + heads("case")
        + group.rows.map(row).joined()
    }
    return text
  }

  private var totals: String {
    func totals(_ name: String, _ groups: [Group]) -> String {
      Self.row(
        [name]
          + columns.indices.map { column in
            words(of: total(of: column, in: groups), groups.contains { offers(column, $0.document) })
          })
    }
    let all = groups.count > 1 ? totals("**all**", groups) : ""
    return heads("")
      + groups.map { totals(MarkdownText.prose(documentName($0.document), inTable: true), [$0]) }.joined()
      + all
  }

  /// `26 / 32, 40 not offered`; for an RFC that is not offered, no number before `not offered`.
  private func words(of total: Total, _ isOffered: Bool) -> String {
    var parts = total.tested == 0 ? [] : ["\(total.passed) / \(total.tested)"]
    if total.notOffered > 0 {
      parts.append((isOffered ? "\(total.notOffered) " : "") + Tally.notOffered.rawValue)
    }
    return parts.joined(separator: ", ")
  }

  private func heads(_ first: String) -> String {
    Self.row([first] + columns.map { MarkdownText.prose($0.name) })
      + Self.row(["---"] + columns.map { _ in ":---:" })
  }

  private func row(_ row: Row) -> String {
    Self.row(
      [MarkdownText.code("\(row.id.section)/\(row.id.slug)", inTable: true)]
        + row.results.map { result in
          guard let tally = result?.tally else { return "" }
          return tally == .fail || tally == .broken ? "**\(tally.sign)**" : tally.sign
        })
  }

  private static func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }
}
