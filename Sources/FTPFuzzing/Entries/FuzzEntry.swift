import FTPProtocol

/// A reader of foreign bytes and what must hold for it: the entry point for libFuzzer and `swift test`.
///
/// ``all`` is the table of them. `Tests/Fuzz/run` makes a target of each; `swift test` tries each for a bounded number
/// of runs that follow from a seed. Both replay the files in `Vectors/fuzz` with the extension ``name``.
package struct FuzzEntry: Sendable {
  /// Reads an input and throws the oracle that does not hold.
  ///
  /// It may keep state from one input to the next.
  package typealias Check = (FuzzInput) throws(BrokenOracle) -> Void

  /// The name of the target, and the extension of its files of cases.
  package let name: String
  /// What the entry tries, as a phrase.
  package let summary: String
  /// The oracles that must hold, ``FuzzOracle/crash`` among them.
  package let oracles: [FuzzOracle]
  /// Short pieces that mean something to the reader.
  ///
  /// They are inserted into inputs, and form the dictionary of libFuzzer.
  package let tokens: [[UInt8]]
  /// Inputs to begin from.
  package let seeds: [[UInt8]]
  /// The longest input that is worth a run.
  package let longest: Int
  /// How many runs `swift test` makes when it tries a sample; fewer if a run costs more.
  package let sampleRuns: Int
  /// Makes the check for one thread.
  package let makeCheck: @Sendable () -> Check
  /// Takes more inputs to begin from out of a vector.
  let harvest: @Sendable (HarvestedVector) -> [[UInt8]]
  /// Makes an input; nil if inputs are mutated seeds.
  let generate: (@Sendable (inout SeededGenerator) -> [UInt8])?

  init(
    _ name: String, _ summary: String, oracles: [FuzzOracle], tokens: [String] = [], seeds: [String] = [],
    seedBytes: [[UInt8]] = [], longest: Int = 1_024, sampleRuns: Int = 300,
    harvest: @escaping @Sendable (HarvestedVector) -> [[UInt8]] = { _ in [] },
    generate: (@Sendable (inout SeededGenerator) -> [UInt8])? = nil,
    makeCheck: (@Sendable () -> Check)? = nil,
    check: @escaping @Sendable (FuzzInput) throws(BrokenOracle) -> Void = { _ in }
  ) {
    self.name = name
    self.summary = summary
    self.oracles = [.crash] + oracles
    self.tokens = tokens.map(Self.bytes)
    self.seeds = seeds.map(Self.bytes) + seedBytes
    self.longest = longest
    self.sampleRuns = sampleRuns
    self.harvest = harvest
    self.generate = generate
    self.makeCheck = makeCheck ?? { check }
  }

  /// The bytes of a text, one for each character, so that `\u{FF}` is the byte 255.
  private static func bytes(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }
}

extension FuzzEntry {
  /// All entries, grouped by what they read: the control connection, values, the data connection, files.
  package static let all: [FuzzEntry] = [
    replies, commands, telnet, judge, recordings,
    addresses, paths, features, facts, times, values,
    codings, listings,
    vectors, scripts, trees, baselines, json, events, reports, walks, captures, states,
  ]

  /// The entry with this name; nil if there is none.
  package init?(named name: String) {
    guard let entry = Self.all.first(where: { $0.name == name }) else { return nil }
    self = entry
  }
}
