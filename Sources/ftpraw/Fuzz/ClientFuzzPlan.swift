import FTPConversation
import FTPFuzzing
import FTPMockServer
import FTPSystem

/// What `fuzz client` was asked to do.
struct ClientFuzzPlan: Sendable {
  private let invocation: Invocation
  /// The words of the command that starts the client.
  private let command: [String]
  private let seed: UInt64

  init(_ invocation: Invocation) throws(UsageError) {
    self.invocation = invocation
    let front = (invocation.operandsBeforeDashes ?? invocation.operands.count) - 1
    guard front <= 0 else {
      throw invocation.usageError("a client is not a URL; put its command after '--'")
    }
    command = invocation.operands.dropFirst().map(\.text)
    guard !command.isEmpty else {
      throw invocation.usageError("name a client: '--' and the command that starts it")
    }
    guard CommandWord.port.stands(in: command) || CommandWord.url.stands(in: command) else {
      throw invocation.usageError(
        "the command has neither \(CommandWord.port.word) nor \(CommandWord.url.word), so the client cannot know where to connect"
      )
    }
    seed = invocation.number(.fuzzSeed).map { UInt64($0) } ?? UInt64.random(in: 0...0xFFFF_FFFF)
  }

  /// Runs the search and reports the result.
  func run() async -> ExitStatus {
    do {
      DescriptorLimit.raise()
      var campaign = ClientCampaign(command, seed: seed)
      campaign.download = invocation.value(.fuzzDownloads)
      campaign.firstRun = UInt64(invocation.number(.fuzzFirst) ?? 0)
      campaign.runs = invocation.number(.fuzzRuns)
      campaign.time = invocation.duration(.fuzzTime) ?? (campaign.runs == nil ? .seconds(60) : nil)
      if let jobs = invocation.number(.fuzzJobs) { campaign.jobs = jobs }
      if let limit = invocation.duration(.fuzzLimit) { campaign.limit = limit }
      if let memory = invocation.number(.fuzzMemory) { campaign.memory = memory << 20 }
      guard !invocation.isGiven(.fuzzCase) else { return try await replay(campaign) }
      return try await search(campaign)
    } catch let problem as ClientCampaign.Problem {
      invocation.report(problem.description)
      return Task.isCancelled ? .interrupted : .noConversation
    } catch {
      invocation.report("\(error)")
      return .localFile
    }
  }

  private func search(_ campaign: ClientCampaign) async throws -> ExitStatus {
    let folder = try FindingsFolder(invocation)
    let progress = FuzzProgress(console: invocation.console)
    let text = ClientFuzzText(again: again, seed: seed, saves: invocation.value(.fuzzSave))
    let console = invocation.console
    let failure = Guarded<LocalFileError?>(nil)
    let summary = try await campaign.run { event in
      switch event {
      case .began(let places): console.print(text.beginning(places))
      case .progress(let runs, let time, let seen, let possible):
        progress.show(UInt64(runs), time, FuzzText.bar(seen, possible, "ways"))
      case .broken(let fault):
        progress.show("\(fault.kind.oracle) is broken; looking for the shortest script")
      case .found(let finding):
        progress.end()
        do throws(LocalFileError) {
          console.print(text.finding(finding, path: try save(finding, in: folder, campaign)), terminator: "")
        } catch {
          failure.withLock { $0 = error }
        }
      }
    }
    progress.end()
    console.print(text.summary(summary), terminator: "")
    if let error = failure.withLock({ $0 }) { throw error }
    return status(of: summary)
  }

  private func replay(_ campaign: ClientCampaign) async throws -> ExitStatus {
    var status = ExitStatus.fine
    for path in invocation.values(.fuzzCase) {
      var bytes: [UInt8] = []
      try InputFile.read(path, limit: 64 << 20) { bytes += $0 }
      let script: Script
      do throws(ScriptError) { script = try Script(parsing: bytes) } catch {
        invocation.report("\(path):\(error)")
        return .localFile
      }
      let summary = try await campaign.replay(script, as: String(decoding: bytes, as: UTF8.self))
      let text = ClientFuzzText(again: again, seed: nil, saves: nil)
      for finding in summary.findings {
        invocation.console.print(text.finding(finding, path: path), terminator: "")
      }
      if summary.findings.isEmpty {
        invocation.console.print("\(path): nothing found in \(summary.runs.counted("attempt"))")
      }
      let own = self.status(of: summary)
      if own != .fine { status = own }
    }
    return status
  }

  private func status(of summary: ClientCampaign.Summary) -> ExitStatus {
    if Task.isCancelled {
      invocation.report("interrupted")
      return .interrupted
    }
    if let problem = summary.problem { invocation.report("stopped early: \(problem)") }
    if summary.findings.contains(where: \.isCertain) { return .negative }
    return summary.problem == nil ? .fine : .noConversation
  }

  /// Writes a finding to its file; nil if nothing is to be saved.
  private func save(
    _ finding: ClientFinding, in folder: FindingsFolder?, _ campaign: ClientCampaign
  ) throws(LocalFileError) -> String? {
    guard let folder else { return nil }
    let quoted = FuzzText.word(folder.path(of: finding.fileName))
    let patience = campaign.serverPatience(campaign.limit) / .milliseconds(1)
    let file = finding.file(
      reproducedBy: again("--case \(quoted)"),
      servedBy: "ftpraw serve --port 2121 --idle-timeout \(Int(patience))ms --script \(quoted)")
    return try folder.save(file, as: finding.fileName)
  }

  /// The command line that tries the same client with other options.
  @Sendable private func again(_ options: String) -> String {
    var words = ["ftpraw fuzz client", options]
    for option in [OptionSpecification.fuzzDownloads, .fuzzLimit, .fuzzMemory] {
      if let value = invocation.value(option) { words += [option.name, FuzzText.word(value)] }
    }
    return (words + ["--"] + command.map(FuzzText.word)).joined(separator: " ")
  }
}
