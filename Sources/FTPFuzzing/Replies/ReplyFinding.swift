import FTPProtocol

/// A case that breaks an oracle, made as short and plain as it goes.
package struct ReplyFinding: Sendable {
  /// What is broken.
  package let oracle: ReplyOracle
  /// The smallest case that breaks it.
  package let smallest: ReplyCase
  /// What was expected of that and what came.
  package let detail: String
  /// What the parser was told to accept.
  package let settings: ReplySettings
  /// The run that found it; nil if the case was given.
  package let run: UInt64?
  /// How many bytes the case of that run had.
  package let originalCount: Int
}

extension ReplyFuzzer {
  /// Makes a case that breaks an oracle smaller for as long as it breaks the same one.
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
    // What goes at the end of a round may make room for more.
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

  /// Asks the oracles about bytes with every setting of a parser and in many segmentations.
  ///
  /// These are: as given, byte by byte, and cut once at up to 64 places.
  ///
  /// - Parameters:
  ///   - bytes: what the parser reads.
  ///   - cuts: the segmentation that is given.
  ///   - isThorough: whether each is tried in all ways to read, and not in one of them in turn, and whether a few
  ///     bytes are cut at each two places as well.
  /// - Returns: the first case that breaks a claim, and the claim; nil if none does.
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
