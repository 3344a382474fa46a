/// How many cases are run at a time: more as long as that makes the run faster, and fewer where there is no room.
///
/// After every few cases the rate at which they end is compared with what it was. A party that is quick, or busy with as many as there
/// are, is left at that.
struct Pace {
  /// A party that does more a second is quick enough.
  private static let quick = 100.0
  /// By how much more cases at a time have to raise the rate.
  private static let gain = 1.1
  /// How many are added at a time.
  private static let step = 4

  /// How many cases are run at a time.
  private(set) var jobs: Int
  private let most: Int
  private var mayGrow: Bool
  /// What has ended since the rate was last looked at, and when that was.
  private var ended = 0
  private var since: ContinuousClock.Instant?
  private var lastRate = 0.0

  init(jobs: Int, atMost most: Int) {
    self.jobs = jobs
    self.most = most
    mayGrow = jobs < most
  }

  /// Takes note of the end of an attempt.
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

  /// Leaves it at what it is.
  mutating func keep() { mayGrow = false }

  /// Makes it fewer; false if it is as few.
  mutating func reduce(to fewer: Int) -> Bool {
    keep()
    guard fewer < jobs else { return false }
    jobs = fewer
    return true
  }
}
