/// The benchmarks by name.
enum Catalogue {
  /// In the order in which they run.
  private static let all: [(name: String, prepare: @Sendable () async throws -> Pair)] = [
    ("round-trips", RoundTripBenchmark.oneHopEach), ("round-trips-isolated", RoundTripBenchmark.isolated),
    ("data-download", DataBenchmark.download), ("data-upload", DataBenchmark.upload),
  ]

  static let names = all.map(\.name)

  /// Prepares a benchmark.
  static func pair(named name: String) async throws -> Pair {
    guard let one = all.first(where: { $0.name == name }) else {
      throw BenchmarkFailure("there is no benchmark \(name)")
    }
    return try await one.prepare()
  }
}
