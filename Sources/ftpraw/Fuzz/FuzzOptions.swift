import FTPFuzzing

extension OptionSpecification {
  static let fuzzSeed = OptionSpecification("seed", of: "fuzz", value: Value("N", .number(0...Int.max)))
  static let fuzzRuns = OptionSpecification("runs", value: Value("N", .number(0...Int.max)))
  static let fuzzTime = OptionSpecification("time", value: Value("TIME", .duration))
  static let fuzzFirst = OptionSpecification("first", value: Value("N", .number(0...Int.max)))
  static let fuzzCase = OptionSpecification("case", value: Value("CASE", .text), isRepeatable: true)
  static let fuzzCorpus = OptionSpecification("corpus", value: Value("DIR", .file), isRepeatable: true)
  static let fuzzOracle = OptionSpecification(
    "oracle", value: Value("NAME", .choices(ParserOracle.allCases.map(\.rawValue))), isRepeatable: true)
  static let fuzzJobs = OptionSpecification("jobs", of: "fuzz", value: Value("N", .number(1...256)))
  static let fuzzSave = OptionSpecification("save", value: Value("DIR", .file))
  static let fuzzParser = OptionSpecification("parser", value: Value("COMMAND", .text))
  static let fuzzAddresses = OptionSpecification("addresses", value: Value("COMMAND", .text))
  static let fuzzListings = OptionSpecification("listings", value: Value("COMMAND", .text))
  static let fuzzTimeout = OptionSpecification("timeout", of: "fuzz", value: Value("TIME", .duration))
  static let fuzzLimit = OptionSpecification("limit", value: Value("TIME", .duration))
  static let fuzzMemory = OptionSpecification("memory", value: Value("MIB", .number(1...1_048_576)))
  static let fuzzDownloads = OptionSpecification("downloads", value: Value("NAME", .file))
  static let fuzzRate = OptionSpecification("rate", value: Value("N", .number(1...100_000)))
  static let fuzzUntilCovered = OptionSpecification("until-covered")
  static let fuzzOwn = OptionSpecification("i-own-this-server")
}

extension CampaignBounds {
  /// The bounds that the options ask for; without one, a search takes the usual time.
  init(_ invocation: Invocation, _ usual: Duration) {
    self.init(
      seed: invocation.number(.fuzzSeed).map { UInt64($0) } ?? UInt64.random(in: 0...0xFFFF_FFFF))
    firstRun = UInt64(invocation.number(.fuzzFirst) ?? 0)
    runs = invocation.number(.fuzzRuns).map { UInt64($0) }
    time = invocation.duration(.fuzzTime) ?? (runs == nil ? usual : nil)
  }
}
