import FTPProtocol

/// Makes inputs for a parser and checks its oracles.
///
/// It stays on one thread, so that it can keep what it needs from one run to the next.
package protocol ParserFuzzer {
  /// The ways that were met so far, of ``FuzzedParser/possible``.
  var ways: Set<Int> { get }

  mutating func makeCase(_ run: UInt64) -> ParserCase

  /// Makes a run and returns what it breaks.
  mutating func run(_ run: UInt64) -> ParserFault?

  /// Checks the oracles with a case.
  mutating func check(_ tried: ParserCase) -> ParserFault?

  /// Checks the oracles with a case in all settings and in many segmentations, or in even more if the check is to be
  /// thorough; returns the first that breaks one.
  mutating func checkEverywhere(_ given: ParserCase, isThorough: Bool) -> (
    tried: ParserCase, fault: ParserFault
  )?
}

/// Makes inputs from those to begin from, and checks the oracles of a parser without settings.
struct ByteFuzzer: ParserFuzzer {
  private let parser: FuzzedParser
  private let seed: UInt64
  private let mutator: ByteMutator
  private let read: FuzzedParser.Check

  /// Makes a fuzzer whose runs follow from a seed.
  init(_ parser: FuzzedParser, seed: UInt64) {
    self.parser = parser
    self.seed = seed
    mutator = ByteMutator(tokens: parser.tokens)
    read = parser.makeCheck()
  }

  var ways: Set<Int> { [] }

  func makeCase(_ run: UInt64) -> ParserCase {
    var random = SeededGenerator(seed: seed, run: run)
    let isOfCorpus = !parser.corpus.isEmpty && random.isOnce(in: 4)
    if let generate = parser.generate, !isOfCorpus { return ParserCase(generate(&random)) }
    let seeds = isOfCorpus ? parser.corpus : parser.seeds
    guard !seeds.isEmpty else { return ParserCase() }
    var bytes = seeds[random.below(seeds.count)]
    // Sometimes followed by the end of another seed.
    if random.isOnce(in: 8) {
      let other = seeds[random.below(seeds.count)]
      bytes = bytes.prefix(random.below(bytes.count + 1)) + other.suffix(random.below(other.count + 1))
    }
    for _ in 0..<random.below(6) { mutator.mutate(&random, &bytes) }
    if random.isOnce(in: 256) { mutator.lengthen(&random, &bytes) }
    return ParserCase(Array(bytes.prefix(parser.longest)))
  }

  func run(_ run: UInt64) -> ParserFault? { check(makeCase(run)) }

  func check(_ tried: ParserCase) -> ParserFault? {
    do throws(ParserFault) { try read(FuzzInput(tried.bytes)) } catch {
      return parser.asked.contains(error.kind.oracle) ? error : nil
    }
    return nil
  }

  func checkEverywhere(_ given: ParserCase, isThorough: Bool) -> (tried: ParserCase, fault: ParserFault)? {
    check(given).map { (given, $0) }
  }
}
