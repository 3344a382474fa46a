/// The state diagram as a table in Markdown.
enum MarkdownDiagram {
  /// A row for each state, then the arrows of single codes, then the meaning of the words.
  static func text(of diagram: StateDiagram) -> String {
    var lines = [
      "| state | commands | 1yz | 2yz | 3yz | 4yz | 5yz | source |",
      "|---|---|---|---|---|---|---|---|",
    ]
    for row in diagram.rows {
      let commands = row.verbs.isEmpty ? "(connection)" : row.verbs.map(\.name).joined(separator: " ")
      let arrows = (UInt8(1)...5).map { cell(row.box(firstDigit: $0)) }
      let cells = ["`\(row.step.rawValue)`: \(row.step.title)", commands] + arrows + [row.source]
      lines.append("| \(cells.joined(separator: " | ")) |")
    }
    lines.append("")
    for arrow in diagram.codeArrows {
      let steps = arrow.steps.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      lines.append("- \(arrow.code) in \(steps): \(cell(arrow.box)) (`\(arrow.requirement)`).")
    }
    lines += [
      "- wait: another reply to the same command follows; success: the command is done; failure: it is not.",
      "- error: there is no such arrow; the server broke the protocol.",
      "- An arrow to a state means that a command of that state is expected next.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func cell(_ box: ReplyOutcome) -> String {
    box.next.map { "\u{2192} `\($0.rawValue)`" } ?? box.name
  }
}
