import FTPText

extension ConformanceMatrix {
  /// The matrix as Markdown: totals for each text, then a table of cases for each.
  public var markdown: String {
    var text = "# \(title)\n\n"
    text += Self.row([side.rawValue, "says"]) + Self.row(["---", "---"])
    for column in columns {
      let words = column.words.map { MarkdownText.code($0, inTable: true) }.joined(separator: " ")
      text += Self.row([MarkdownText.prose(column.name), words])
    }
    for column in columns {
      guard let problem = column.problem else { continue }
      text +=
        "\nThe run \(side == .server ? "at" : "of") \(MarkdownText.prose(column.name)) did not come to its end: \(MarkdownText.code(problem))\n"
    }
    let legend = CaseVerdict.allCases.map { "\($0.sign) \($0)" }.joined(separator: ", ")
    text += "\nPassed / tested, where what is skipped or unsupported is not tested.\n\n" + totals
    text += "\n\(legend).\n"
    for group in groups {
      text += "\n## \(documentName(group.document))\n\n" + heads("case") + group.rows.map(row).joined()
    }
    return text
  }

  private var totals: String {
    func totals(_ name: String, _ rows: [Row]) -> String {
      Self.row(
        [name]
          + columns.indices.map { column in
            let total = Self.total(of: column, in: rows)
            return total.tested == 0 ? "" : "\(total.passed) / \(total.tested)"
          })
    }
    let all = groups.count > 1 ? totals("**all**", groups.flatMap(\.rows)) : ""
    return heads("") + groups.map { totals(documentName($0.document), $0.rows) }.joined() + all
  }

  private func heads(_ first: String) -> String {
    Self.row([first] + columns.map { MarkdownText.prose($0.name) })
      + Self.row(["---"] + columns.map { _ in ":---:" })
  }

  private func row(_ row: Row) -> String {
    Self.row(
      ["`\(row.id.section)/\(row.id.slug)`"]
        + row.results.map { result in
          guard let verdict = result?.verdict else { return "" }
          return verdict == .fail || verdict == .broken ? "**\(verdict.sign)**" : verdict.sign
        })
  }

  private static func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }
}
