/// The course of a run: which cases were run at the same time.
struct Course {
  /// An attempt that was started.
  struct Run: Hashable, Sendable {
    /// The case.
    let index: Int
    fileprivate let number: Int
    fileprivate let start: ContinuousClock.Instant
  }

  /// The attempts that have not ended.
  private(set) var running: Set<Run> = []
  /// The cases that have ended, and when, in this order.
  private var ended: [(index: Int, time: ContinuousClock.Instant)] = []
  private var count = 0

  /// Records that an attempt starts.
  mutating func start(_ index: Int) -> Run {
    count += 1
    let run = Run(index: index, number: count, start: .now)
    running.insert(run)
    return run
  }

  /// Records that it has ended, and returns the other cases that ran at some time since its start.
  mutating func end(_ run: Run) -> Set<Int> {
    running.remove(run)
    let others = Set(running.map(\.index)).union(ended.reversed().prefix { $0.time > run.start }.map(\.index))
    ended.append((run.index, .now))
    return others.subtracting([run.index])
  }
}
