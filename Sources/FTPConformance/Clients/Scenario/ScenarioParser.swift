import FTPProtocol
import FTPRequirements

/// Reads the scenarios of one group from `EmbeddedTexts/Scenarios`.
///
/// ```text
/// file     = "# " title LF *field 1*section
/// section  = "## " heading LF *field *scenario
/// scenario = id ": " title LF *field *(then *field)
/// field    = "  " name ": " value LF
/// then     = "  then: " job LF
/// ```
///
/// `then` begins another step, on the same path. A field that a scenario does not have is that of its section, or else
/// that of the file; a field without a value is none at all. An empty line and one that begins with a number sign mean
/// nothing. ``ScenarioFields/Name`` lists the fields.
struct ScenarioParser {
  /// A scenario whose fields are being read: those of each step.
  private struct Draft {
    let id: ScenarioLine
    let title: String
    var steps: [(job: String?, fields: ScenarioFields)] = [(nil, ScenarioFields())]
  }

  private let group: String
  private var file = ScenarioFields()
  private var section: ScenarioFields?
  private var draft: Draft?
  private var scenarios: [ClientScenario] = []

  /// Reads a whole text; throws at the first line that is not in the form, or whose scenario lacks something.
  static func scenarios(
    of group: String, in text: some Collection<UInt8>
  ) throws(CatalogueProblem) -> [ClientScenario] {
    var parser = ScenarioParser(group: group)
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      try parser.take(
        ScenarioLine(file: "\(group).txt", number: index + 1, text: String(decoding: line, as: UTF8.self)))
    }
    try parser.finish()
    return parser.scenarios
  }

  private init(group: String) { self.group = group }

  private mutating func take(_ line: ScenarioLine) throws(CatalogueProblem) {
    if line.text.hasPrefix("## ") {
      try finish()
      section = ScenarioFields()
    } else if [nil, UInt8(ascii: "#")].contains(line.text.utf8.first { $0 != UInt8(ascii: " ") }) {
      return
    } else if line.text.hasPrefix("  ") {
      try takeField(line)
    } else {
      try finish()
      try takeScenario(line)
    }
  }

  private mutating func takeScenario(_ line: ScenarioLine) throws(CatalogueProblem) {
    guard section != nil else { throw line.problem("a scenario before the first section heading") }
    guard let (id, title) = line.divided, !title.text.isEmpty else {
      throw line.problem("a scenario begins with its id and its title: \(group)/get/slug: A sentence.")
    }
    let parts = id.text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == group, !parts.contains("") else {
      throw line.problem("an id is a group, a job and words, such as \(group)/get/slug: \(id.text)")
    }
    guard !scenarios.contains(where: { $0.id.rawValue == id.text }) else {
      throw line.problem("the id is used twice: \(id.text)")
    }
    draft = Draft(id: id, title: title.text)
  }

  private mutating func takeField(_ line: ScenarioLine) throws(CatalogueProblem) {
    guard let (start, value) = line.divided else {
      throw line.problem("a field is a name, a colon and a value: seen: RFC 959")
    }
    let text = start.text.dropFirst(2)
    if text == "then" {
      guard draft != nil else { throw line.problem("'then' begins another step of a scenario") }
      draft?.steps.append((value.text, ScenarioFields()))
      return
    }
    guard let name = ScenarioFields.Name(rawValue: String(text)) else {
      throw line.problem("no such field: \(text)")
    }
    if let last = draft?.steps.indices.last {
      draft?.steps[name.isOfStep ? last : 0].fields.add(name, value)
    } else if section != nil {
      section?.add(name, value)
    } else {
      file.add(name, value)
    }
  }

  /// Adds the scenario whose lines have been read.
  private mutating func finish() throws(CatalogueProblem) {
    guard let draft else { return }
    self.draft = nil
    let fields = draft.steps[0].fields.over(section ?? file).over(file)
    var steps: [ScenarioStep] = []
    for (job, step) in draft.steps {
      let own = steps.isEmpty ? fields : step
      let name = try own.word(.job) ?? job ?? CaseID(rawValue: draft.id.text).section.description
      guard let job = ClientJob(rawValue: name) else { throw draft.id.problem("no such job: \(name)") }
      steps.append(try ScenarioStep(job, steps.last?.path ?? ScenarioStep.file, own))
    }
    for name in [ScenarioFields.Name.rules, .seen, .finds, .right] where fields.lines(name).isEmpty {
      throw draft.id.problem("the scenario has no '\(name)'")
    }
    var checks: [ClientCheck] = []
    for line in fields.lines(.right) { checks.append(try ClientCheck.reading(line)) }
    var needs: [Need] = []
    for line in fields.lines(.needs) {
      for word in try line.words() {
        guard let need = Need.besidesJobs.first(where: { $0.name == word }) else {
          throw line.problem("no such need: \(word)")
        }
        needs.append(need)
      }
    }
    scenarios.append(
      ClientScenario(
        CaseID(rawValue: draft.id.text), draft.title,
        try fields.words(.rules).map { RequirementID(rawValue: $0) }, source: try fields.text(.seen) ?? "",
        losing: try fields.text(.loses), bad: try fields.words(.finds), needs: needs,
        tags: try fields.words(.tags), steps: steps, checks: checks))
  }
}
