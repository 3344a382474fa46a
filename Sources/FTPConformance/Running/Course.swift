/// The course of a run: which cases were run at the same time.
struct Course {
  /// An attempt that was started.
  struct Run: Hashable, Sendable {
    /// The case; nil for a look at the party.
    let index: Int?
    fileprivate let number: Int
    fileprivate let start: ContinuousClock.Instant
  }

  /// The attempts that have not ended.
  private(set) var running: Set<Run> = []
  /// The attempts that have ended, when, and whether the party served them; in this order.
  private var ended: [(run: Run, time: ContinuousClock.Instant, isServed: Bool)] = []
  private var count = 0

  /// How many of the attempts that have not ended are at cases.
  var runningCases: Int { running.count { $0.index != nil } }

  /// Whether a look at the party has not ended.
  var isLooking: Bool { running.contains { $0.index == nil } }

  /// Records that an attempt starts.
  mutating func start(_ index: Int?, at now: ContinuousClock.Instant = .now) -> Run {
    count += 1
    let run = Run(index: index, number: count, start: now)
    running.insert(run)
    return run
  }

  /// Records that it has ended.
  ///
  /// - Parameters:
  ///   - run: The attempt.
  ///   - isServed: Whether the party has answered it in time.
  ///   - now: The time.
  /// - Returns: The other cases that ran at some time since its start, and whether the party has served one that began and
  ///   ended in the second half of this attempt, when this one got nothing.
  mutating func end(
    _ run: Run, isServed: Bool, at now: ContinuousClock.Instant = .now
  ) -> (others: Set<Int>, wasServed: Bool) {
    running.remove(run)
    let middle = run.start.advanced(by: run.start.duration(to: now) / 2)
    let since = ended.reversed().prefix { $0.time > run.start }
    let others = Set((running.map(\.index) + since.map(\.run.index)).compactMap(\.self))
    let wasServed = since.contains { $0.isServed && $0.run.start > middle }
    ended.append((run, now, isServed))
    return (run.index.map { others.subtracting([$0]) } ?? others, wasServed)
  }
}
