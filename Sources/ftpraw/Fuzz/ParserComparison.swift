import FTPConformance
import FTPFuzzing
import FTPText

/// Compares the parser of another program with ours, as `fuzz --parser`, `--addresses` and `--listings` ask for.
struct ParserComparison: Sendable {
  /// The options that ask for it, each with the command of the other parser.
  static let options: [(option: OptionSpecification, parser: ComparedParser)] = [
    (.fuzzParser, .replies), (.fuzzAddresses, .addresses), (.fuzzListings, .listings),
  ]

  private let invocation: Invocation
  private let campaign: ComparisonCampaign
  private let option: OptionSpecification

  /// Takes bounds, cases and corpus from a campaign of our own parser; nil if no comparison is asked for.
  init?(_ invocation: Invocation, _ own: ParserCampaign) {
    guard let (option, parser) = Self.options.first(where: { invocation.isGiven($0.option) }),
      let command = invocation.value(option)
    else { return nil }
    self.invocation = invocation
    self.option = option
    var subject = ComparisonSubject(parser, command)
    subject.seeds = own.subject.corpus
    if let limit = invocation.duration(.fuzzTimeout) { subject.limit = limit }
    var campaign = ComparisonCampaign(of: subject, own.bounds)
    if invocation.isGiven(.fuzzCase) { campaign.given = own.given }
    self.campaign = campaign
  }

  /// Compares the parsers and reports the differences.
  func run() async -> ExitStatus {
    let summary: ComparisonCampaign.Summary
    do throws(CampaignProblem) { summary = try await campaign.run() } catch {
      invocation.report(error.description)
      return .noConversation
    }
    let console = invocation.console
    for (finding, words) in campaign.subject.distinct(summary.findings) {
      console.print(text(of: finding, words))
    }
    var count = campaign.given.count
    if count == 0 {
      count = summary.runs
      console.print(
        FuzzText.pace(
          count.counted("input"), campaign.bounds.seed, summary.duration, (Int64(summary.rate), "second")))
    }
    for kind in ParserDifference.allCases {
      if let differing = summary.counts[kind] { console.print("\(differing) of \(count): \(kind.rawValue)") }
    }
    if summary.counts.isEmpty { console.print("no difference") }
    if Task.isCancelled {
      invocation.report("interrupted")
      return .interrupted
    }
    if let problem = summary.problem {
      invocation.report(problem)
      return .noConversation
    }
    return summary.counts.isEmpty ? .fine : .negative
  }

  /// An input that the parsers read in different ways, and how to see it again.
  private func text(of finding: ComparedParsers.Finding, _ words: ComparisonSubject.Words) -> String {
    let input = finding.smallest.description
    let command = ShellWord.alwaysQuoted(campaign.subject.command)
    var text = FindingText(finding.fault.kind.oracle.rawValue)
    text.add("input", "\(input)  (\(finding.smallest.size.counted("byte")))")
    text.add("ours", words.ours)
    text.add("theirs", words.theirs.isEmpty ? "-" : PrintableText.line(words.theirs))
    text.add("rule", "\(words.requirement)")
    text.add("again", "ftpraw fuzz replies \(option.name) \(command) --case \(ShellWord.alwaysQuoted(input))")
    return text.description
  }
}
