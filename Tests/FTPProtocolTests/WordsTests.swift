import EmbeddedTexts
import Testing

@testable import FTPProtocol

@Suite("The words for what has a name")
struct WordsTests {
  @Test func everythingHasItsWordsAndNothingElseHas() {
    let names: [String: [String]] = [
      "replies": ReplyDeviation.Kind.allCases.map(\.rawValue),
      "commands": CommandFault.allCases.map(\.rawValue),
      "states": ReplyState.allCases.map(\.rawValue),
    ]
    let columns = ["replies": 3, "commands": 2, "states": 2, "values": 1]
    // Languages have several rows, and `ListedDateTests` tries their months.
    let rows = Words.rows.filter { $0.key != "months" }
    #expect(Set(rows.keys) == Set(columns.keys))
    for (heading, rows) in rows {
      if let names = names[heading] { #expect(rows.keys.sorted() == names.sorted()) }
      for (name, row) in rows {
        #expect(row.count == columns[heading] && !row.contains(""), "\(name)")
        #expect(row.joined().allSatisfy(\.isASCII) && !row.joined().hasSuffix("."), "\(name)")
      }
    }
    let count = embedded_words().lines.count { $0.heading != "months" }
    #expect(count == rows.values.map(\.count).reduce(0, +))
    #expect(MonthNames.names.count == embedded_words().lines.count - count)
  }

  @Test func findsNothingElse() {
    #expect(Words.of("replies", "nul", 0) == "854:nvt:nul-only-after-cr")
    for (heading, name, column) in [
      ("replies", "nul", 3), ("replies", "nul", -1), ("replies", "", 0), ("", "nul", 0),
    ] {
      #expect(Words.of(heading, name, column) == nil)
    }
  }

  @Test func requirementsAreRequirements() {
    for kind in ReplyDeviation.Kind.allCases { #expect(!kind.requirement.section.isEmpty, "\(kind)") }
    for state in ReplyState.allCases { #expect(state.requirement.rawValue.hasPrefix("959:"), "\(state)") }
    for fault in CommandFault.allCases {
      #expect(!fault.deviation(at: 0).requirement.section.isEmpty, "\(fault)")
    }
  }
}
