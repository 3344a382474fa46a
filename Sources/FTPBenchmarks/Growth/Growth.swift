/// How the time of a job grows with one measure of its input, which is doubled again and again.
///
/// The time is that of the processor, so that other work on the machine matters little.
struct Growth: Sendable {
  /// One run of the job with an input that is already prepared.
  typealias Run = () throws -> Void

  let name: String
  /// The unit of the size, such as `bytes`.
  let unit: String
  /// The smallest input.
  let start: Int
  /// Makes an input of a given size, and returns the run to be timed.
  let prepare: @Sendable (Int) throws -> Run

  /// The exponent that no job may exceed.
  static let steepest = 1.1
  /// How many doublings count.
  ///
  /// They are the last ones, where the fixed costs of a job no longer hide its growth.
  private static let counted = 4
  /// The least time in seconds to spend on each size in a round, and the most runs.
  private static let least = 0.02, most = 20
  /// How often all sizes have their turn: a machine that is slow for some seconds is so for every size.
  private static let rounds = 3

  /// Runs the job on every size.
  func measure(doublings: Int) throws -> GrowthMeasurement {
    try prepare(start)()
    let sizes = (0...doublings).map { start << $0 }
    let runs = try sizes.map(prepare)
    var best = [Double](repeating: .infinity, count: sizes.count)
    for _ in 0..<Self.rounds {
      for (index, run) in runs.enumerated() { best[index] = min(best[index], try Self.fastest(run)) }
    }
    let points = zip(sizes, best).map { GrowthMeasurement.Point(size: $0, seconds: $1) }
    return GrowthMeasurement(
      name: name, unit: unit, points: points,
      exponent: Self.slope(points.suffix(Self.counted + 1).map { ($0.size.logarithm, $0.seconds.logarithm) }))
  }

  /// The shortest time that a run took.
  private static func fastest(_ run: Run) throws -> Double {
    var best = Double.infinity
    var sum = 0.0
    var count = 0
    while count == 0 || (sum < least && count < most) {
      let start = ProcessorTime.seconds
      try run()
      let time = max(1e-7, ProcessorTime.seconds - start)
      best = min(best, time)
      sum += time
      count += 1
    }
    return best
  }

  /// The slope of the line that fits the points best.
  private static func slope(_ points: [(x: Double, y: Double)]) -> Double {
    let count = Double(points.count)
    let x = points.map(\.x).reduce(0, +) / count
    let y = points.map(\.y).reduce(0, +) / count
    let above = points.map { ($0.x - x) * ($0.y - y) }.reduce(0, +)
    let below = points.map { ($0.x - x) * ($0.x - x) }.reduce(0, +)
    return above / below
  }
}

/// The measured growth of one job.
struct GrowthMeasurement: Sendable {
  /// One size of the input and the processor time for it.
  struct Point: Sendable {
    let size: Int
    let seconds: Double
  }

  let name: String
  let unit: String
  let points: [Point]
  /// The power of the size with which the time grows; 1 if twice the input takes twice the time.
  let exponent: Double
}
