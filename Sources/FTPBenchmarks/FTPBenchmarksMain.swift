import FTPSystem
import LibC

/// The entry point: reads the arguments, runs the benchmarks that they name, and prints each result when it is ready.
@main
enum FTPBenchmarksMain {
  static func main() async {
    Signals.ignoreBrokenPipe()
    let growing = GrowthCatalogue.all.map(\.name)
    switch Arguments.parse(
      Array(CommandLine.arguments.dropFirst()), known: Catalogue.names, growing: growing)
    {
    case .help:
      print(Arguments.help(names: Catalogue.names, growing: growing))
    case .loadHelp:
      print(LoadPlan.help)
    case .load(let words):
      do {
        try LoadBenchmark(plan: LoadPlan.parse(words)).run()
      } catch {
        try? StandardStream.error.write("FTPBenchmarks: \(error)\n")
        exit(1)
      }
    case .growth(let arguments):
      do {
        try grow(arguments)
      } catch {
        try? StandardStream.error.write("FTPBenchmarks: \(error)\n")
        exit(1)
      }
    case .wrong(let reason):
      try? StandardStream.error.write("FTPBenchmarks: \(reason)\n")
      exit(64)
    case .run(let arguments):
      do {
        try await run(arguments)
      } catch {
        try? StandardStream.error.write("FTPBenchmarks: \(error)\n")
        exit(1)
      }
    }
  }

  private static func grow(_ arguments: Arguments) throws {
    let report = Report(isJSON: arguments.isJSON)
    try report.beginGrowth()
    var steep: [String] = []
    for growth in GrowthCatalogue.all where arguments.names.contains(growth.name) {
      let measurement = try growth.measure(doublings: arguments.doublings)
      try report.add(measurement)
      if measurement.exponent > Growth.steepest { steep.append(growth.name) }
    }
    guard steep.isEmpty else {
      throw BenchmarkFailure("grows too fast: \(steep.joined(separator: ", "))")
    }
  }

  private static func run(_ arguments: Arguments) async throws {
    let report = Report(isJSON: arguments.isJSON)
    try report.begin()
    for name in arguments.names {
      let pair = try await Catalogue.pair(named: name)
      try report.add(await pair.measure(name, for: arguments.seconds))
    }
  }
}
