import FTPProtocol

/// Replays vectors without sockets: the server's bytes go to a parser, in every segmentation, and the replies
/// to the judge, whose results are compared with the vector.
///
/// ```swift
/// let result = VectorReplay().run(try Vector(parsing: text))
/// for difference in result.differences { print(difference) }
/// ```
public struct VectorReplay: Sendable {
  /// How many random segmentations are tried for each vector; 4.
  public var randomSegmentations = 4
  /// The seed of the random segmentations; the same number gives the same ones.
  public var seed: UInt64 = 959
  /// The most bytes of one burst that are cut at every position; 2,048.
  ///
  /// In more than the cuts are around line ends and at a constant distance, because the work grows with the square.
  public var cutEverywhere = 2_048
  /// The fewest cuts in a longer burst; 64.
  package var fewestCuts = 64
  /// Whether the server's bytes are tried in segmentations other than one segment until the other side's
  /// turn.
  public var triesSegmentations = true
  /// The most differences reported for one vector; 20.
  public var mostDifferences = 20

  /// Makes a replay with the defaults.
  public init() {}

  /// Replays one vector.
  public func run(_ vector: Vector) -> ReplayResult {
    let vector = vector.numbered
    let bindings = PlaceholderBindings(samplesFor: vector)
    let script = ReplayScript(vector, bindings: bindings)
    var run = Run(vector: vector, script: script, mostDifferences: mostDifferences)
    run.result.vectors = 1
    let whole = run.play(.whole, bindings, singleCuts: triesSegmentations ? singleCuts : { _ in [] })
    guard triesSegmentations else { return run.result }
    let base = seed ^ SeededGenerator.seed(of: vector.id.utf8)
    let others: [Segmentation] = [.asWritten, .byteByByte, .lineEnds]
    let random = (0..<UInt64(max(0, randomSegmentations))).map { Segmentation.random(seed: base &+ $0) }
    for segmentation in others + random {
      let state = run.play(segmentation, bindings) { _ in [] }
      run.compare(state.replies[...], with: whole.replies[...], segmentation)
    }
    run.compareCommands()
    return run.result
  }

  /// The positions at which the server's bytes are cut in two.
  private func singleCuts(_ bytes: [UInt8]) -> [Int] {
    guard bytes.count > cutEverywhere else { return Array(bytes.indices.dropFirst()) }
    // As much work as for the longest that is cut everywhere, shared between line ends and all other places.
    let most = max(fewestCuts, cutEverywhere * cutEverywhere / bytes.count)
    let stride = bytes.count / max(1, most / 2) + 1
    var places = Set(Swift.stride(from: stride, to: bytes.count, by: stride))
    for index in bytes.indices where bytes[index] == 0x0A && places.count < most {
      places.formUnion(max(1, index - 1)..<min(index + 6, bytes.count))
    }
    return places.sorted()
  }

  /// The replay of one vector in the making.
  private struct Run {
    let vector: Vector
    let script: ReplayScript
    let mostDifferences: Int
    var result = ReplayResult()
    private var told: Set<ReplayLedger.Problem> = []

    init(vector: Vector, script: ReplayScript, mostDifferences: Int) {
      self.vector = vector
      self.script = script
      self.mostDifferences = mostDifferences
    }

    /// Plays the whole vector, and tries every single cut on copies.
    mutating func play(
      _ segmentation: Segmentation, _ bindings: PlaceholderBindings, singleCuts: ([UInt8]) -> [Int]
    ) -> ReplayState {
      var seed: UInt64 = 0
      if case .random(let number) = segmentation { seed = number }
      var generator = SeededGenerator(seed: seed)
      var state = ReplayState(vector, bindings: bindings)
      for event in script.events {
        guard case .replies(let burst) = event else {
          state.take(event)
          continue
        }
        let before = state.freshStart
        let first = state.replies.count
        state.take(
          burst,
          cuts: segmentation.cuts(in: burst.bytes, written: burst.cuts.map(\.offset), generator: &generator))
        let replies = state.replies[first...]
        for offset in singleCuts(burst.bytes) {
          var other = before
          other.take(burst, cuts: [offset])
          let cut = Segmentation.singleCut(offset: offset, line: burst.line)
          result.segmentations += 1
          result.checks += other.checks - before.checks
          tell(other.problems, cut)
          compare(other.replies[...], with: replies, cut)
        }
      }
      result.segmentations += 1
      result.checks += state.checks
      tell(state.problems, segmentation)
      return state
    }

    /// Compares the replies of two segmentations, byte for byte.
    mutating func compare(
      _ replies: ArraySlice<Reply>, with others: ArraySlice<Reply>, _ segmentation: Segmentation
    ) {
      result.checks += 1
      result.comparedReplies += replies.count
      guard replies != others else { return }
      let line = vector.rows.first { if case .reply = $0.content { true } else { false } }?.line ?? 0
      let count = zip(replies, others).prefix { $0 == $1 }.count
      tell(
        [
          ReplayLedger.Problem(
            line: line, expected: "the same replies in every segmentation",
            actual: "another reply number \(count + 1), of \(replies.count)")
        ], segmentation)
    }

    /// Commands must not depend on cuts either.
    mutating func compareCommands() {
      let bytes = script.clientBytes
      func outcomes(_ pieces: [ArraySlice<UInt8>]) -> [CommandParser.Outcome] {
        var parser = CommandParser()
        var found: [CommandParser.Outcome] = []
        for piece in pieces {
          parser.append(piece)
          while let outcome = parser.next() { found.append(outcome) }
        }
        return found
      }
      result.checks += 1
      guard outcomes([bytes[...]]) != outcomes(bytes.indices.map { bytes[$0...$0] }) else { return }
      let line = vector.rows.first { if case .command = $0.content { true } else { false } }?.line ?? 0
      tell(
        [
          ReplayLedger.Problem(
            line: line, expected: "the same commands in every segmentation", actual: "others")
        ],
        .byteByByte)
    }

    private mutating func tell(_ problems: [ReplayLedger.Problem], _ segmentation: Segmentation) {
      for problem in problems where told.insert(problem).inserted {
        guard result.differences.count < mostDifferences else { return }
        result.differences.append(
          ReplayDifference(
            vector: vector.id, line: problem.line, expected: problem.expected, actual: problem.actual,
            segmentation: segmentation, surroundings: vector.surroundings(of: problem.line)))
      }
    }
  }
}
