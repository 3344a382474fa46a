/// How the time of a job grows with one measure of its input, which doubles again and again.
///
/// Time of the processor is counted and not of the clock, so that what else the machine does counts little.
struct Growth: Sendable {
  /// One run of the job on an input that is ready.
  typealias Run = () throws -> Void

  let name: String
  /// What is counted, such as `bytes`.
  let unit: String
  /// The smallest input.
  let start: Int
  /// Makes an input of a size, and says what is to be timed.
  let prepare: @Sendable (Int) throws -> Run

  /// The exponent that no job may exceed.
  static let steepest = 1.1
  /// How many of the doublings count: the last, where what a job costs anyway no longer hides how it grows.
  private static let counted = 4
  /// What is measured at least of each size, in seconds, and how often at most.
  private static let least = 0.05, most = 40

  /// Runs the job on every size.
  func measure(doublings: Int) throws -> GrowthMeasurement {
    try prepare(start)()
    let points = try (0...doublings).map { doubling in
      let size = start << doubling
      return GrowthMeasurement.Point(size: size, seconds: try Self.fastest(try prepare(size)))
    }
    return GrowthMeasurement(
      name: name, unit: unit, points: points,
      exponent: Self.slope(points.suffix(Self.counted + 1).map { ($0.size.logarithm, $0.seconds.logarithm) }))
  }

  /// The least time that a run took.
  private static func fastest(_ run: Run) throws -> Double {
    var best = Double.infinity
    var sum = 0.0
    var count = 0
    while count < 3 || (sum < least && count < most) {
      let start = ProcessorTime.seconds
      try run()
      let time = max(1e-7, ProcessorTime.seconds - start)
      best = min(best, time)
      sum += time
      count += 1
    }
    return best
  }

  /// The slope of the line that fits points best.
  private static func slope(_ points: [(x: Double, y: Double)]) -> Double {
    let count = Double(points.count)
    let x = points.map(\.x).reduce(0, +) / count
    let y = points.map(\.y).reduce(0, +) / count
    let above = points.map { ($0.x - x) * ($0.y - y) }.reduce(0, +)
    let below = points.map { ($0.x - x) * ($0.x - x) }.reduce(0, +)
    return above / below
  }
}

/// What the growth of one job came to.
struct GrowthMeasurement: Sendable {
  /// One size of the input and the processor's time for it.
  struct Point: Sendable {
    let size: Int
    let seconds: Double
  }

  let name: String
  let unit: String
  let points: [Point]
  /// With which power of the size the time grows: 1 where twice the input takes twice the time.
  let exponent: Double
}
