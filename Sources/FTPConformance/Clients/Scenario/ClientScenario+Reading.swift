import FTPProtocol
import FTPRequirements

extension ClientScenario {
  /// Reads the scenarios of one group; throws at the first line that is not in the form, or whose scenario lacks
  /// something.
  ///
  /// ``FieldedText`` describes the form, and ``ScenarioField`` the fields.
  static func scenarios(
    of group: String, in text: some Collection<UInt8>
  ) throws(CatalogueProblem) -> [ClientScenario] {
    try FieldedText<ScenarioField>.entries(of: group, in: text).map(ClientScenario.init(_:))
  }

  private init(_ entry: FieldedText<ScenarioField>.Entry) throws(CatalogueProblem) {
    let own = entry.own.all
    let parts = own.split(omittingEmptySubsequences: false) { $0.name == .then }
    let fields = Fields(own.filter { !$0.name.isOfStep } + parts[0].filter(\.name.isOfStep)).over(
      entry.shared)
    let jobs = [nil] + own.filter { $0.name == .then }.map(\.value.text)
    var steps: [ScenarioStep] = []
    for (part, job) in zip(parts, jobs) {
      let own = steps.isEmpty ? fields : Fields(Array(part))
      let name = try own.word(.job) ?? job ?? CaseID(rawValue: entry.id.text).section.description
      guard let job = ClientJob(rawValue: name) else { throw entry.id.problem("no such job: \(name)") }
      steps.append(try ScenarioStep(job, steps.last?.path ?? ScenarioStep.file, own))
    }
    for name in [ScenarioField.rules, .seen, .finds, .right] where fields.lines(name).isEmpty {
      throw entry.id.problem("the scenario has no '\(name)'")
    }
    var checks: [ClientCheck] = []
    for line in fields.lines(.right) { checks.append(try ClientCheck.reading(line)) }
    self.init(
      CaseID(rawValue: entry.id.text), entry.title,
      try fields.words(.rules).map { RequirementID(rawValue: $0) }, source: try fields.text(.seen) ?? "",
      losing: try fields.text(.loses), bad: try fields.words(.finds),
      needs: try fields.values(.needs) { word in Need.besidesJobs.first { $0.name == word } },
      tags: try fields.words(.tags), steps: steps, checks: checks)
  }
}
