import FTPProtocol

/// Which arrows of the state diagram a campaign has seen.
///
/// An arrow is the state in which a reply comes, the box to which it leads, and the command that it answers.
package struct DiagramCoverage: Sendable {
  /// One arrow, for one command.
  package struct Arrow: Hashable, Sendable {
    /// The state in which the reply comes.
    package let step: Step
    /// The box to which it leads.
    package let box: Box
    /// The command.
    package let verb: Verb
  }

  /// The arrows of a diagram, without those to `error`.
  package let possible: Set<Arrow>
  /// The arrows that were seen.
  package private(set) var seen: Set<Arrow> = []

  /// Begins with the arrows of a diagram.
  package init(_ diagram: StateDiagram) {
    possible = Set(
      diagram.rows.filter { $0.step != .greeting }.flatMap { row in
        row.verbs.flatMap { verb in
          Set(row.arrows).subtracting([.error]).map { Arrow(step: row.step, box: $0, verb: verb) }
        }
      })
  }

  /// Records arrows and returns how many of them are new.
  @discardableResult
  package mutating func add(_ arrows: some Sequence<Arrow>) -> Int {
    let before = seen.count
    seen.formUnion(possible.intersection(arrows))
    return seen.count - before
  }

  /// How many arrows of a command in a state have not been seen.
  func missingCount(_ step: Step, _ verb: Verb) -> Int {
    possible.count { $0.step == step && $0.verb == verb && !seen.contains($0) }
  }
}
