import FTPProtocol
import FTPSystem

/// Runs cases against a server and reports what became of them.
///
/// ```swift
/// let report = await ConformanceRun(at: target, cases: CaseSelection().cases()).run()
/// print(report.count(.fail))
/// ```
///
/// The server is looked at before the first case and after the last; each case gets a fresh connection; one that does not
/// pass is run twice more, and is flaky where the results differ. All that is written is written in one
/// scratch folder, which is removed at the end whatever happens. Cancelling the task ends the run early, with a report.
public struct ConformanceRun: Sendable {
  /// The server.
  public let target: Target
  /// The cases, in the order of the report.
  public let cases: [ConformanceCase]
  /// How to go about it.
  public let options: RunOptions
  let observer: @Sendable (RunEvent) -> Void

  /// Makes a run; `observer` is told how it goes, on any thread and one event at a time.
  public init(
    at target: Target, cases: [ConformanceCase], options: RunOptions = RunOptions(),
    observer: @escaping @Sendable (RunEvent) -> Void = { _ in }
  ) {
    self.target = target
    self.cases = cases
    self.options = options
    self.observer = observer
  }

  /// Runs everything; never throws, since a run that went wrong is reported too.
  public func run() async -> RunReport {
    let start = ContinuousClock.now
    var report = RunReport(target, options)
    let sanity = Sanity()
    let first = await sanity.entry.attempt(
      at: target, knowing: ServerFacts(), patience: patience(at: .zero))
    report.sanity.append(first)
    report.facts = sanity.facts
    if first.verdict == .pass {
      await run(into: &report)
      await look(again: &report)
    } else {
      report.problem = Self.problem(first)
      report.cases = cases.map { CaseReport($0, skipped: "the server is not usable") }
    }
    report.wasInterrupted = Task.isCancelled
    report.duration = start.duration(to: .now)
    return report.redacted()
  }

  /// How long is waited: longer for the tester's own server, which does what it has to, only that the machine may be
  /// busy with other things.
  private func patience(at roundTrip: Duration) -> Patience {
    let patience = Patience(roundTrip: roundTrip, scale: options.timeoutScale)
    return target.isEmbedded ? patience.unhurried : patience
  }

  private func run(into report: inout RunReport) async {
    let patience = patience(at: report.facts.roundTrip)
    let needs = Set(cases.flatMap(\.needs))
    let name = "ftpraw-check-" + String(LocalClock.monotonicNanoseconds() % (1 << 40), radix: 36)
    let survey = Survey(target: target, options: options, patience: patience, scratchName: name)
    let facts = await survey.complete(report.facts, for: needs)
    report.facts = facts
    report.needs = needs.map { RunReport.NeedReport(need: $0, reason: facts.reasonAgainst($0)) }
      .sorted { $0.need.description < $1.need.description }
    observer(.began(facts, caseCount: cases.count))
    var schedule = CaseSchedule(self, facts: facts, patience: patience)
    report.cases = await schedule.runAll()
    report.cases.addWitnesses()
    report.jobs = schedule.jobs
    report.problem = schedule.problem
    if let scratch = schedule.scratch {
      report.leftovers = await scratch.remove(from: target, knowing: facts, patience: patience)
    }
  }

  /// The server has to be as usable as it was.
  private func look(again report: inout RunReport) async {
    guard !Task.isCancelled, report.problem == nil else { return }
    let patience = patience(at: report.facts.roundTrip)
    var last = await Sanity().entry.attempt(at: target, knowing: report.facts, patience: patience)
    // Sessions that have just ended may still count for a server that allows few.
    for _ in 0..<20 where last.isCrowdedOut || last.verdict != .pass {
      guard (try? await Task.sleep(for: .milliseconds(100) * options.timeoutScale)) != nil else { break }
      last = await Sanity().entry.attempt(at: target, knowing: report.facts, patience: patience)
    }
    report.sanity.append(last)
    if last.verdict != .pass { report.problem = "after the last case: \(Self.problem(last))" }
  }

  static func problem(_ attempt: CaseAttempt) -> String {
    let finding = attempt.findings.first.map { "expected \($0.expected), received \($0.received)" }
    return attempt.reason ?? finding ?? "the server is not usable"
  }
}
