import FTPConformance
import FTPFuzzing
import FTPProtocol
import FTPSystem

/// What `fuzz` was asked to do.
struct FuzzPlan: Sendable {
  let invocation: Invocation
  /// The streams of `--case`; if there are any, nothing else is tried.
  let cases: [ReplyCase]
  private let campaign: ReplyCampaign

  init(_ invocation: Invocation) throws(UsageError) {
    self.invocation = invocation
    if let operand = invocation.operands.dropFirst().first {
      throw invocation.usageError("unexpected operand '\(operand.text.prefix { $0 != ":" })'")
    }
    var cases: [ReplyCase] = []
    for word in invocation.arguments(.fuzzCase) {
      do throws(ArgumentValueError) {
        let text = try RawText(word.bytes)
        cases.append(ReplyCase(segments: text.segments.map(\.bytes)))
      } catch {
        throw invocation.usageError("option '--case': \(error.message)")
      }
    }
    self.cases = cases
    if let comparing = ParserComparison.options.first(where: { invocation.isGiven($0.option) }) {
      var others: [OptionSpecification] = [.fuzzOracle, .fuzzJobs, .fuzzSave]
      if comparing.parser != .replies { others.append(.fuzzCorpus) }
      others += ParserComparison.options.filter { $0.parser != comparing.parser }.map(\.option)
      if let other = others.first(where: invocation.isGiven) {
        throw invocation.usageError("\(comparing.option.name) and \(other.name) cannot be used together")
      }
    } else if invocation.isGiven(.fuzzTimeout) {
      throw invocation.usageError("--timeout goes with --parser, --addresses or --listings")
    }
    var campaign = ReplyCampaign(CampaignBounds(invocation, .seconds(10)))
    if let jobs = invocation.number(.fuzzJobs) { campaign.jobs = jobs }
    let oracles = invocation.values(.fuzzOracle).compactMap { FuzzOracle(rawValue: $0) }
    if !oracles.isEmpty { campaign.oracles = Set(oracles) }
    self.campaign = campaign
  }

  /// Runs the search and reports the result.
  func run() async -> ExitStatus {
    do throws(LocalFileError) {
      let folder = try FindingsFolder(invocation)
      var campaign = campaign
      var corpus = ReplyCorpus()
      for folder in invocation.values(.fuzzCorpus) {
        guard try CorpusFolder.add(folder, to: &corpus, invocation) else { return .localFile }
      }
      campaign.seeds = corpus.streams.map(\.bytes)
      if let comparison = ParserComparison(invocation, campaign, cases: cases.map(\.bytes)) {
        return await comparison.run()
      }
      let given = cases.isEmpty ? corpus.streams : cases
      if let finding = campaign.firstFinding(among: given, isThorough: !cases.isEmpty) {
        return try tell(finding, folder)
      }
      guard cases.isEmpty else {
        invocation.console.print("\(given.count.counted("case")), nothing found")
        return .fine
      }
      return try await search(campaign, folder)
    } catch {
      invocation.report(error.description)
      return .localFile
    }
  }

  private func search(
    _ campaign: ReplyCampaign, _ folder: FindingsFolder?
  ) async throws(LocalFileError) -> ExitStatus {
    let corpus = invocation.values(.fuzzCorpus).map { " --corpus \(ShellWord.alwaysQuoted($0))" }.joined()
    CrashNote.arm(
      "ftpraw fuzz: a run ended the process; again: "
        + "ftpraw fuzz replies --seed \(campaign.bounds.seed)\(corpus) --runs 1 --first ", "\n")
    let progress = FuzzProgress(console: invocation.console)
    let summary = await campaign.run { progress.show($0, $1) }
    progress.end()
    invocation.console.print(FuzzText.summary(summary, seed: campaign.bounds.seed), terminator: "")
    if let finding = summary.finding { return try tell(finding, folder, seed: campaign.bounds.seed) }
    if Task.isCancelled {
      invocation.report("interrupted")
      return .interrupted
    }
    invocation.console.print("nothing found")
    return .fine
  }

  /// Reports a finding, and saves it if requested.
  func tell(
    _ finding: ReplyFinding, _ folder: FindingsFolder?, seed: UInt64? = nil
  ) throws(LocalFileError) -> ExitStatus {
    invocation.console.print(FuzzText.finding(finding, seed: seed), terminator: "")
    if let folder {
      let path = try folder.save(ReplyCorpus.file(finding), as: ReplyCorpus.name(finding))
      invocation.console.print("  saved   \(path)")
    }
    return .negative
  }
}
