/// Runs scenarios with a client and reports the results.
///
/// ```swift
/// let scenario = try #require(CaseCatalogue.clients.first { $0.id == "honest/get/data-short" })
/// let report = await ClientConformance.run(scenario) { url, file in
///   try await MyClient().download(url, to: file)
/// }
/// #expect(report.verdict == .pass, "\(report.findings)")
/// ```
///
/// Each scenario has its own server on this machine and its own folder. A scenario that does not pass runs twice more,
/// and is flaky if the results differ. Cancelling the task ends the run early, with a report.
public struct ClientConformance: Sendable {
  /// The client.
  public let client: TestedClient
  /// The scenarios, in the order of the report.
  public let scenarios: [ClientScenario]
  /// How to run them.
  public let options: RunOptions
  private let observer: @Sendable (RunEvent) -> Void

  /// Makes a run.
  ///
  /// - Parameters:
  ///   - client: The client.
  ///   - scenarios: The scenarios, in the order of the report.
  ///   - options: How to run them.
  ///   - observer: Receives each event, on any thread, one at a time.
  public init(
    of client: TestedClient, _ scenarios: [ClientScenario] = CaseCatalogue.clients,
    options: RunOptions = RunOptions(), observer: @escaping @Sendable (RunEvent) -> Void = { _ in }
  ) {
    self.client = client
    self.scenarios = scenarios
    self.options = options
    self.observer = observer
  }

  /// Runs everything; never throws, because a failed run is reported too.
  public func run() async -> RunReport {
    let runner = ClientRunner(client, timeoutScale: options.timeoutScale)
    return await CaseRun(runner: runner, cases: scenarios, watchers: [], options: options, observer: observer)
      .run()
  }

  /// Runs one scenario with a client that is a function, which throws if the client fails.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - timeoutScale: A factor for all limits.
  ///   - client: Performs the task.
  /// - Returns: The result, after three attempts if the first does not pass.
  public static func run(
    _ scenario: ClientScenario, timeoutScale: Double = 1,
    task client: @escaping @Sendable (ClientTask) async throws -> Void
  ) async -> CaseReport {
    let tested = TestedClient(
      "client", jobs: Set(ClientJob.allCases), limit: .seconds(5) * timeoutScale, client)
    var attempts: [CaseAttempt] = []
    repeat {
      attempts.append(await scenario.attempt(at: tested, usual: nil, scale: timeoutScale).attempt)
    } while attempts.count < 3 && attempts.contains { $0.verdict.isProblem }
    return CaseReport(scenario.entry, attempts)
  }

  /// Runs one scenario in which a file is downloaded.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - timeoutScale: A factor for all limits.
  ///   - client: Downloads the URL to the file, and throws if it fails.
  /// - Returns: The result, after three attempts if the first does not pass.
  public static func run(
    _ scenario: ClientScenario, timeoutScale: Double = 1,
    _ client: @escaping @Sendable (_ url: String, _ file: String) async throws -> Void
  ) async -> CaseReport {
    await run(scenario, timeoutScale: timeoutScale, task: { task in try await client(task.url, task.file) })
  }
}
