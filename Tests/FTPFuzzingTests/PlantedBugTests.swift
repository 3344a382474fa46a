import FTPProtocol
import TestSupport
import Testing

@testable import FTPFuzzing

@Suite("The fuzzer finds each planted bug, and minimizes the input", .computing)
struct PlantedBugTests {
  /// A bug, the oracles that find it, and the most runs that this may take with each of three seeds.
  static let bugs: [(bug: PlantedBug, oracles: Set<FuzzOracle>, runs: UInt64)] = [
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
    (.waysDiffer, [.agreement], 1_000),
  ]

  @Test(arguments: PlantedBug.allCases, UInt64(1)...3)
  func isFound(_ bug: PlantedBug, seed: UInt64) throws {
    let row = try #require(Self.bugs.first { $0.bug == bug })
    var fuzzer = ReplyFuzzer(seed: seed) { PlantedReplyParser(bug, $0, $1, way: $2) }
    for run in 0..<row.runs {
      guard let broken = fuzzer.run(run) else { continue }
      let finding = fuzzer.minimize(fuzzer.makeCase(run), broken, run: run)
      #expect(row.oracles.contains(finding.oracle), "\(bug): \(finding.oracle), \(finding.detail)")
      #expect(finding.smallest.bytes.count <= 64, "\(finding.smallest.text)")
      #expect(fuzzer.check(finding.smallest)?.oracle == finding.oracle)
      return
    }
    Issue.record("\(bug) is not found in \(row.runs) runs with seed \(seed)")
  }

  @Test(arguments: UInt64(1)...3)
  func withoutABugNothingIsFound(seed: UInt64) {
    var fuzzer = ReplyFuzzer(seed: seed) { PlantedReplyParser(nil, $0, $1, way: $2) }
    for run in 0..<UInt64(1_000) {
      guard let broken = fuzzer.run(run) else { continue }
      let finding = fuzzer.minimize(fuzzer.makeCase(run), broken, run: run)
      Issue.record(
        "run \(run): \(finding.oracle), \(finding.smallest.text), \(finding.settings.name): \(finding.detail)"
      )
      return
    }
  }
}
