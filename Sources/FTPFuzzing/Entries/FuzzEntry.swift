import FTPProtocol

/// Something that reads foreign bytes, and what has to hold of it: where libFuzzer and `swift test` come in.
///
/// ``all`` is the table of them. `Tests/Fuzz/run` makes a target of each, `swift test` tries each for a bounded number of runs
/// that follow from a seed, and both replay what is kept in `Vectors/fuzz` in files whose ending is ``name``.
package struct FuzzEntry: Sendable {
  /// Has an input read and throws what does not hold.
  ///
  /// It may keep what it needs from one input to the next.
  package typealias Check = (FuzzInput) throws(BrokenOracle) -> Void

  /// The name of the target, and the ending of files of its cases.
  package let name: String
  /// What is tried, as a phrase.
  package let summary: String
  /// What has to hold beside ``FuzzOracle/crash``.
  package let oracles: [FuzzOracle]
  /// Short pieces that mean something to the reader: what is put into inputs, and the dictionary of libFuzzer.
  package let tokens: [[UInt8]]
  /// Inputs to begin from.
  package let seeds: [[UInt8]]
  /// The longest input that is worth a run.
  package let longest: Int
  /// How many runs of `swift test` there are when it tries a sample: fewer where a run costs more.
  package let sampleRuns: Int
  /// Makes the check of one thread.
  package let makeCheck: @Sendable () -> Check
  /// More inputs to begin from, out of a vector.
  let harvest: @Sendable (HarvestedVector) -> [[UInt8]]
  /// Makes an input; nil if one is a seed that is changed.
  let generate: (@Sendable (inout SeededGenerator) -> [UInt8])?

  init(
    _ name: String, _ summary: String, oracles: [FuzzOracle], tokens: [String] = [], seeds: [String] = [],
    seedBytes: [[UInt8]] = [], longest: Int = 1_024, sampleRuns: Int = 300,
    harvest: @escaping @Sendable (HarvestedVector) -> [[UInt8]] = { _ in [] },
    generate: (@Sendable (inout SeededGenerator) -> [UInt8])? = nil,
    makeCheck: @escaping @Sendable () -> Check
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
    self.makeCheck = makeCheck
  }

  /// An entry whose check keeps nothing.
  init(
    _ name: String, _ summary: String, oracles: [FuzzOracle], tokens: [String] = [], seeds: [String] = [],
    seedBytes: [[UInt8]] = [], longest: Int = 1_024, sampleRuns: Int = 300,
    harvest: @escaping @Sendable (HarvestedVector) -> [[UInt8]] = { _ in [] },
    generate: (@Sendable (inout SeededGenerator) -> [UInt8])? = nil,
    check: @escaping @Sendable (FuzzInput) throws(BrokenOracle) -> Void
  ) {
    self.init(
      name, summary, oracles: oracles, tokens: tokens, seeds: seeds, seedBytes: seedBytes, longest: longest,
      sampleRuns: sampleRuns, harvest: harvest, generate: generate, makeCheck: { check })
  }

  /// Each character of the text as one byte, so that `\u{FF}` is a byte 255.
  private static func bytes(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }
}

extension FuzzEntry {
  /// All entries, by what they read: the control connection, values in it, the data connection, files.
  package static let all: [FuzzEntry] = [
    replies, commands, telnet, judge, recordings,
    addresses, paths, features, facts, times, values,
    codings, listings,
    vectors, scripts, trees, baselines, json, events, reports, walks, captures, states,
  ]

  /// The entry of a name; nil if there is none.
  package init?(named name: String) {
    guard let entry = Self.all.first(where: { $0.name == name }) else { return nil }
    self = entry
  }
}
