/// What `fuzz` tries, and the options that go with it.
enum FuzzSubject: String, CaseIterable {
  case replies, server, client

  /// Options that do not go with all of them, and with which they do.
  private static let others: [(option: OptionSpecification, subjects: [FuzzSubject])] =
    [
      (.fuzzFirst, [.replies, .client]), (.fuzzCorpus, [.replies]), (.fuzzOracle, [.replies]),
      (.fuzzJobs, [.replies, .client]), (.fuzzParser, [.replies]), (.fuzzAddresses, [.replies]),
      (.fuzzTimeout, [.replies]), (.fuzzRate, [.server]), (.fuzzUntilCovered, [.server]),
      (.fuzzOwn, [.server]), (.timeoutScale, [.server]),
      (.passwordFile, [.server]), (.fuzzDownloads, [.client]), (.fuzzLimit, [.client]),
      (.fuzzMemory, [.client]),
    ] + OptionSpecification.ofTLS.map { ($0, [.server]) }

  /// Options for the search, which does not take place if cases are given.
  private static let searching: [OptionSpecification] = [
    .fuzzSeed, .fuzzRuns, .fuzzTime, .fuzzFirst, .fuzzCorpus, .fuzzRate, .fuzzUntilCovered,
  ]

  /// What was asked for.
  ///
  /// - Throws: if options do not go with the subject or with each other.
  init(_ invocation: Invocation) throws(UsageError) {
    self = invocation.operands.first.flatMap { FuzzSubject(rawValue: $0.text) } ?? .replies
    for (option, subjects) in Self.others where !subjects.contains(self) && invocation.isGiven(option) {
      let names = subjects.map { "'\($0.rawValue)'" }.joined(separator: " and ")
      throw invocation.usageError("\(option.name) goes with \(names)")
    }
    if invocation.isGiven(.fuzzCase) {
      let others = Self.searching + (self == .replies ? [] : [.fuzzSave])
      if let other = others.first(where: invocation.isGiven) {
        throw invocation.usageError("--case and \(other.name) cannot be used together")
      }
    }
    if invocation.isGiven(.fuzzFirst), !invocation.isGiven(.fuzzSeed) {
      throw invocation.usageError("--first needs --seed; without it, the runs differ each time")
    }
  }
}
