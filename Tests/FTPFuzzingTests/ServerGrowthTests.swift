import TestSupport
import Testing

@testable import FTPFuzzing
@testable import FTPSystem

@Suite("Growth of a server after a sequence", .queueing, .endsWhenItHangs)
struct ServerGrowthTests {
  /// What the server used before, what it uses at each check, and the oracle that it breaks.
  static let rows: [(before: (Int, Int), after: [(Int, Int)], oracle: ServerOracle?)] = [
    ((5, 10), [(5, 10)], nil),
    ((5, 10), [(4, 9)], nil),
    ((5, 10), [(5, 26)], nil),
    ((5, 10), [(5, 27)], .memory),
    ((5, 10), [(6, 10), (6, 10), (5, 10)], nil),
    ((5, 10), [(6, 10), (6, 10), (5, 30)], .memory),
    ((5, 10), [(6, 30)], .descriptors),
  ]

  @Test(arguments: rows.indices) func growth(_ index: Int) async {
    let (before, after, oracle) = Self.rows[index]
    func use(_ numbers: (Int, Int)) -> ProcessUse {
      ProcessUse(descriptors: numbers.0, memory: numbers.1 << 20)
    }
    var looks = 0
    // For a value that will come there is plenty of time; for one that never comes there is almost none.
    let limit: Duration = oracle == .descriptors ? .milliseconds(1) : .patience
    let fault = await ServerGrowth.fault(since: use(before), within: limit, pause: .zero) {
      defer { looks += 1 }
      return use(after[min(looks, after.count - 1)])
    }
    #expect(fault?.kind.oracle == oracle)
  }

  @Test func whereNothingIsKnownNothingIsSaid() async {
    let use = ProcessUse(descriptors: 5, memory: 0)
    #expect(await ServerGrowth.fault(since: nil, within: .zero, { use }) == nil)
    #expect(await ServerGrowth.fault(since: use, within: .zero, { nil }) == nil)
  }

  #if os(Linux)
    /// A shell that opens files, and its child, which has some more.
    @Test func whatAProcessHasIsCounted() async throws {
      let folder = try TemporaryFolder("ftpraw-test-")
      let process = try WatchedProcess.start(
        ["sh", "-c", "sleep 1000 & echo ready; exec 7</dev/null 8</dev/null; echo open; wait"],
        in: folder.path)
      while process.outputCount < "ready\nopen\n".utf8.count, process.ending == nil { await Task.yield() }
      let use = try #require(process.use)
      // The standard streams of two processes, and the two opened files.
      #expect(use.descriptors >= 8 && use.memory > 1 << 18, "\(use)")
      process.stop()
      #expect(process.use == nil)
    }
  #endif
}
