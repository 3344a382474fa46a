import FTPConformance
import FTPProtocol
import FTPRequirements

/// What `check-client --explain` prints.
struct ScenarioListing: Sendable {
  let width: Int

  /// Everything about a scenario; nil if there is no such scenario.
  func explanation(of id: String) -> String? {
    guard let scenario = CaseCatalogue.clients.first(where: { $0.id.rawValue == id }) else { return nil }
    let layout = TextLayout(width: width)
    var text = "\(id)\n" + layout.paragraph(Markup.plain(scenario.entry.title), indent: 2) + "\n"
    for id in scenario.entry.requirements {
      let requirement = RequirementCatalogue.requirement(id: id.rawValue)
      text += layout.paragraph("[\(id)] " + Markup.plain(requirement?.text ?? ""), indent: 2)
      guard let requirement else { continue }
      text += layout.entry("force", requirement.force, indent: 4, column: 14)
      if let link = requirement.link { text += layout.entry("source", link, indent: 4, column: 14) }
    }
    text += "\n"
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
    for (name, value) in facts { text += layout.entry(name, value, column: 12) }
    return text
  }
}
