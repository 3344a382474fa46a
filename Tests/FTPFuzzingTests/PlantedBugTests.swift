import FTPProtocol
import TestSupport
import Testing

@testable import FTPFuzzing

@Suite("The fuzzer finds each planted bug, and minimizes the input", .computing)
struct PlantedBugTests {
  /// A bug, the oracles that find it, and the most runs that this may take with each of three seeds.
  static let bugs: [(bug: PlantedBug, oracles: Set<ParserOracle>, runs: UInt64)] = [
    (.endOffByOne, [.reference], 1_000),
    (.lastLineLeft, [.reference], 1_000),
    (.stateKept, [.reference], 1_000),
    (.fourDigits, [.reference], 2_000),
    (.hyphenEnds, [.reference], 1_000),
    (.returnKept, [.reference], 1_000),
    (.emptyLineLost, [.reference], 1_000),
    (.strictAccepts, [.strictness], 1_000),
    (.lenientRefuses, [.strictness], 1_000),
    (.quadraticBuffer, [.work], 1_000),
    (.everythingHeld, [.memory], 1_000),
    (.optionEndsLine, [.reference], 1_000),
    (.segmentEndsLine, [.segmentation], 1_000),
    (.textCut, [.reference], 1_000),
    (.codeOverflows, [.reference], 1_000),
    (.boundOffByOne, [.reference], 1_000),
  ]

  @Test(arguments: PlantedBug.allCases, UInt64(1)...3)
  func isFound(_ bug: PlantedBug, seed: UInt64) async throws {
    let row = try #require(Self.bugs.first { $0.bug == bug })
    let parser = FuzzedParser.planted(bug)
    let findings = await ParserCampaign(of: parser, seed: seed, runs: row.runs).run().findings
    let finding = try #require(findings.first, "\(bug) is not found in \(row.runs) runs with seed \(seed)")
    #expect(row.oracles.contains(finding.fault.kind.oracle), "\(bug): \(finding.fault)")
    #expect(finding.smallest.size <= 64 && finding.isCertain, "\(finding.smallest)")
    var fuzzer = parser.makeWorker(seed: 1)
    let again = fuzzer.check(finding.smallest)
    #expect(again?.kind == finding.fault.kind)
  }

  @Test(arguments: UInt64(1)...3)
  func withoutABugNothingIsFound(seed: UInt64) async {
    await ParserCampaign(of: .planted(nil), seed: seed, runs: 1_000).expectNothing()
  }
}
