import FTPProtocol

/// A reader of foreign bytes and what must hold for it: the target of a campaign, of libFuzzer and of `swift test`.
///
/// ``all`` is the table of them. `ftpraw fuzz` takes their names, `Tests/Fuzz/run` makes a program of each, and `swift
/// test` tries each for a bounded number of runs that follow from a seed. All replay files with the extension ``name``.
package struct FuzzedParser: Sendable {
  /// Reads an input and throws the oracle that does not hold.
  ///
  /// It may keep state from one input to the next.
  package typealias Check = (FuzzInput) throws(ParserFault) -> Void

  /// The name of the target, and the extension of its files of cases.
  package let name: String
  /// What is read, as a phrase.
  package let summary: String
  /// The oracles that must hold, ``ParserOracle/crash`` among them.
  package let oracles: [ParserOracle]
  /// Short pieces that mean something to the reader.
  ///
  /// They are inserted into inputs, and form the dictionary of libFuzzer.
  package let tokens: [[UInt8]]
  /// Inputs to begin from.
  package let seeds: [[UInt8]]
  /// The longest input that is worth a run.
  package let longest: Int
  /// Whether every piece of an input is an input, too, so that long files are divided.
  let isDivisible: Bool
  /// How many runs `swift test` makes when it tries a sample; fewer if a run costs more.
  package let sampleRuns: Int
  /// The numbers of all ways to use the parser, of which a campaign counts those that its runs have met.
  package let possible: Set<Int>
  /// Makes the check for one thread.
  package let makeCheck: @Sendable () -> Check
  /// Takes more inputs to begin from out of a vector.
  let harvest: @Sendable (HarvestedVector) -> [[UInt8]]
  /// Makes an input; nil if inputs are mutated seeds.
  let generate: (@Sendable (inout SeededGenerator) -> [UInt8])?
  /// Makes what tries the parser in one thread, from a seed.
  let makeFuzzer: @Sendable (FuzzedParser, UInt64) -> any ParserFuzzer

  /// More inputs to begin from: one run in four does so.
  package var corpus: [[UInt8]] = []
  /// The oracles that are checked.
  package var asked: Set<ParserOracle>
  /// Whether cases that are given are tried in everything that a case can differ in.
  package var isThorough = false

  init(
    _ name: String, _ summary: String, oracles: [ParserOracle], seeds: [[UInt8]] = [], longest: Int = 1_024,
    isDivisible: Bool = false, sampleRuns: Int = 300,
    possible: Set<Int> = [],
    harvest: @escaping @Sendable (HarvestedVector) -> [[UInt8]] = { _ in [] },
    generate: (@Sendable (inout SeededGenerator) -> [UInt8])? = nil,
    makeFuzzer: @escaping @Sendable (FuzzedParser, UInt64) -> any ParserFuzzer = { ByteFuzzer($0, seed: $1) },
    makeCheck: (@Sendable () -> Check)? = nil,
    check: @escaping @Sendable (FuzzInput) throws(ParserFault) -> Void = { _ in }
  ) {
    self.name = name
    self.summary = summary
    self.oracles = [.crash] + oracles
    tokens = FuzzPieces.bytes(name, "token")
    self.seeds = FuzzPieces.bytes(name, "seed") + seeds
    self.longest = longest
    self.isDivisible = isDivisible
    self.sampleRuns = sampleRuns
    self.possible = possible
    self.harvest = harvest
    self.generate = generate
    self.makeFuzzer = makeFuzzer
    self.makeCheck = makeCheck ?? { check }
    asked = Set(self.oracles)
  }
}

extension FuzzedParser {
  /// All parsers, grouped by what they read: the control connection, values, the data connection, files.
  package static let all: [FuzzedParser] = [
    replies, commands, telnet, judge, recordings,
    addresses, paths, features, facts, times, values,
    codings, listings,
    vectors, scripts, trees, baselines, json, events, reports, walks, captures, states, drivers,
  ]

  /// Whether it reads replies: only its cases have settings, and are written on the command line.
  package var readsReplies: Bool { name == Self.replies.name }

  /// The parser with this name; nil if there is none.
  package init?(named name: String) {
    guard let parser = Self.all.first(where: { $0.name == name }) else { return nil }
    self = parser
  }
}
