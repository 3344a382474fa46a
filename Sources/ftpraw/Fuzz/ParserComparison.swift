import FTPFuzzing
import FTPSystem

/// Compares the parser of another program with ours, as `fuzz --parser` asks for.
struct ParserComparison: Sendable {
  private let invocation: Invocation
  private let campaign: DifferentialCampaign
  /// The streams of `--case`, which are all that is compared where there are any.
  private let cases: [[UInt8]]

  /// Takes bounds, seed and corpus from a campaign of our own parser.
  init(_ invocation: Invocation, _ command: String, _ own: ReplyCampaign, cases: [[UInt8]]) {
    self.invocation = invocation
    self.cases = cases
    var campaign = DifferentialCampaign(command, seed: own.seed)
    campaign.firstRun = own.firstRun
    campaign.runs = own.runs
    campaign.time = own.time
    campaign.seeds = own.seeds
    if let limit = invocation.duration(.fuzzTimeout) { campaign.limit = limit }
    self.campaign = campaign
  }

  /// Compares and tells what differs.
  func run() async -> ExitStatus {
    let summary: DifferentialCampaign.Summary
    do throws(SystemError) {
      if let trouble = try await campaign.greet() {
        invocation.report("'\(campaign.command)' is not a parser to compare with: \(trouble)")
        return .noConversation
      }
      summary = cases.isEmpty ? try await campaign.run() : try await campaign.compare(cases)
    } catch {
      invocation.report("cannot start '\(campaign.command)': \(error)")
      return .noConversation
    }
    let console = invocation.console
    for difference in summary.differences {
      console.print(FuzzText.difference(difference, command: campaign.command))
    }
    console.print(FuzzText.summary(summary, seed: cases.isEmpty ? campaign.seed : nil), terminator: "")
    if Task.isCancelled {
      invocation.report("interrupted")
      return .interrupted
    }
    return summary.counts.isEmpty ? .fine : .negative
  }
}
