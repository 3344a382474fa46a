import FTPProtocol

/// An arrow of the state diagram, for one command.
package struct DiagramArrow: Hashable, Sendable {
  /// The state in which the reply comes.
  package let step: ReplyState
  /// The box to which it leads.
  package let box: ReplyOutcome
  /// The command that the reply answers.
  package let verb: Verb

  /// The arrows of a diagram, without those to `error`.
  static func all(_ diagram: StateDiagram) -> Set<DiagramArrow> {
    Set(
      diagram.rows.filter { $0.step != .greeting }.flatMap { row in
        row.verbs.flatMap { verb in
          Set(row.arrows).subtracting([.error]).map { DiagramArrow(step: row.step, box: $0, verb: verb) }
        }
      })
  }
}

extension CampaignCoverage<DiagramArrow> {
  /// How many arrows of a command in a state have not been seen.
  func missingCount(_ step: ReplyState, _ verb: Verb) -> Int {
    possible.count { $0.step == step && $0.verb == verb && !seen.contains($0) }
  }
}
