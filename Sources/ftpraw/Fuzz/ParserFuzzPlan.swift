import FTPConformance
import FTPFuzzing
import FTPSystem
import FTPText

/// What `fuzz` was asked to do with a parser.
struct ParserFuzzPlan: Sendable {
  let invocation: Invocation
  private let campaign: ParserCampaign

  private var parser: FuzzedParser { campaign.subject }

  init(_ invocation: Invocation, _ parser: FuzzedParser) throws(UsageError) {
    self.invocation = invocation
    if let operand = invocation.operands.dropFirst().first {
      throw invocation.usageError("unexpected operand '\(operand.text.prefix { $0 != ":" })'")
    }
    var campaign = ParserCampaign(of: parser, CampaignBounds(invocation, .seconds(10)))
    if parser.readsReplies {
      for word in invocation.arguments(.fuzzCase) {
        do throws(ArgumentValueError) {
          campaign.given.append(ParserCase(segments: try RawText(word.bytes).segments.map(\.bytes)))
        } catch {
          throw invocation.usageError("option '--case': \(error.message)")
        }
      }
    }
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
    if let jobs = invocation.number(.fuzzJobs) { campaign.jobs = jobs }
    let oracles = invocation.values(.fuzzOracle).compactMap { word in parser.oracles.first { "\($0)" == word }
    }
    guard oracles.count == invocation.values(.fuzzOracle).count else {
      let words = parser.oracles.map { "\($0)" }.joined(separator: ", ")
      throw invocation.usageError("the oracles of '\(parser.name)' are \(words)")
    }
    if !oracles.isEmpty { campaign.subject.asked = Set(oracles) }
    campaign.subject.isThorough = invocation.isGiven(.fuzzCase)
    self.campaign = campaign
  }

  /// Runs the search and reports the result.
  func run() async throws(LocalFileError) -> ExitStatus {
    let folder = try FindingsFolder(invocation)
    var campaign = campaign
    let files = CaseFiles(parser: parser, invocation: invocation)
    for path in invocation.values(.fuzzCorpus) {
      guard let cases = try files.cases(inFolder: path) else { return .localFile }
      campaign.given += cases
    }
    campaign.subject.corpus = campaign.given.map(\.bytes)
    if invocation.isGiven(.fuzzCase) { campaign.bounds.runs = 0 }
    if let comparison = ParserComparison(invocation, campaign) { return await comparison.run() }
    for path in parser.readsReplies ? [] : invocation.values(.fuzzCase) {
      guard let cases = try files.cases(inFile: path) else { return .localFile }
      campaign.given += cases
    }
    return try await search(campaign, folder)
  }

  private func search(
    _ campaign: ParserCampaign, _ folder: FindingsFolder?
  ) async throws(LocalFileError) -> ExitStatus {
    let seed = campaign.bounds.seed
    CrashNote.arm(
      "ftpraw fuzz: a run ended the process; again: " + again("--seed \(seed)\(corpus) --runs 1 --first "),
      "\n")
    let progress = FuzzProgress(console: invocation.console)
    let summary = await campaign.run { event in
      if case .progress(let runs, let time, _) = event { progress.show(UInt64(runs), time) }
    }
    progress.end()
    let searches = !invocation.isGiven(.fuzzCase)
    if searches {
      invocation.console.print(
        FuzzText.pace(summary.runs.counted("run"), seed, summary.duration, (Int64(summary.rate), "second")))
      let coverage = summary.coverage
      if !coverage.possible.isEmpty {
        invocation.console.print(
          "\(coverage.seen.count) of \(coverage.possible.count) shapes: first digit, form of the line, place of the cut"
        )
      }
    }
    if let finding = summary.findings.first { return try tell(finding, folder, seed: searches ? seed : nil) }
    if Task.isCancelled {
      invocation.report("interrupted")
      return .interrupted
    }
    invocation.console.print(
      searches ? "nothing found" : "\(campaign.given.count.counted("case")), nothing found")
    return .fine
  }

  /// Reports a finding, and saves it if requested.
  func tell(
    _ finding: FuzzedParser.Finding, _ folder: FindingsFolder?, seed: UInt64? = nil
  ) throws(LocalFileError) -> ExitStatus {
    let oracle = finding.fault.kind.oracle
    let smallest = finding.smallest
    var text = FindingText("found", finding.run, of: seed, "\(oracle), \(oracle.claim)")
    if parser.readsReplies { text.add("parser", ReplySettings.all()[smallest.settings].name) }
    let count = smallest.size
    let size =
      finding.originalSize == count ? count.counted("byte") : "\(count) of \(finding.originalSize) bytes"
    text.add("input", "\(smallest)  (\(size))")
    text.add("detail", PrintableText.line(finding.fault.detail))
    let name = parser.fileName(of: finding)
    let path = folder?.path(of: name)
    let options: String? =
      if parser.readsReplies {
        "--case \(ShellWord.alwaysQuoted("\(smallest)"))"
      } else if let path {
        "--case \(ShellWord.quoted(path))"
      } else if let run = finding.run, let seed {
        "--seed \(seed)\(corpus) --first \(run) --runs 1"
      } else {
        nil
      }
    if let options { text.add("again", again(options)) }
    if let folder {
      let file = finding.file(reproducedBy: again(options ?? ""))
      text.add("saved", try folder.save(file, as: name))
    }
    invocation.console.print(text.description, terminator: "")
    return .negative
  }

  /// The options that name the corpus.
  private var corpus: String {
    invocation.values(.fuzzCorpus).map { " --corpus \(ShellWord.alwaysQuoted($0))" }.joined()
  }

  /// The command line that tries the parser with other options.
  private func again(_ options: String) -> String { "ftpraw fuzz \(parser.name) \(options)" }
}
