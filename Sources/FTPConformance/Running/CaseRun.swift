/// A run of cases against a party, from the first look at it to the report.
struct CaseRun<Runner: CaseRunner>: Sendable {
  let runner: Runner
  /// The cases, in the order of the report.
  let cases: [Runner.Case]
  /// The cases about all traffic that watch the traffic of ``cases``, whether they are among them or not.
  let watchers: [ConformanceCase]
  let options: RunOptions
  let observer: @Sendable (RunEvent) -> Void

  /// Makes a run; unless watchers are named, they are the cases about all traffic among `cases`.
  init(
    runner: Runner, cases: [Runner.Case], watchers: [ConformanceCase]? = nil, options: RunOptions,
    observer: @escaping @Sendable (RunEvent) -> Void
  ) {
    self.runner = runner
    self.cases = cases
    self.watchers = watchers ?? cases.map(\.entry).filter { $0.scope == .everything }
    self.options = options
    self.observer = observer
  }

  /// Runs everything; never throws, because a run that goes wrong is reported too.
  func run() async -> RunReport {
    let start = ContinuousClock.now
    var report = RunReport(runner.party, options)
    let first = await report.timings.time("to look at the \(runner.party.side)") { await runner.meet() }
    report.sanity.append(first)
    if first.verdict == .pass {
      let isTurnedAway = await run(into: &report)
      if !isTurnedAway { await look(again: &report) }
    } else {
      report.problem = runner.problem(first)
      report.cases = (options.judged.isEmpty ? cases.map(\.entry) : watchers).map {
        CaseReport($0, skipped: "the \(runner.party.side) is not usable")
      }
    }
    report.party = runner.party
    report.wasInterrupted = Task.isCancelled
    report.duration = start.duration(to: .now)
    return report
  }

  /// Runs the cases; returns whether the party refuses every connection at the end.
  private func run(into report: inout RunReport) async -> Bool {
    let needs = Set(cases.flatMap(\.entry.needs))
    await report.timings.time("to learn what it offers") { await runner.survey(needs) }
    report.needs = needs.map { RunReport.NeedReport(need: $0, reason: runner.reasonAgainst($0)) }
      .sorted { $0.need.description < $1.need.description }
    observer(.began(caseCount: cases.count))
    var schedule = CaseSchedule(self)
    await schedule.run(.fair)
    var watch = TrafficWatch(
      watchers, over: schedule.results, judging: options.judged.isEmpty ? nil : Set(options.judged))
    while let sources = watch.next() { watch.add(await schedule.runAgain(sources)) }
    await schedule.run(.provokingWithTraces)
    schedule.timings.forEach { report.timings.note($0) }
    // A tester that is refused cannot remove anything, so this comes before the cases that provoke without leaving
    // traces.
    report.leftovers = await report.timings.time("to remove what was written") {
      await runner.tidyUp(jobs: schedule.jobs)
    }
    schedule.timings = []
    await schedule.run(.provoking)
    schedule.timings.forEach { report.timings.note($0) }
    report.cases = watch.reports(of: schedule.results)
    report.jobs = schedule.jobs
    report.problem = schedule.problem
    return schedule.isTurnedAway
  }

  /// Checks that the party is still as usable as before.
  private func look(again report: inout RunReport) async {
    guard !Task.isCancelled, report.problem == nil else { return }
    var last = await runner.look()
    // A server that allows few sessions may still count those that have just ended.
    for _ in 0..<20 where last.isCrowdedOut || last.verdict != .pass {
      guard (try? await Task.sleep(for: .milliseconds(100) * options.timeoutScale)) != nil else { break }
      last = await runner.look()
    }
    report.sanity.append(last)
    if last.verdict != .pass { report.problem = "after the last case: \(runner.problem(last))" }
  }
}
