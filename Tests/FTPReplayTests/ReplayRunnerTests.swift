import FTPReplay
import FTPVectors
import Testing

@Suite("Several vectors are replayed at the same time")
struct ReplayRunnerTests {
  private static func vectors() throws -> [Vector] {
    try (0..<20).map { number in
      // Every third is wrong.
      let code = number % 3 == 0 ? 221 : 220
      return try Vector(parsing: "id:   v\(number)\nS> 220 Ready.\n=> \(code) greeting success\n")
    }
  }

  @Test(arguments: [1, 3, 64])
  func theResultsAreInTheOrderOfTheVectors(jobs: Int) async throws {
    var done: Set<Int> = []
    let runner = ReplayRunner(
      [.alone(VectorReplay()), .client(ClientReplay()), .server(ServerReplay(to: .mock))], jobs: jobs)
    let results = await runner.run(try Self.vectors()) { index, results in
      done.insert(index)
      #expect(results.count == 3)
    }
    #expect(done.count == 20)
    for (number, ways) in results.enumerated() {
      let wrong = number % 3 == 0 ? 1 : 0
      #expect(ways.map(\.differences.count) == [wrong, wrong, 0])
      #expect(ways.allSatisfy { $0.vectors == 1 })
    }
  }

  @Test func nothingIsReplayedAfterACancellation() async throws {
    let vectors = try Self.vectors()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await ReplayRunner([.client(ClientReplay())]).run(vectors)
    }
    let results = await task.value
    #expect(results.count == 20 && results.allSatisfy { $0[0].vectors == 0 })
  }
}
