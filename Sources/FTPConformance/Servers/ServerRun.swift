/// Runs cases against a server, and reports the results.
///
/// ```swift
/// let server = TestedServer(host: "localhost", port: 2121)
/// let report = await ServerRun(at: server, cases: CaseSelection().cases(of: CaseCatalogue.servers)).run()
/// try report.requireSuccess()
/// ```
///
/// The server is checked before the first case and after the last. Each case gets a fresh connection; a case that does
/// not pass is run again alone, up to three times in all, and is flaky if the results differ. What a case about all traffic sees in another case
/// is confirmed by running that case again: it counts if it is seen each time, and is flaky otherwise. Everything is
/// written in one scratch folder, which is removed at the end whatever happens. Cancelling the task ends the run early,
/// with a report.
public struct ServerRun: Sendable {
  /// The server.
  public let target: TestedServer
  /// The cases, in the order of the report.
  public let cases: [ServerCase]
  private let watchers: [ConformanceCase]?
  /// How to run them.
  public let options: RunOptions
  let observer: @Sendable (RunEvent) -> Void

  /// Makes a run.
  ///
  /// - Parameters:
  ///   - target: The server.
  ///   - cases: The cases, in the order of the report.
  ///   - watchers: The cases about all traffic that watch `cases`; if nil, those among `cases`. A watcher that is not
  ///     among them is reported if it sees something.
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

  /// Runs everything; never throws, because a run that goes wrong is reported too.
  public func run() async -> RunReport {
    let runner = ServerRunner(
      target, timeoutScale: options.timeoutScale, farewell: options.farewell,
      isRecorded: options.isRecorded)
    var report = await CaseRun(
      runner: runner, cases: cases, watchers: watchers, options: options, observer: observer
    ).run()
    let start = ContinuousClock.now
    await addEvidence(to: &report)
    report.timings.note(
      RunTiming("to look for smaller conversations", taking: start.duration(to: .now)))
    return report
  }
}
