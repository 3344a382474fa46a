/// Two ways to do the same job, measured in turn.
///
/// Each closure does one batch of the job and returns how much it did, in the benchmark's unit times seconds. Both do
/// the same batch.
struct Pair: Sendable {
  /// The unit of the rates, such as `MB/s`.
  let unit: String
  /// Our code.
  let ours: @Sendable () async throws -> Double
  /// Plain C.
  let yardstick: @Sendable () async throws -> Double

  /// The fewest rounds, however little time there is.
  private static let fewestRounds = 5

  /// Runs both in turn for about this many seconds, after one unmeasured round.
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

/// The result of a pair: medians over the rounds.
struct Measurement: Sendable {
  let name: String
  let unit: String
  let ours: Double
  let yardstick: Double
  /// The median of the ratios of single rounds.
  ///
  /// The two halves of a round run one after the other, so that a machine that slows down distorts this median less
  /// than the ratio of the medians.
  let ratio: Double
  let rounds: Int
}

/// One side of a benchmark failed.
struct BenchmarkFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
