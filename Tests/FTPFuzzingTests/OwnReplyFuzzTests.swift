import FTPProtocol
import TestSupport
import Testing

@testable import FTPFuzzing

@Suite("No stream breaks an oracle of the reply parser", .computing)
struct OwnReplyFuzzTests {
  @Test("200,000 runs in eight parts, or a twentieth of them", arguments: UInt64(1)...8)
  func manyRuns(seed: UInt64) async {
    let runs = Thoroughness.rounds(25_000, oneIn: 20)
    let summary = await ParserCampaign(of: .replies, seed: seed, runs: runs).run()
    for finding in summary.findings { Issue.record("\(finding)") }
    #expect(summary.runs == runs && summary.coverage.seen.count > ReplyShapes.possible.count / 2)
  }

  @Test func theBoundOnLinesHoldsForALastLineWithoutEnd() throws {
    var parser = ReplyParser(limits: ReplyLimits(lines: 3))
    parser.append(Array("220-a\r\nb\r\nc\r\n220 d".utf8))
    #expect(try parser.next() == nil)
    #expect(throws: ReplyParserError.self) { try parser.finish() }
  }

  @Test func aRunFollowsFromItsSeedAndItsNumber() {
    var one = ReplyFuzzer<OwnReplyParser>(seed: 1)
    var other = ReplyFuzzer<OwnReplyParser>(seed: 1)
    for run in 0..<UInt64(100) { _ = one.run(run) }
    #expect(one.makeCase(77) == other.makeCase(77))
    #expect((0..<50).contains { one.makeCase($0) != one.makeCase($0 + 50) })
    var second = ReplyFuzzer<OwnReplyParser>(seed: 2)
    #expect((0..<50).contains { one.makeCase($0) != second.makeCase($0) })
  }

  /// Without its oracle, each bug would go unnoticed.
  @Test func noOracleIsAskedThatWasNotNamed() {
    var fuzzer = ReplyFuzzer(seed: 1, oracles: [.crash]) { PlantedReplyParser(.hyphenEnds, $0, $1) }
    for run in 0..<UInt64(200) { #expect(fuzzer.run(run) == nil) }
  }
}
