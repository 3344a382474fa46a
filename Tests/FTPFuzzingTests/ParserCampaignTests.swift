import FTPProtocol
import TestSupport
import Testing

@testable import FTPFuzzing

@Suite("A parser's campaign has the same result on any number of threads", .queueing)
struct ParserCampaignTests {
  /// A reader with a bug: it cannot read a capital Q.
  private static let planted = FuzzedParser(
    "planted", "a reader with a bug", oracles: [.printing, .messages], seeds: [Array("abc Q def".utf8)],
    check: { input throws(ParserFault) in
      try ParserOracle.printing.expect(!input.bytes.contains(UInt8(ascii: "Q")), "there is a Q in it")
    })

  @Test func aPlantedBugIsFoundAndMadeSmall() async throws {
    let summary = await ParserCampaign(of: Self.planted, seed: 1, runs: 100).run()
    let finding = try #require(summary.findings.first)
    #expect(summary.findings.count == 1 && finding.isCertain && summary.counts[.printing] == 1)
    #expect("\(finding.smallest)" == "Q" && finding.originalSize > 1)
    #expect("\(finding.fault)" == "printing: \(ParserOracle.printing.claim); there is a Q in it")
    // The run that found it can be made alone.
    var campaign = ParserCampaign(of: Self.planted, seed: 1, runs: 1)
    campaign.bounds.firstRun = try #require(finding.run)
    #expect(await campaign.run().findings.first?.smallest == finding.smallest)
    campaign.subject.asked = [.messages]
    await campaign.expectNothing()
  }

  @Test func whatIsGivenIsTriedFirst() async throws {
    var campaign = ParserCampaign(of: Self.planted, seed: 1, runs: 1_000)
    campaign.given = [ParserCase(Array("abc".utf8)), ParserCase(Array("12 Q".utf8))]
    let summary = await campaign.run()
    #expect(summary.runs == 0 && summary.findings.map(\.smallest) == [ParserCase(Array("Q".utf8))])
    #expect(summary.findings.first?.run == nil && summary.findings.first?.originalSize == 4)
  }

  @Test func beginsFromACorpus() {
    let seed = Array("from a corpus".utf8)
    for var parser in [FuzzedParser.replies, .times, .judge] {
      parser.corpus = [seed]
      var fuzzer = parser.makeWorker(seed: 1)
      let made = (0..<200).map { fuzzer.makeCase($0).bytes }
      #expect(made.count { $0 == seed } > 5, "\(parser.name)")
      #expect(
        made.contains { $0 != seed && $0.starts(with: seed.prefix(8)) }
          && made.contains { !$0.starts(with: [0x66]) })
    }
  }

  @Test(arguments: [1, 2, 5])
  func findsTheFirst(jobs: Int) async throws {
    let parser = FuzzedParser.planted(.textCut)
    var campaign = ParserCampaign(of: parser, seed: 4, runs: 5_000)
    campaign.jobs = jobs
    let finding = try #require(await campaign.run().findings.first)
    var alone = parser.makeWorker(seed: 4)
    #expect(finding.run == (0..<5_000).first { alone.run($0) != nil })
    #expect(finding.smallest.size <= 24)
  }

  @Test func endsAtItsBound() async {
    var campaign = ParserCampaign(of: .replies, seed: 1, runs: 300)
    campaign.bounds.firstRun = 100
    campaign.jobs = 2
    let summary = await campaign.run()
    #expect(summary.runs == 300 && summary.findings.isEmpty)
    #expect(!summary.coverage.seen.isEmpty && summary.duration > .zero && summary.rate > 0)
    campaign.bounds.runs = 0
    #expect(await campaign.run().runs == 0)
  }

  @Test func endsWhenItIsCancelled() async {
    let task = Task { await ParserCampaign(of: .replies, .init(seed: 1)).run() }
    task.cancel()
    #expect(await task.value.findings.isEmpty)
  }
}
