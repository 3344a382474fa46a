import FTPProtocol
import FTPRequirements

/// The text of a finding: a line that says what is broken, and rows with details.
struct FindingText: CustomStringConvertible {
  private let isCertain: Bool
  private let claim: String
  private var rows = ""
  /// Where in the search it was.
  var place = ""

  /// Begins with the oracle and its rule.
  init(isCertain: Bool, _ claim: String) {
    self.isCertain = isCertain
    self.claim = claim
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

  var description: String { "\(isCertain ? "found" : "hint")\(place): \(claim)\n" + rows }
}
