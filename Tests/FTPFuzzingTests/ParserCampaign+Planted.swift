import FTPProtocol
import Testing

@testable import FTPFuzzing

extension ParserCampaign {
  /// A campaign of some runs in one thread.
  init(of parser: FuzzedParser, seed: UInt64, runs: some BinaryInteger) {
    self.init(of: parser, CampaignBounds(seed: seed))
    bounds.runs = UInt64(runs)
    jobs = 1
  }

  /// Records what is found as an issue.
  func expectNothing() async {
    for finding in await run().findings {
      Issue.record(
        "run \(finding.run ?? 0): \(finding.smallest), \(finding.smallest.settings): \(finding.fault)")
    }
  }
}

extension FuzzedParser {
  /// A parser of replies with a bug, or with none.
  static func planted(_ bug: PlantedBug?) -> FuzzedParser {
    FuzzedParser(
      "planted", "a parser with a bug", oracles: ParserOracle.allCases.filter { $0 != .crash },
      possible: ReplyShapes.possible,
      makeFuzzer: { parser, seed in
        ReplyFuzzer(seed: seed, oracles: parser.asked) { PlantedReplyParser(bug, $0, $1) }
      })
  }
}
