import FTPProtocol

/// A case that breaks an oracle, minimized.
package struct ReplyFinding: Sendable {
  /// The oracle that is broken.
  package let oracle: ReplyOracle
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

extension ReplyFuzzer {
  /// Makes a case that breaks an oracle smaller as long as it breaks the same one.
  package mutating func minimize(_ found: ReplyCase, _ broken: Broken, run: UInt64?) -> ReplyFinding {
    var best = found
    var last = broken
    func breaks(_ candidate: ReplyCase, _ fuzzer: inout Self) -> Bool {
      guard let broken = fuzzer.check(candidate), broken.oracle == last.oracle else { return false }
      last = broken
      best = candidate
      return true
    }
    for settings in 0..<best.settings {
      var candidate = best
      candidate.settings = settings
      if breaks(candidate, &self) { break }
    }
    for way in 0..<best.way {
      var candidate = best
      candidate.way = way
      if breaks(candidate, &self) { break }
    }
    var minimizer = Minimizer(budget: 20_000)
    // What goes at the end of one round may let the next round remove more.
    while true {
      let before = best
      _ = minimizer.shorten(best.cuts) { cuts, _ in
        var candidate = best
        candidate.cuts = cuts
        return breaks(candidate, &self)
      }
      _ = minimizer.shorten(best.bytes) { _, missing in
        breaks(best.without(missing), &self)
      }
      _ = minimizer.simplify(best.bytes, ReplyCase.plainer) { bytes in
        var candidate = best
        candidate.bytes = bytes
        return breaks(candidate, &self)
      }
      if best == before || minimizer.budget <= 0 { break }
    }
    return ReplyFinding(
      oracle: last.oracle, smallest: best, detail: last.detail, settings: settings[best.settings], run: run,
      originalCount: found.bytes.count)
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
  ) -> (case: ReplyCase, broken: Broken)? {
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
