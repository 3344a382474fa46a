/// A run of cases against a party, from the first look at it to the report.
struct CaseRun<Runner: CaseRunner>: Sendable {
  let runner: Runner
  /// The cases, in the order of the report.
  let cases: [Runner.Case]
  let options: RunOptions
  let observer: @Sendable (RunEvent) -> Void

  /// Runs everything; never throws, since a run that went wrong is reported too.
  func run() async -> RunReport {
    let start = ContinuousClock.now
    var report = RunReport(runner.party, options)
    let first = await runner.meet()
    report.sanity.append(first)
    if first.verdict == .pass {
      await run(into: &report)
      await look(again: &report)
    } else {
      report.problem = runner.problem(first)
      report.cases = cases.map {
        CaseReport($0.entry, skipped: "the \(runner.party.side) is not usable")
      }
    }
    report.party = runner.party
    report.wasInterrupted = Task.isCancelled
    report.duration = start.duration(to: .now)
    return report
  }

  private func run(into report: inout RunReport) async {
    let needs = Set(cases.flatMap(\.entry.needs))
    await runner.survey(needs)
    report.needs = needs.map { RunReport.NeedReport(need: $0, reason: runner.reasonAgainst($0)) }
      .sorted { $0.need.description < $1.need.description }
    observer(.began(caseCount: cases.count))
    var schedule = CaseSchedule(self)
    report.cases = await schedule.runAll()
    report.cases.addWitnesses()
    report.jobs = schedule.jobs
    report.problem = schedule.problem
    report.leftovers = await runner.tidyUp()
  }

  /// The party has to be as usable as it was.
  private func look(again report: inout RunReport) async {
    guard !Task.isCancelled, report.problem == nil else { return }
    var last = await runner.look()
    // Sessions that have just ended may still count for a server that allows few.
    for _ in 0..<20 where last.isCrowdedOut || last.verdict != .pass {
      guard (try? await Task.sleep(for: .milliseconds(100) * options.timeoutScale)) != nil else { break }
      last = await runner.look()
    }
    report.sanity.append(last)
    if last.verdict != .pass { report.problem = "after the last case: \(runner.problem(last))" }
  }
}
