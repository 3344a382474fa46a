/// The benchmarks by name.
enum Catalogue {
  /// All names, in the order in which they run.
  static let names =
    ReplyStream.Kind.allCases.map { "parser-\($0.rawValue)" }
    + ReplyStream.Kind.allCases.map { "parser-replies-\($0.rawValue)" }
    + ["round-trips", "round-trips-isolated", "data-download", "data-upload"]

  /// Prepares a benchmark.
  static func pair(named name: String) async throws -> Pair {
    switch name {
    case "round-trips": return try await RoundTripBenchmark.oneHopEach()
    case "round-trips-isolated": return try await RoundTripBenchmark.isolated()
    case "data-download": return try await DataBenchmark.download()
    case "data-upload": return try await DataBenchmark.upload()
    default:
      for kind in ReplyStream.Kind.allCases {
        if name == "parser-\(kind.rawValue)" { return ParserBenchmark.inPlace(ReplyStream(kind)) }
        if name == "parser-replies-\(kind.rawValue)" { return ParserBenchmark.replies(ReplyStream(kind)) }
      }
      throw BenchmarkFailure("there is no benchmark \(name)")
    }
  }
}
