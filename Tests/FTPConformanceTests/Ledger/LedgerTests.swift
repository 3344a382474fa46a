import FTPConformance
import FTPProtocol
import FTPVectors
import Foundation
import Testing

@testable import FTPRequirements

@Suite("Every requirement is tested, shown or waived")
struct LedgerTests {
  @Test func nothingIsUnaccountedForAndNothingContradictsItself() throws {
    let ledger = Ledger(vectors: try VectorsOnDisk.all())
    for problem in ledger.problems { Issue.record("\(problem)") }
    let totals = ledger.totals
    print("ledger: servers \(totals.server), clients \(totals.client)")
    #expect(totals.server.all + totals.client.all == RequirementCatalogue.all.count)
    #expect(totals.server.unaccounted == 0 && totals.client.unaccounted == 0)
  }

  @Test func mostRulesForServersHaveACase() {
    #expect(Ledger(vectors: nil).totals.server.covered >= 330)
  }

  private static let rule = Requirement(
    id: "959:4.2:a", rfc: "959", section: "4.2", level: .must, word: .phrase("must"), side: .server,
    text: "A.")
  private static let advice = Requirement(
    id: "959:4.2:b", rfc: "959", section: "4.2", level: .should, word: .phrase("should"), side: .client,
    text: "B.")

  private func entry(_ requirements: RequirementID..., id: CaseID = "rfc959/4.2/a") -> ConformanceCase {
    ConformanceCase(id, "A.", of: .server, requirements, failsWith: ["code-500=NOOP"])
  }

  private func vector(_ requirements: RequirementID...) -> Vector {
    var vector = Vector()
    vector.id = "v/one"
    vector.requirements = requirements
    return vector
  }

  private func waived(_ requirement: Requirement) -> Requirement {
    Requirement(
      id: requirement.id, rfc: requirement.rfc, section: requirement.section, level: requirement.level,
      word: requirement.word, side: requirement.side, text: requirement.text, waiver: "because")
  }

  private func ledger(
    _ requirements: [Requirement], _ cases: [ConformanceCase] = [], vectors: [Vector]? = []
  ) -> Ledger {
    Ledger(requirements: requirements, cases: cases, faults: [], vectors: vectors)
  }

  @Test func aRuleForServersNeedsACaseOrAWaiver() {
    #expect(
      ledger([Self.rule], vectors: [vector("959:4.2:a")]).problems.map(\.description)
        == ["959:4.2:a has no case and no waiver"])
    #expect(ledger([Self.rule], [entry("959:4.2:a")]).problems == [])
    #expect(ledger([waived(Self.rule)]).problems == [])
    #expect(
      ledger([waived(Self.rule)], [entry("959:4.2:a")]).problems.map(\.description)
        == ["959:4.2:a is waived, but a case covers it: rfc959/4.2/a"])
  }

  @Test func aRuleForClientsNeedsAVectorOrAFaultOrAWaiver() {
    #expect(
      ledger([Self.advice]).problems.map(\.description)
        == ["959:4.2:b has no scenario, vector, fault or waiver"])
    #expect(ledger([Self.advice], vectors: nil).problems == [])
    #expect(ledger([Self.advice], vectors: [vector("959:4.2:b")]).problems == [])
    #expect(ledger([waived(Self.advice)]).problems == [])
    #expect(
      ledger([waived(Self.advice)], vectors: [vector("959:4.2:b")]).problems.map(\.description)
        == ["959:4.2:b is waived, but covered: v/one"])
  }

  @Test func whatIsCitedMustBeThere() {
    let problems = ledger(
      [Self.rule], [entry("959:4.2:a", "959:4.2:x"), entry(id: "rfc959/4.2/none")], vectors: [vector("1:2:y")]
    ).problems
    #expect(
      problems.map(\.description) == [
        "case rfc959/4.2/a cites 959:4.2:x, which is not a requirement",
        "case rfc959/4.2/none cites no requirement",
        "vector v/one cites 1:2:y, which is not a requirement",
      ])
    #expect(problems.allSatisfy { $0.document == nil })
  }

  @Test func theCaseThatIsAboutARequirementComesFirst() {
    let other = Requirement(
      id: "959:4.2:c", rfc: "959", section: "4.2", level: .must, word: .form(.grammar), side: .server,
      text: "C.")
    let cases = [entry("959:4.2:a", "959:4.2:c"), entry("959:4.2:c", id: "rfc959/4.2/c")]
    let ledger = ledger([Self.rule, other], cases)
    #expect(ledger.entries[1].cases == ["rfc959/4.2/c", "rfc959/4.2/a"])
    #expect(ledger.entries[1].faults == ["code-500=NOOP"])
    #expect(ledger.entries.map(\.standing) == [.tested, .tested])
  }

  static let selectors: [(String, Bool)] = [
    ("rfc959", true), ("959", true), ("959:", true), ("rfc959/4", true), ("rfc959/4.2", true),
    ("959:4", true),
    ("959:4.2", true), ("959:4.2:", true), ("959:4.2:a", true), ("*:a", true), ("959:?.2:*", true),
    ("rfc959/4.2/a", true), ("rfc95", false), ("rfc959/4.", false), ("959:4.2:", true),
    ("rfc959/4.20", false),
    ("rfc959/4.2/b", false), ("", false), ("mfxx", false),
  ]

  @Test(arguments: selectors)
  func selects(text: String, isMeant: Bool) {
    let ledger = ledger([Self.rule], [entry("959:4.2:a")])
    #expect(ledger.entries.contains(where: LedgerSelector(text).matches) == isMeant)
  }
}

/// The vectors of the package.
enum VectorsOnDisk {
  static func all() throws -> [Vector] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Vectors").standardizedFileURL
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".ftpv") }
      .map { try Vector(parsing: try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) }
  }
}
