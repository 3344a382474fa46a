import FTPConversation
import FTPProtocol

@testable import FTPFuzzing

/// Tries an entry with inputs that follow from a seed, without a fuzzer that watches which code they reach.
struct EntryFuzzer {
  /// An input that breaks an oracle.
  struct Finding: Sendable, CustomStringConvertible {
    /// The smallest input that breaks it.
    let bytes: [UInt8]
    /// The oracle that is broken.
    let broken: BrokenOracle

    /// The input in the escapes of a vector, as in the files of `Vectors/fuzz`, and the oracle that it breaks.
    var description: String { "\(VectorText.escape(bytes)): \(broken)" }
  }

  /// The entry.
  let entry: FuzzEntry
  private let seed: UInt64
  private let seeds: [[UInt8]]
  private let mutator: ByteMutator
  private let check: FuzzEntry.Check

  /// Makes a fuzzer whose runs follow from a seed.
  init(_ entry: FuzzEntry, seed: UInt64) {
    self.entry = entry
    self.seed = seed
    seeds = entry.seeds.isEmpty ? [[]] : entry.seeds
    mutator = ByteMutator(tokens: entry.tokens)
    check = entry.makeCheck()
  }

  /// The input of a run.
  func makeInput(_ run: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed, run: run)
    if let generate = entry.generate { return generate(&random) }
    var bytes = seeds[random.below(seeds.count)]
    // Sometimes followed by the end of another seed.
    if random.isOnce(in: 8) {
      let other = seeds[random.below(seeds.count)]
      bytes = bytes.prefix(random.below(bytes.count + 1)) + other.suffix(random.below(other.count + 1))
    }
    for _ in 0..<random.below(6) { mutator.mutate(&random, &bytes) }
    if random.isOnce(in: 256) { mutator.lengthen(&random, &bytes) }
    return Array(bytes.prefix(entry.longest))
  }

  /// Makes a run and returns what it breaks.
  func run(_ run: UInt64) -> Finding? { ask(makeInput(run)) }

  /// Checks the oracles with an input.
  func ask(_ bytes: [UInt8]) -> Finding? {
    do throws(BrokenOracle) { try check(FuzzInput(bytes)) } catch {
      return Finding(bytes: bytes, broken: error)
    }
    return nil
  }

  /// Makes an input smaller as long as it still breaks the same oracle.
  func minimize(_ found: Finding) -> Finding {
    var best = found
    var search = Minimizer(found.bytes, budget: 5_000, [.shorten(\.self), .plainBytes(\.self)])
    _ = search.run { bytes in
      guard let finding = ask(bytes), finding.broken.oracle == found.broken.oracle else { return false }
      best = finding
      return true
    }
    return best
  }
}
