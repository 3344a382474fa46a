import FTPFuzzing
import FTPSystem

/// Compares the parser of another program with ours, as `fuzz --parser`, `--addresses` and `--listings` ask for.
struct ParserComparison: Sendable {
  /// The options that ask for it, each with the command of the other parser.
  static let options: [(option: OptionSpecification, parser: ComparedParser)] = [
    (.fuzzParser, .replies), (.fuzzAddresses, .addresses), (.fuzzListings, .listings),
  ]

  private let invocation: Invocation
  private let campaign: DifferentialCampaign
  private let option: OptionSpecification
  /// The inputs of `--case`; if there are any, nothing else is compared.
  private let cases: [[UInt8]]

  /// Takes bounds, seed and corpus from a campaign of our own parser; nil if no comparison is asked for.
  init?(_ invocation: Invocation, _ own: ReplyCampaign, cases: [[UInt8]]) {
    guard let (option, parser) = Self.options.first(where: { invocation.isGiven($0.option) }),
      let command = invocation.value(option)
    else { return nil }
    self.invocation = invocation
    self.option = option
    self.cases = cases
    var campaign = DifferentialCampaign(parser, command, own.bounds)
    campaign.seeds = own.seeds
    if let limit = invocation.duration(.fuzzTimeout) { campaign.limit = limit }
    self.campaign = campaign
  }

  /// Compares the parsers and reports the differences.
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
      console.print(FuzzText.difference(difference, option, command: campaign.command))
    }
    console.print(FuzzText.summary(summary, seed: cases.isEmpty ? campaign.bounds.seed : nil), terminator: "")
    if Task.isCancelled {
      invocation.report("interrupted")
      return .interrupted
    }
    return summary.counts.isEmpty ? .fine : .negative
  }
}
