import FTPConversation
import FTPProtocol
import FTPSystem
import Synchronization

/// Many runs of a fuzzer on all processors, up to a bound or the first finding.
package struct ReplyCampaign: Sendable {
  /// Which runs are made.
  package var bounds: CampaignBounds
  /// How many threads there are.
  package var jobs = Processors.count
  /// Streams to begin from, besides those that are generated.
  package var seeds: [[UInt8]] = []
  /// The oracles that are checked.
  package var oracles = Set(FuzzOracle.ofReplies)

  package init(_ bounds: CampaignBounds) { self.bounds = bounds }

  /// The progress or result of a campaign.
  package struct Summary: Sendable {
    /// How many runs there were.
    package internal(set) var runs: UInt64 = 0
    /// How long they took.
    package internal(set) var duration = Duration.zero
    /// The shapes of the streams that were tried.
    package internal(set) var shapes = ReplyShapes()
    /// The first run that broke an oracle, minimized.
    package internal(set) var finding: ReplyFinding?

    /// Runs per second.
    package var rate: Double { duration.rate(of: runs) }
  }

  /// How many runs a thread makes before it looks at the state that all threads share.
  private static let batch: UInt64 = 4_096

  private struct State {
    var next: UInt64
    var summary = Summary()
    var found: UInt64?
  }

  /// The state that the threads of a campaign share.
  private final class Board: Sendable {
    let state: Guarded<State>

    init(_ state: State) { self.state = Guarded(state) }
  }

  /// Runs until a bound is reached, an oracle is broken or the task is cancelled.
  ///
  /// If only the number of runs is bounded, the finding does not depend on the number of threads.
  ///
  /// - Parameters:
  ///   - progress: Called now and then, from any thread, with the number of runs so far and the time they took.
  ///   - make: Makes a parser.
  /// - Returns: what was found, and how much was tried.
  package func run<Parser: FuzzedReplyParser & Sendable>(
    progress: @escaping @Sendable (UInt64, Duration) -> Void = { _, _ in },
    _ make: @escaping ReplyFuzzer<Parser>.Maker
  ) async -> Summary {
    let begin = ContinuousClock.now
    let board = Board(State(next: bounds.firstRun))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<max(1, jobs) {
        group.addTask {
          var fuzzer = ReplyFuzzer(seed: bounds.seed, seeds: seeds, oracles: oracles, make)
          while let runs = takeBatch(board, since: begin) {
            let found = Self.run(runs, &fuzzer)
            let done = found.map { $0 - runs.lowerBound + 1 } ?? UInt64(runs.count)
            let count = board.state.withLock { state in
              state.summary.runs += done
              if let found { state.found = min(found, state.found ?? found) }
              return state.summary.runs
            }
            progress(count, begin.duration(to: .now))
            // Other work that waits for a thread gets one.
            await Task.yield()
          }
          let shapes = fuzzer.shapes
          board.state.withLock { $0.summary.shapes.formUnion(shapes) }
        }
      }
    }
    var (summary, found) = board.state.withLock { ($0.summary, $0.found) }
    summary.duration = .now - begin
    if let found { summary.finding = finding(of: found, make) }
    return summary
  }

  /// The next runs of a thread; nil if there are no more.
  ///
  /// After a finding, earlier runs are still tried.
  private func takeBatch(_ board: Board, since begin: ContinuousClock.Instant) -> Range<UInt64>? {
    guard !Task.isCancelled, !bounds.isOver(since: begin) else { return nil }
    let end = bounds.end
    return board.state.withLock { state in
      let start = state.next
      guard start < min(end, state.found ?? .max) else { return nil }
      state.next += min(end - start, Self.batch)
      return start..<state.next
    }
  }

  /// Makes one run after the other; returns the first that breaks an oracle.
  private static func run<Parser: FuzzedReplyParser>(
    _ runs: Range<UInt64>, _ fuzzer: inout ReplyFuzzer<Parser>
  ) -> UInt64? {
    CrashNote.withNumber { number in
      for run in runs {
        number.store(run, ordering: .relaxed)
        if fuzzer.run(run) != nil { return run }
      }
      return nil
    }
  }

  /// The finding of a run, minimized.
  private func finding<Parser: FuzzedReplyParser>(
    of run: UInt64, _ make: @escaping ReplyFuzzer<Parser>.Maker
  ) -> ReplyFinding? {
    var fuzzer = ReplyFuzzer(seed: bounds.seed, seeds: seeds, oracles: oracles, make)
    let tried = fuzzer.makeCase(run)
    return fuzzer.check(tried).map { fuzzer.minimize(tried, $0, run: run) }
  }
}
