import Testing

@testable import FTPConformance

/// The clock is simulated: a pace measures nothing by itself.
@Suite struct PaceTests {
  /// Ends this many attempts, at a rate that depends on the number of jobs.
  private func run(_ pace: inout Pace, _ now: inout ContinuousClock.Instant, rate: (Int) -> Double, ends: Int)
  {
    for _ in 0..<ends {
      now += .seconds(1 / rate(pace.jobs))
      pace.noteEnd(at: now)
    }
  }

  @Test(arguments: [
    // Each attempt takes 400 ms, however many there are.
    (8, 32, 1.0, 0.4, 32),
    // A party that does at most 40 per second: the second step brings nothing.
    (8, 32, 40.0, 0.0, 12),
    // A fast party.
    (8, 32, 500.0, 0.0, 8),
    // As many jobs as requested.
    (4, 4, 1.0, 0.4, 4),
  ])
  func growsWhileItHelps(jobs: Int, most: Int, rate: Double, each: Double, expected: Int) {
    var pace = Pace(jobs: jobs, atMost: most)
    var now = ContinuousClock.now
    run(&pace, &now, rate: { each > 0 ? Double($0) / each : rate }, ends: 2_000)
    #expect(pace.jobs == expected)
  }

  @Test func isReducedForGood() {
    var pace = Pace(jobs: 8, atMost: 32)
    var now = ContinuousClock.now
    let wasReduced = pace.reduce(to: 3)
    let wasReducedAgain = pace.reduce(to: 3)
    #expect(wasReduced && !wasReducedAgain)
    run(&pace, &now, rate: { Double($0) }, ends: 200)
    #expect(pace.jobs == 3)
  }
}
