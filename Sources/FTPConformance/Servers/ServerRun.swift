/// Runs cases against a server and reports what became of them.
///
/// ```swift
/// let server = TestedServer(host: "localhost", port: 2121)
/// let report = await ServerRun(at: server, cases: CaseSelection().cases(of: CaseCatalogue.servers)).run()
/// try report.requireSuccess()
/// ```
///
/// What a case about all traffic sees in that of another case is confirmed by running that one again: it counts where it is
/// seen each time, and is flaky otherwise. The server is looked at before the first case and after the last; each case gets a fresh connection; one that does not
/// pass is run twice more, and is flaky where the results differ. All that is written is written in one
/// scratch folder, which is removed at the end whatever happens. Cancelling the task ends the run early, with a report.
public struct ServerRun: Sendable {
  /// The server.
  public let target: TestedServer
  /// The cases, in the order of the report.
  public let cases: [ServerCase]
  private let watchers: [ConformanceCase]?
  /// How to go about it.
  public let options: RunOptions
  private let observer: @Sendable (RunEvent) -> Void

  /// Makes a run.
  ///
  /// - Parameters:
  ///   - target: The server.
  ///   - cases: The cases, in the order of the report.
  ///   - watchers: the cases about all traffic that look at that of `cases`; those among them unless others are named.
  ///     One that is not among them is reported where it has seen something.
  ///   - options: How to run them.
  ///   - observer: Receives each event, on any thread, one at a time.
  public init(
    at target: TestedServer, cases: [ServerCase], watchers: [ConformanceCase]? = nil,
    options: RunOptions = RunOptions(), observer: @escaping @Sendable (RunEvent) -> Void = { _ in }
  ) {
    self.target = target
    self.cases = cases
    self.watchers = watchers
    self.options = options
    self.observer = observer
  }

  /// Runs everything; never throws, since a run that went wrong is reported too.
  public func run() async -> RunReport {
    let runner = ServerRunner(target, timeoutScale: options.timeoutScale)
    return await CaseRun(
      runner: runner, cases: cases, watchers: watchers, options: options, observer: observer
    ).run()
  }
}
