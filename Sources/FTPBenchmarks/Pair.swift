/// Two ways to do one job, to be measured in turn.
///
/// Each closure does a batch of the job once and returns how much it did, in the unit of the benchmark times
/// seconds; both do the same batch.
struct Pair: Sendable {
  /// What the rates are in, such as `MB/s`.
  let unit: String
  /// Our code.
  let ours: @Sendable () async throws -> Double
  /// Plain C.
  let yardstick: @Sendable () async throws -> Double

  /// Rounds to run however little time there is.
  private static let fewestRounds = 5

  /// Runs both in turn for about so many seconds, one unmeasured round first.
  func measure(_ name: String, for seconds: Double) async throws -> Measurement {
    _ = try await rate(ours)
    _ = try await rate(yardstick)
    var rounds: [(ours: Double, yardstick: Double)] = []
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    while rounds.count < Self.fewestRounds || clock.now < end {
      rounds.append((try await rate(ours), try await rate(yardstick)))
    }
    return Measurement(
      name: name, unit: unit, ours: median(rounds.map(\.ours)), yardstick: median(rounds.map(\.yardstick)),
      ratio: median(rounds.map { $0.ours / $0.yardstick }), rounds: rounds.count)
  }

  private func rate(_ batch: @Sendable () async throws -> Double) async throws -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    let amount = try await batch()
    return amount / (start.duration(to: clock.now) / .seconds(1))
  }

  private func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}

/// What a pair came to: medians over the rounds.
struct Measurement: Sendable {
  let name: String
  let unit: String
  let ours: Double
  let yardstick: Double
  /// The median of the rounds' ratios: neighbours in time are compared, so a machine that slows down distorts
  /// it less than the ratio of the medians.
  let ratio: Double
  let rounds: Int
}

/// A side of a benchmark did not do its job.
struct BenchmarkFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
