/// How many cases are run at a time: more as long as that makes the run faster, and fewer if the party has no room.
///
/// The rate at which cases end is compared with the previous rate after every few cases. The number stops growing when
/// the party is fast enough, or when more cases no longer raise the rate.
struct Pace {
  /// The rate, in cases per second, at which a party is fast enough.
  private static let quick = 100.0
  /// The factor by which a larger number must raise the rate.
  private static let gain = 1.1
  /// How many cases are added at a time.
  private static let step = 4

  /// How many cases are run at a time.
  private(set) var jobs: Int
  private let most: Int
  private var mayGrow: Bool
  /// How many attempts have ended since the rate was last measured, and when that was.
  private var ended = 0
  private var since: ContinuousClock.Instant?
  private var lastRate = 0.0

  init(jobs: Int, atMost most: Int) {
    self.jobs = jobs
    self.most = most
    mayGrow = jobs < most
  }

  /// Records the end of an attempt.
  mutating func noteEnd(at now: ContinuousClock.Instant) {
    guard mayGrow else { return }
    guard let since else {
      since = now
      return
    }
    ended += 1
    guard ended >= 2 * jobs else { return }
    let rate = Double(ended) / max(0.001, since.duration(to: now) / .seconds(1))
    guard rate < Self.quick, rate > lastRate * Self.gain else { return keep() }
    jobs = min(most, jobs + Self.step)
    lastRate = rate
    ended = 0
    self.since = now
    mayGrow = jobs < most
  }

  /// Stops the number from growing.
  mutating func keep() { mayGrow = false }

  /// Reduces the number of cases at a time to `fewer`, and stops it from growing; returns false if it is not higher.
  mutating func reduce(to fewer: Int) -> Bool {
    keep()
    guard fewer < jobs else { return false }
    jobs = fewer
    return true
  }
}
