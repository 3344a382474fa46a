import FTPConformance
import FTPSystem

/// The plan of `check-client` from its arguments.
struct ClientCheckPlan: Sendable {
  private let invocation: Invocation
  private let command: [String]
  private let options: RunOptions
  private let scenarios: [ClientScenario]
  private let reports: ReportFiles

  init(_ invocation: Invocation) throws(UsageError) {
    self.invocation = invocation
    let words = invocation.operands.map(\.text)
    let front = invocation.operandsBeforeDashes ?? words.count
    command = Array(words.dropFirst(front))
    let isListing = invocation.flag(.listCases) || invocation.value(.explainScenario) != nil
    if invocation.isGiven(.clientDriver) {
      guard command.isEmpty else {
        throw invocation.usageError("--driver and a command cannot be used together")
      }
    } else if !isListing {
      guard !command.isEmpty else {
        throw invocation.usageError(
          "a client is missing: '--' and a command that downloads {url}, or --driver FILE")
      }
      guard Self.knowsServer(command) else {
        throw invocation.usageError(
          "the command has neither {url} nor {port}, so the client cannot know where to connect")
      }
    }
    let selection = try invocation.selection(
      Array(words.prefix(front)), of: CaseCatalogue.clients, called: "scenario")
    try Self.requireScenario(invocation)
    scenarios = selection.cases(of: CaseCatalogue.clients)
    guard !scenarios.isEmpty || selection.shard != nil else {
      throw invocation.usageError("no scenario is left to run")
    }
    var options = try invocation.runOptions(jobs: .clientJobs, seed: .clientSeed)
    options.shard = selection.shard
    self.options = options
    reports = try ReportFiles(invocation)
  }

  func run() async throws -> ExitStatus {
    let listing = CaseListing(width: invocation.terminalWidth)
    if let id = invocation.value(.explainScenario) {
      invocation.console.print(Self.scenario(id).map(listing.explanation) ?? "", terminator: "")
      return .fine
    }
    if invocation.flag(.listCases) {
      invocation.console.print(listing.text(scenarios), terminator: "")
      return .fine
    }
    let client = TestedClient(try driver())
    let baselines = try BaselineFiles(invocation)
    DescriptorLimit.raise()
    return await check(client, baselines)
  }

  private func check(_ client: TestedClient, _ baselines: BaselineFiles) async -> ExitStatus {
    var options = options
    options.baseline = baselines.comparison
    let progress = CheckProgress(
      console: invocation.console, party: client.name, isVerbose: invocation.flag(.eachCase))
    let run = ClientConformance(of: client, scenarios, options: options) { progress.show($0) }
    let report = await run.run()
    progress.end()
    return CheckOutcome(invocation: invocation, baselines: baselines, reports: reports).tell(report)
  }

  private func driver() throws -> ClientDriver {
    guard let name = invocation.value(.clientDriver) else { return ClientDriver(command: command) }
    let text = try InputFile.contents(name, atMost: 1)
    do throws(ClientDriverError) { return try ClientDriver(parsing: text, path: name) } catch {
      throw ConversationFailure("\(InputFile.display(name)):\(error)", .localFile)
    }
  }

  private static func scenario(_ id: String) -> ClientScenario? {
    CaseCatalogue.clients.first { $0.id.rawValue == id }
  }

  /// Whether a command contains the address to connect to.
  private static func knowsServer(_ command: [String]) -> Bool {
    [ClientWord.url, .port, .server].contains { word in command.contains { $0.contains(word.word) } }
  }

  /// The id after `--explain` must be that of a scenario.
  private static func requireScenario(_ invocation: Invocation) throws(UsageError) {
    guard let id = invocation.value(.explainScenario), Self.scenario(id) == nil else { return }
    throw invocation.usageError(
      "there is no scenario '\(id)'",
      suggestion: Suggestion.nearest(to: id, among: CaseCatalogue.clients.map(\.id.rawValue)))
  }
}
