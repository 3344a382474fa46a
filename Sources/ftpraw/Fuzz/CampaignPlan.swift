import FTPConversation
import FTPFuzzing
import FTPSystem
import FTPText

/// What `fuzz server` and `fuzz client` do: run a campaign, or try cases again, and report the result.
struct CampaignPlan<Target: CampaignTarget>: Sendable
where Target.Problem: CustomStringConvertible, Target.Case: FileCase {
  /// The words in which the two differ.
  struct Words: Sendable {
    /// A run, what it tries, and what that consists of.
    let run, noun, part: String
    /// What is counted to show how much was tried, and what distinguishes one from another.
    let ways, legend: String
    /// Whether the number of runs a minute is told.
    let hasRate: Bool
    /// A path as one word of a command line.
    let quoted: @Sendable (String) -> String
    /// The options that repeat a run.
    let repeating: @Sendable (_ seed: UInt64, _ run: UInt64) -> String
    /// The command line that serves a case to any client; nil for a case for a server.
    let serving: (@Sendable (_ path: String) -> String)?
    /// What the examination has shown.
    let beginning: @Sendable (Target) -> String
  }

  let invocation: Invocation
  let words: Words
  /// The command line for the same target with other options.
  let again: @Sendable (_ options: String) -> String

  /// Runs the search and reports the result.
  func run(_ make: (CampaignBounds) async throws -> Campaign<Target>) async -> ExitStatus {
    do {
      var campaign = try await make(CampaignBounds(invocation, .seconds(60)))
      if let jobs = invocation.number(.fuzzJobs) { campaign.jobs = jobs }
      return try await invocation.isGiven(.fuzzCase) ? replay(campaign) : search(campaign)
    } catch let problem as Target.Problem {
      invocation.report(Task.isCancelled ? "interrupted" : problem.description)
      return Task.isCancelled ? .interrupted : .noConversation
    } catch let error as LocalFileError {
      invocation.report(error.description)
      return .localFile
    } catch {
      return invocation.report(ConversationFailure(error))
    }
  }

  private func search(_ campaign: Campaign<Target>) async throws -> ExitStatus {
    let folder = try FindingsFolder(invocation)
    let console = invocation.console
    let progress = FuzzProgress(console: console)
    let failure = Guarded<LocalFileError?>(nil)
    let summary = try await campaign.run { event in
      switch event {
      case .began(let target): console.print(words.beginning(target))
      case .progress(let runs, let time, let coverage): progress.show(UInt64(runs), time, bar(coverage))
      case .broken(let fault):
        progress.show("\(fault.kind.oracle) is broken; looking for the shortest \(words.noun)")
      case .found(let finding):
        progress.end()
        do throws(LocalFileError) {
          let path = try save(finding, in: folder)
          console.print(text(of: finding, seed: campaign.bounds.seed, path: path), terminator: "")
        } catch {
          failure.withLock { $0 = error }
        }
      }
    }
    progress.end()
    let rate = words.hasRate ? (Int64(summary.rate * 60), "minute") : nil
    console.print(
      FuzzText.pace(summary.runs.counted(words.run), campaign.bounds.seed, summary.duration, rate))
    console.print("\(bar(summary.coverage)): \(words.legend)")
    console.print(FuzzText.count(summary.findings.count { $0.isCertain }, of: summary.findings.count))
    if let error = failure.withLock({ $0 }) { throw error }
    return status(of: summary)
  }

  private func replay(_ campaign: Campaign<Target>) async throws -> ExitStatus {
    var status = ExitStatus.fine
    for path in invocation.values(.fuzzCase) {
      var bytes: [UInt8] = []
      try InputFile.read(path, limit: 64 << 20) { bytes += $0 }
      let tried: Target.Case
      do throws(Target.Case.ReadingError) { tried = try Target.Case(parsing: bytes) } catch {
        // Some errors begin with a line and a column.
        let place = error.description.first?.isNumber == true ? ":" : ": "
        invocation.report("\(path)\(place)\(error)")
        return .localFile
      }
      let summary = try await campaign.replay(tried)
      for finding in summary.findings {
        invocation.console.print(text(of: finding, seed: nil, path: path), terminator: "")
      }
      if summary.findings.isEmpty {
        invocation.console.print("\(path): nothing found in \(summary.runs.counted("attempt"))")
      }
      let own = self.status(of: summary)
      if own != .fine { status = own }
    }
    return status
  }

  private func status(of summary: Campaign<Target>.Summary) -> ExitStatus {
    for leftover in summary.leftovers { invocation.report("left on the server: \(leftover)") }
    if Task.isCancelled {
      invocation.report("interrupted")
      return .interrupted
    }
    if let problem = summary.problem { invocation.report("stopped early: \(problem)") }
    if summary.findings.contains(where: \.isCertain) { return .negative }
    return summary.problem == nil ? .fine : .noConversation
  }

  /// How much was tried.
  private func bar(_ coverage: CampaignCoverage<Target.Way>) -> String {
    FuzzText.bar(coverage.seen.count, coverage.possible.count, words.ways)
  }

  /// Writes a finding to its file; nil if nothing is to be saved.
  private func save(
    _ finding: Target.Finding, in folder: FindingsFolder?
  ) throws(LocalFileError) -> String? {
    guard let folder else { return nil }
    let path = words.quoted(folder.path(of: finding.fileName))
    let file = finding.file(reproducedBy: again("--case \(path)"), servedBy: words.serving?(path))
    return try folder.save(file, as: finding.fileName)
  }

  /// What was found, and how to see it again.
  private func text(of finding: Target.Finding, seed: UInt64?, path: String?) -> String {
    let oracle = finding.fault.kind.oracle
    var text = FindingText(
      finding.isCertain ? "found" : "hint", finding.run, of: seed, as: words.run, "\(oracle), \(oracle.claim)"
    )
    text.add(rule: finding.fault.kind.rule)
    text.add("seen", PrintableText.line(finding.fault.detail))
    text.add("shown", "\(finding.shown) of \(finding.trials) times")
    let count = finding.smallest.size
    let size = count == finding.originalSize ? "" : " of \(finding.originalSize)"
    text.add("case", "\(count)\(size) \(words.part)\(count == 1 && size.isEmpty ? "" : "s")")
    text.add(lines: finding.smallest.description.split(separator: "\n"))
    for line in finding.output.suffix(3) { text.add("wrote", PrintableText.line(line)) }
    if let path {
      if seed != nil { text.add("saved", path) }
      text.add("again", again("--case \(words.quoted(path))"))
    } else if let run = finding.run, let seed {
      text.add("again", again(words.repeating(seed, run)))
    }
    return text.description
  }
}
