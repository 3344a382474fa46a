import FTPProtocol
import TestSupport
import Testing

@testable import FTPFuzzing

@Suite("A campaign has the same result on any number of threads", .queueing)
struct ReplyCampaignTests {
  @Test(arguments: [1, 2, 5])
  func findsTheFirst(jobs: Int) async throws {
    var campaign = ReplyCampaign(.init(seed: 4))
    campaign.bounds.runs = 5_000
    campaign.jobs = jobs
    let summary = await campaign.run { PlantedReplyParser(.textCut, $0, $1, way: $2) }
    let finding = try #require(summary.finding)
    var alone = ReplyFuzzer(seed: 4) { PlantedReplyParser(.textCut, $0, $1, way: $2) }
    #expect(finding.run == (0..<5_000).first { alone.run($0) != nil })
    #expect(finding.smallest.bytes.count <= 24)
  }

  @Test func endsAtItsBound() async {
    var campaign = ReplyCampaign(.init(seed: 1))
    campaign.bounds.firstRun = 100
    campaign.bounds.runs = 300
    campaign.jobs = 2
    let summary = await campaign.run()
    #expect(summary.runs == 300 && summary.finding == nil)
    #expect(summary.shapes.count > 0 && summary.duration > .zero && summary.rate > 0)
    campaign.bounds.runs = 0
    #expect(await campaign.run().runs == 0)
  }

  @Test func endsWhenItIsCancelled() async {
    let task = Task { await ReplyCampaign(.init(seed: 1)).run() }
    task.cancel()
    #expect(await task.value.finding == nil)
  }

  @Test func beginsFromACorpus() {
    let seed = Array("214-Features of nobody\r\n MDTM\r\n214 End.\r\n".utf8)
    let fuzzer = ReplyFuzzer<OwnReplyParser>(seed: 1, seeds: [seed])
    var copy = fuzzer
    let made = (0..<200).map { copy.makeCase($0).bytes }
    #expect(made.count { $0 == seed } > 5)
    #expect(made.contains { $0 != seed && $0.starts(with: seed.prefix(8)) })
  }
}
