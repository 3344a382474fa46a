import FTPRequirements

/// The text of a finding: a line that says what is broken, and rows with details.
struct FindingText: CustomStringConvertible {
  private let title: String
  private var rows = ""

  /// Begins with a line of its own.
  init(_ title: String) { self.title = title }

  /// Begins with how certain it is, where in a search it was, and the oracle.
  init(_ verdict: String, _ run: UInt64?, of seed: UInt64?, as noun: String = "run", _ claim: String) {
    let place = run.flatMap { run in seed.map { " in \(noun) \(run) of seed \($0)" } } ?? ""
    title = "\(verdict)\(place): \(claim)"
  }

  /// Adds a row.
  mutating func add(_ title: String, _ words: String) {
    rows += "  " + title + String(repeating: " ", count: max(1, 8 - title.count)) + words + "\n"
  }

  /// Adds a row for a requirement, if there is one.
  mutating func add(rule id: String) {
    guard let rule = RequirementCatalogue.requirement(id: id) else { return }
    add("rule", "\(rule.id) (\(rule.level.rawValue), by \(rule.word))")
  }

  /// Adds the lines of the case.
  mutating func add(lines: [Substring]) {
    for line in lines {
      rows += "          " + (line.count > 160 ? line.prefix(157) + "..." : line) + "\n"
    }
  }

  var description: String { "\(title)\n" + rows }
}
