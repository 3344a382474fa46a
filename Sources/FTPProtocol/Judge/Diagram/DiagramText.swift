/// The state diagram as text, in one of the formats that `ftpraw diagram` prints.
///
/// Only the table is drawn: every arrow comes from the diagram's rows or code arrows.
package enum DiagramText {
  /// A notation for graphs.
  package enum Format: String, CaseIterable, Sendable {
    case dot, mermaid, markdown
  }

  /// The diagram, ending with a line feed.
  package static func text(_ format: Format, of diagram: StateDiagram = .ftp) -> String {
    switch format {
    case .dot: DotDiagram.text(of: diagram)
    case .mermaid: MermaidDiagram.text(of: diagram)
    case .markdown: MarkdownDiagram.text(of: diagram)
    }
  }
}

/// Arrows with the same target, drawn as one.
package struct DiagramArrow: Hashable {
  /// The replies it is drawn for: `4yz, 5yz`.
  package let label: String
  /// Where it leads.
  package let box: ReplyOutcome
}

extension StateDiagram {
  /// The arrows that leave the state, those with one target joined, then those for single codes
  /// whose first digits lead elsewhere.
  package func joinedArrows(of row: Row) -> [DiagramArrow] {
    var targets: [ReplyOutcome] = []
    var labels: [ReplyOutcome: [String]] = [:]
    for digit in UInt8(1)...5 {
      let box = row.box(firstDigit: digit)
      if labels[box] == nil { targets.append(box) }
      labels[box, default: []].append("\(digit)yz")
    }
    let codes = codeArrows.filter {
      $0.steps.contains(row.step) && $0.box != row.box(firstDigit: $0.code.firstDigit)
    }
    return targets.map { DiagramArrow(label: (labels[$0] ?? []).joined(separator: ", "), box: $0) }
      + codes.map { DiagramArrow(label: $0.code.description, box: $0.box) }
  }
}

extension StateDiagram.Row {
  /// The commands of the state in lines of a few each; empty for the greeting, which no command asks for.
  package var verbLines: [String] {
    stride(from: 0, to: verbs.count, by: 8).map { start in
      verbs[start..<min(start + 8, verbs.count)].map(\.name).joined(separator: " ")
    }
  }
}
