/// The state diagram in the language of Mermaid, as code hosts show it.
enum MermaidDiagram {
  /// A `stateDiagram-v2`; success, failure and error are common to all states.
  static func text(of diagram: StateDiagram) -> String {
    var lines = ["stateDiagram-v2", "  direction LR"]
    for row in diagram.rows {
      lines.append("  state \"\(row.step.title)\" as \(row.step.rawValue)")
    }
    for row in diagram.rows {
      let step = row.step.rawValue
      if !row.step.isContinuation { lines.append("  [*] --> \(step)") }
      for arrow in diagram.joinedArrows(of: row) {
        lines.append("  \(step) --> \(target(arrow.box, from: row.step)) : \(arrow.label)")
      }
      if !row.verbs.isEmpty {
        lines.append("  note right of \(step)")
        lines += row.verbLines.map { "    \($0)" }
        lines.append("  end note")
      }
    }
    lines += [ReplyOutcome.success, .failure, .error].map { "  \($0.name) --> [*]" }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func target(_ box: ReplyOutcome, from step: ReplyState) -> String {
    switch box {
    case .wait: step.rawValue
    case .success, .failure, .error: box.name
    case .then(let next): next.rawValue
    }
  }
}
