import FTPFuzzing

/// What `fuzz` tries, and the options that go with it.
enum FuzzSubject {
  case parser(FuzzedParser), server, client

  static let words = FuzzedParser.all.map(\.name) + ["server", "client"]

  /// Options that do not go with all of them, and with which they do.
  private static let others: [(option: OptionSpecification, subjects: [String])] =
    [
      (.fuzzFirst, [parsers, "client"]), (.fuzzCorpus, [parsers]), (.fuzzOracle, [parsers]),
      (.fuzzJobs, [parsers, "client"]), (.fuzzParser, ["replies"]), (.fuzzAddresses, ["replies"]),
      (.fuzzListings, ["replies"]), (.fuzzTimeout, ["replies"]), (.fuzzRate, ["server"]),
      (.fuzzUntilCovered, ["server"]), (.fuzzOwn, ["server"]), (.timeoutScale, ["server"]),
      (.passwordFile, ["server"]), (.fuzzDownloads, ["client"]), (.fuzzLimit, ["client"]),
      (.fuzzMemory, ["client"]),
    ] + OptionSpecification.ofTLS.map { ($0, ["server"]) }
  /// Stands for the words for parsers.
  private static let parsers = "parsers"

  /// Options for the search, which does not take place if cases are given.
  private static let searching: [OptionSpecification] = [
    .fuzzSeed, .fuzzRuns, .fuzzTime, .fuzzFirst, .fuzzCorpus, .fuzzRate, .fuzzUntilCovered,
  ]

  /// What was asked for; throws if options do not go with the subject or with each other.
  init(_ invocation: Invocation) throws(UsageError) {
    let word = invocation.operands.first?.text ?? "replies"
    let parser = FuzzedParser(named: word)
    self = parser.map { .parser($0) } ?? (word == "server" ? .server : .client)
    for (option, subjects) in Self.others where invocation.isGiven(option) {
      guard !subjects.contains(word), parser == nil || !subjects.contains(Self.parsers) else { continue }
      let names = subjects.map { $0 == Self.parsers ? $0 : "'\($0)'" }.joined(separator: " and ")
      throw invocation.usageError("\(option.name) goes with \(names)")
    }
    if invocation.isGiven(.fuzzCase) {
      let others = Self.searching + (parser == nil ? [.fuzzSave] : [])
      if let other = others.first(where: invocation.isGiven) {
        throw invocation.usageError("--case and \(other.name) cannot be used together")
      }
    }
    if invocation.isGiven(.fuzzFirst), !invocation.isGiven(.fuzzSeed) {
      throw invocation.usageError("--first needs --seed; without it, the runs differ each time")
    }
  }
}
