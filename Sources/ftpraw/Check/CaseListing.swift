import FTPConformance
import FTPProtocol
import FTPRequirements

/// What `check --list` and `check --explain` print.
struct CaseListing: Sendable {
  let width: Int?

  /// Ids and titles, one case per line unless the width of a terminal matters.
  func text(_ cases: [some RunnableCase]) -> String {
    let layout = TextLayout(width: width ?? .max)
    let longest = cases.map(\.id.rawValue.count).max() ?? 0
    let column = min(longest + 2, width.map { $0 / 2 } ?? .max)
    return cases.map { layout.entry($0.id.rawValue, Markup.plain($0.entry.title), indent: 0, column: column) }
      .joined()
  }

  /// Everything known about a case.
  func explanation(_ case: ServerCase) -> String {
    let entry = `case`.entry
    var facts = [("level", entry.level.rawValue), ("needs", list(entry.needs.map(\.description)))]
    facts.append(("begins", phrase(`case`.start)))
    if entry.scope == .everything { facts.append(("watches", "the traffic of every case of the run")) }
    if `case`.changesServer { facts.append(("changes", "files inside the scratch folder")) }
    if !entry.tags.isEmpty { facts.append(("tags", list(entry.tags))) }
    facts += `case`.steps.flatMap(\.lines).map { ("step", $0) }
    facts.append(("finds", list(entry.failsWith.map { "serve --fault \($0)" })))
    return explanation(entry, facts, showsConflicts: true)
  }

  /// Everything known about a scenario.
  func explanation(_ scenario: ClientScenario) -> String {
    var facts: [(String, String)] = []
    for step in scenario.steps {
      facts.append(("job", step.job.rawValue + " " + step.path))
      facts.append(("server", step.server.command))
      facts += step.circumstances.map { ("client", $0) }
    }
    facts += scenario.checks.map { ("right", $0.words) }
    if let loss = scenario.loss { facts.append(("loses", loss)) }
    facts.append(("seen", scenario.source))
    facts.append(("level", scenario.entry.level.rawValue))
    facts.append(("needs", scenario.entry.needs.map(\.description).joined(separator: ", ")))
    return explanation(scenario.entry, facts, showsConflicts: false)
  }

  private func explanation(
    _ entry: ConformanceCase, _ facts: [(name: String, value: String)], showsConflicts: Bool
  ) -> String {
    let layout = TextLayout(width: width ?? 80)
    var text = "\(entry.id)\n" + layout.paragraph(Markup.plain(entry.title), indent: 2) + "\n"
    for id in entry.requirements {
      let requirement = RequirementCatalogue.requirement(id: id.rawValue)
      text += layout.paragraph("[\(id)] " + Markup.plain(requirement?.text ?? ""), indent: 2)
      guard let requirement else { continue }
      text += layout.entry("force", requirement.force, indent: 4, column: 14)
      let conflicts = showsConflicts ? requirement.conflicts.compactMap { Conflict.conflict(id: $0) } : []
      for conflict in conflicts {
        text += layout.entry("graded", Markup.plain(conflict.text), indent: 4, column: 14)
      }
      if let link = requirement.link { text += layout.entry("source", link, indent: 4, column: 14) }
    }
    return text + "\n" + facts.map { layout.entry($0.name, $0.value, column: 12) }.joined()
  }

  private func list(_ words: [String]) -> String { words.isEmpty ? "none" : words.joined(separator: ", ") }

  private func phrase(_ start: ServerCase.Start) -> String {
    switch start {
    case .unconnected: "without a connection"
    case .greeted: "after the greeting"
    case .loggedIn: "logged in"
    case .inScratch: "logged in, in its own empty directory"
    }
  }
}
