import FTPProtocol

/// A case that breaks an oracle, minimized.
package struct ReplyFinding: Sendable {
  /// The oracle that is broken.
  package let oracle: FuzzOracle
  /// The smallest case that breaks it.
  package let smallest: ReplyCase
  /// What was expected for that case and what was found.
  package let detail: String
  /// The settings of the parser.
  package let settings: ReplySettings
  /// The run that found it; nil if the case was given.
  package let run: UInt64?
  /// How many bytes the case of that run had.
  package let originalCount: Int
}

extension ReplyCase {
  /// How a case is made plainer.
  fileprivate var passes: [MinimizerPass<ReplyCase>] {
    let cuts = MinimizerPass<ReplyCase>.shorten(\.cuts)
    let bytes = MinimizerPass<ReplyCase>.shorten(\.bytes) { kept, _, missing in kept.without(missing) }
    return [
      .first { kept in
        (0..<kept.settings).map { ReplyCase(kept.bytes, cuts: kept.cuts, settings: $0, way: kept.way) }
      },
      .first { kept in
        (0..<kept.way).map { ReplyCase(kept.bytes, cuts: kept.cuts, settings: kept.settings, way: $0) }
      },
      // What goes at the end of one round may let the next round remove more.
      .repeated([cuts, bytes, .plainBytes(\.bytes)]),
    ]
  }
}

extension ReplyFuzzer {
  /// Makes a case that breaks an oracle smaller as long as it breaks the same one.
  package mutating func minimize(_ found: ReplyCase, _ broken: BrokenOracle, run: UInt64?) -> ReplyFinding {
    var last = broken
    var search = Minimizer(found, budget: 20_000, found.passes)
    let smallest = search.run { candidate in
      guard let broken = check(candidate), broken.oracle == last.oracle else { return false }
      last = broken
      return true
    }
    return ReplyFinding(
      oracle: last.oracle, smallest: smallest, detail: last.detail, settings: settings[smallest.settings],
      run: run, originalCount: found.bytes.count)
  }

  /// Checks the oracles with an input, in every setting of the parser and in many segmentations.
  ///
  /// The segmentations are: the given one, byte by byte, and one cut at each of up to 64 places.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - cuts: The given segmentation.
  ///   - isThorough: Whether each segmentation is read in all ways, not only in one of them in turn, and whether short
  ///     inputs are also cut at every pair of places.
  /// - Returns: the first case that breaks an oracle, and the oracle; nil if none does.
  package mutating func checkEverywhere(
    _ bytes: [UInt8], cuts: [Int] = [], isThorough: Bool = true
  ) -> (case: ReplyCase, broken: BrokenOracle)? {
    var segmentations: [[Int]] = [[], cuts, Array(1..<max(1, bytes.count))]
    for first in stride(from: 1, to: bytes.count, by: 1 + bytes.count / 65) {
      segmentations.append([first])
      guard isThorough, bytes.count <= 16 else { continue }
      for second in (first + 1)..<max(first + 1, bytes.count) { segmentations.append([first, second]) }
    }
    for settings in settings.indices {
      for (index, cuts) in segmentations.enumerated() {
        let turn = (index + settings) % Parser.wayCount
        for way in isThorough ? 0..<Parser.wayCount : turn..<(turn + 1) {
          let tried = ReplyCase(bytes, cuts: cuts, settings: settings, way: way)
          if let broken = check(tried) { return (tried, broken) }
        }
      }
    }
    return nil
  }
}
