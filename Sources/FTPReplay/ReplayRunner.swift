import FTPVectors

/// Replays many vectors, several at a time, each in all requested ways.
///
/// ```swift
/// let runner = ReplayRunner([.alone(VectorReplay()), .client(ClientReplay())])
/// for results in await runner.run(vectors) { print(results.map(\.checks)) }
/// ```
public struct ReplayRunner: Sendable {
  /// One way to replay a vector.
  public enum Way: Sendable {
    /// Without sockets: the server's bytes go to parser and judge.
    case alone(VectorReplay)
    /// The server's side is played to the client.
    case client(ClientReplay)
    /// The client's side is sent to a server.
    case server(ServerReplay)

    /// With whom; nil without sockets.
    package var target: ExpectedDifference.Target? {
      switch self {
      case .alone: nil
      case .client: .client
      case .server(let replay): replay.server.target
      }
    }

    func run(_ vector: Vector) async -> ReplayResult {
      switch self {
      case .alone(let replay): replay.run(vector)
      case .client(let replay): await replay.run(vector)
      case .server(let replay): await replay.run(vector)
      }
    }
  }

  /// In which ways each vector is replayed, one after the other.
  public var ways: [Way]
  /// How many vectors are replayed at a time.
  public var jobs: Int

  /// Makes a runner.
  public init(_ ways: [Way], jobs: Int = 1) {
    self.ways = ways
    self.jobs = jobs
  }

  /// Replays all vectors and returns, for each, the result of every way.
  ///
  /// `progress` is called each time a vector is done, never twice at once. If the task is cancelled, vectors not replayed
  /// have empty results.
  public func run(
    _ vectors: [Vector], progress: (_ index: Int, _ results: [ReplayResult]) -> Void = { _, _ in }
  ) async -> [[ReplayResult]] {
    var results = vectors.map { _ in self.ways.map { _ in ReplayResult() } }
    let ways = ways
    await withTaskGroup(of: (Int, [ReplayResult]).self) { group in
      var next = 0
      func start() {
        guard next < vectors.count, !Task.isCancelled else { return }
        let index = next
        let vector = vectors[index]
        next += 1
        group.addTask {
          var found: [ReplayResult] = []
          for way in ways { found.append(Task.isCancelled ? ReplayResult() : await way.run(vector)) }
          return (index, found)
        }
      }
      for _ in 0..<max(1, jobs) { start() }
      while let (index, found) = await group.next() {
        results[index] = found
        progress(index, found)
        start()
      }
    }
    return results
  }
}
