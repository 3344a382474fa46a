/// The state diagram in the language of Graphviz.
enum DotDiagram {
  /// A directed graph: a box for each state with its own success, failure and error, as RFC 959 draws them.
  static func text(of diagram: StateDiagram) -> String {
    var lines = [
      "digraph ftp {",
      "  rankdir=LR;",
      "  node [fontname=\"Helvetica\", fontsize=10];",
      "  edge [fontname=\"Helvetica\", fontsize=9];",
    ]
    for row in diagram.rows { lines += self.row(row, diagram) }
    // Arrows between states come last, outside the boxes, so that they belong to none.
    for row in diagram.rows {
      for arrow in diagram.joinedArrows(of: row) {
        if let next = arrow.box.next {
          lines.append("  \(row.step.rawValue) -> \(next.rawValue) [label=\"\(arrow.label)\"];")
        }
      }
    }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  private static func row(_ row: StateDiagram.Row, _ diagram: StateDiagram) -> [String] {
    let step = row.step.rawValue
    let label = ([row.step.title] + row.verbLines).map(quoted).joined(separator: "\\n")
    var lines = [
      "  subgraph cluster_\(step) {",
      "    label=\"\(quoted(row.source))\";",
      "    color=gray;",
      "    fontsize=8;",
      "    \(step) [shape=box, label=\"\(label)\"];",
    ]
    for arrow in diagram.joinedArrows(of: row) {
      switch arrow.box {
      case .wait: lines.append("    \(step) -> \(step) [label=\"\(arrow.label)\"];")
      case .success, .failure, .error:
        let end = "\(step)_\(arrow.box.name)"
        let style = arrow.box == .error ? ", style=dashed, color=gray" : ""
        lines.append("    \(end) [shape=circle, label=\"\(arrow.box.letter)\"\(style)];")
        lines.append("    \(step) -> \(end) [label=\"\(arrow.label)\"\(style)];")
      case .then: break
      }
    }
    return lines + ["  }"]
  }

  private static func quoted(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }
}
