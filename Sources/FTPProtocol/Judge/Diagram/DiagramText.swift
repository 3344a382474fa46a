/// The state diagram as text, in one of the formats that `ftpraw diagram` prints.
///
/// Nothing is drawn that the table does not say: every arrow comes from ``StateDiagram/rows`` or
/// ``StateDiagram/codeArrows``.
package enum DiagramText {
  /// A notation for graphs.
  package enum Format: String, CaseIterable, Sendable {
    case dot, mermaid, markdown
  }

  /// The diagram, ending with a line feed.
  package static func text(_ format: Format) -> String {
    switch format {
    case .dot: DotDiagram.text
    case .mermaid: MermaidDiagram.text
    case .markdown: MarkdownDiagram.text
    }
  }
}

/// Arrows with the same target, drawn as one.
package struct DiagramArrow: Hashable {
  /// The replies it is drawn for: `4yz, 5yz`.
  package let label: String
  /// Where it leads.
  package let box: Box
}

extension StateDiagram.Row {
  /// The arrows that leave the state, those with one target joined, then those that one code has for itself
  /// because its first digit leads elsewhere.
  package var joinedArrows: [DiagramArrow] {
    var targets: [Box] = []
    var labels: [Box: [String]] = [:]
    for digit in UInt8(1)...5 {
      let box = box(firstDigit: digit)
      if labels[box] == nil { targets.append(box) }
      labels[box, default: []].append("\(digit)yz")
    }
    let codes = StateDiagram.ftp.codeArrows.filter {
      $0.steps.contains(step) && $0.box != box(firstDigit: $0.code.firstDigit)
    }
    return targets.map { DiagramArrow(label: (labels[$0] ?? []).joined(separator: ", "), box: $0) }
      + codes.map { DiagramArrow(label: $0.code.description, box: $0.box) }
  }

  /// The commands of the state in lines of a few each; empty for the greeting, which no command asks for.
  package var verbLines: [String] {
    stride(from: 0, to: verbs.count, by: 8).map { start in
      verbs[start..<min(start + 8, verbs.count)].map(\.name).joined(separator: " ")
    }
  }
}
