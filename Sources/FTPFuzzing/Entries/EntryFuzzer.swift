import FTPConversation
import FTPProtocol

/// Tries an entry with inputs that follow from a seed, without a fuzzer that watches what they reach.
package struct EntryFuzzer {
  /// What was found.
  package struct Finding: Sendable, CustomStringConvertible {
    /// The smallest input that shows it.
    package let bytes: [UInt8]
    /// What does not hold of it.
    package let broken: BrokenOracle

    /// The input in the escapes of a vector, as it stands in a file of `Vectors/fuzz`, and what does not hold of it.
    package var description: String { "\(VectorText.escape(bytes)): \(broken)" }
  }

  /// What is tried.
  package let entry: FuzzEntry
  private let seed: UInt64
  private let seeds: [[UInt8]]
  private let mutator: ByteMutator
  private let check: FuzzEntry.Check

  /// Makes a fuzzer whose runs follow from a seed.
  package init(_ entry: FuzzEntry, seed: UInt64) {
    self.entry = entry
    self.seed = seed
    seeds = entry.seeds.isEmpty ? [[]] : entry.seeds
    mutator = ByteMutator(tokens: entry.tokens)
    check = entry.makeCheck()
  }

  /// The input of a run.
  package func makeInput(_ run: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed, run: run)
    if let generate = entry.generate { return generate(&random) }
    var bytes = seeds[random.below(seeds.count)]
    // Now and then the end of another seed.
    if random.isOnce(in: 8) {
      let other = seeds[random.below(seeds.count)]
      bytes = bytes.prefix(random.below(bytes.count + 1)) + other.suffix(random.below(other.count + 1))
    }
    for _ in 0..<random.below(6) { mutator.mutate(&random, &bytes) }
    if random.isOnce(in: 256) { mutator.lengthen(&random, &bytes) }
    return Array(bytes.prefix(entry.longest))
  }

  /// Does a run and says what does not hold.
  package func run(_ run: UInt64) -> Finding? { ask(makeInput(run)) }

  /// Asks the oracles about an input.
  package func ask(_ bytes: [UInt8]) -> Finding? {
    do throws(BrokenOracle) { try check(FuzzInput(bytes)) } catch {
      return Finding(bytes: bytes, broken: error)
    }
    return nil
  }

  /// Makes an input smaller for as long as the same oracle does not hold of it.
  package func minimize(_ found: Finding) -> Finding {
    var best = found
    func shows(_ bytes: [UInt8]) -> Bool {
      guard let finding = ask(bytes), finding.broken.oracle == found.broken.oracle else { return false }
      best = finding
      return true
    }
    var minimizer = Minimizer(budget: 5_000)
    let kept = minimizer.shorten(found.bytes) { bytes, _ in shows(bytes) }
    _ = minimizer.simplify(kept, ReplyCase.plainer) { shows($0) }
    return best
  }
}
