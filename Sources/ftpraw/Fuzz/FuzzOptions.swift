import FTPFuzzing

extension OptionSpecification {
  /// `--seed N`, of `fuzz`.
  static let fuzzSeed = OptionSpecification(
    "seed", value: Value("N", .number(0...Int.max)), defaultText: "random",
    help: "The seed of the random choices.")

  /// `--runs N`.
  static let fuzzRuns = OptionSpecification(
    "runs", value: Value("N", .number(0...Int.max)), help: "Stop after N runs.")

  /// `--time TIME`, of `fuzz`.
  static let fuzzTime = OptionSpecification(
    "time", value: Value("TIME", .duration),
    defaultText: "`10s`, or `1m` for a server or client, unless `--runs` is given",
    help: """
      Stop after TIME, to which minimizing counts; a finding of the last moments is minimized for ten seconds at most.
      """)

  /// `--first N`.
  static let fuzzFirst = OptionSpecification(
    "first", value: Value("N", .number(0...Int.max)), defaultText: "0",
    help: "The number of the first run; with `--seed` and `--runs 1`, this repeats a single run.")

  /// `--case CASE`.
  static let fuzzCase = OptionSpecification(
    "case", value: Value("CASE", .text), isRepeatable: true,
    help: """
      Check only this case. For `replies`, it is a stream in the escapes of a vector, with `\\|` at the end of each \
      segment; it is parsed with every setting, in these segments and in many others. For another parser, it is a file as \
      in a corpus; for `server`, a file with a sequence; for `client`, a file with rules. The last two are tried three times.
      """)

  /// `--corpus DIR`.
  static let fuzzCorpus = OptionSpecification(
    "corpus", value: Value("DIR", .file), isRepeatable: true,
    help: """
      Start one run in four from an input in this folder: the cases of `*.WHAT`, such as `*.replies`, what the vectors \
      `*.ftpv` have for the parser, the bytes of any other file. All inputs are first tried unchanged.
      """)

  /// `--oracle NAME`.
  static let fuzzOracle = OptionSpecification(
    "oracle", value: Value("NAME", .choices(ParserOracle.allCases.map(\.rawValue))), isRepeatable: true,
    defaultText: "all of them", help: "Check only this oracle.")

  /// `--jobs N`, of `fuzz`.
  static let fuzzJobs = OptionSpecification(
    "jobs", value: Value("N", .number(1...256)), defaultText: "one for each processor",
    help: "Use N threads; for `client`, run N clients at once.")

  /// `--save DIR`.
  static let fuzzSave = OptionSpecification(
    "save", value: Value("DIR", .file),
    help: """
      Save each finding as a file in this folder, which is made if it is missing. The file is for `--case`, `--corpus` and \
      `Vectors/fuzz` in the sources; for `client`, also for `ftpraw serve --script`.
      """)

  /// `--parser COMMAND`.
  static let fuzzParser = OptionSpecification(
    "parser", value: Value("COMMAND", .text), help: "Compare with the reply parser of another program."
  )

  /// `--addresses COMMAND`.
  static let fuzzAddresses = OptionSpecification(
    "addresses", value: Value("COMMAND", .text),
    help: "Compare how another program reads the addresses in 227 and 229.")

  /// `--listings COMMAND`.
  static let fuzzListings = OptionSpecification(
    "listings", value: Value("COMMAND", .text),
    help: "Compare how another program reads lines of LIST.")

  /// `--timeout TIME`, of `fuzz`.
  static let fuzzTimeout = OptionSpecification(
    "timeout", value: Value("TIME", .duration), defaultText: "5s",
    help: "How long the other program may take to answer; after that, it counts as hanging and is restarted.")

  /// `--limit TIME`, of `fuzz`.
  static let fuzzLimit = OptionSpecification(
    "limit", value: Value("TIME", .duration), defaultText: "10s",
    help:
      "How long a client may take. The server waits at most an eighth of that, and never more than a second."
  )

  /// `--memory MIB`.
  static let fuzzMemory = OptionSpecification(
    "memory", value: Value("MIB", .number(1...1_048_576)), defaultText: "16",
    help: "How much more memory a client may use than when everything goes well.")

  /// `--downloads NAME`.
  static let fuzzDownloads = OptionSpecification(
    "downloads", value: Value("NAME", .file),
    help: """
      The file in the client's folder to which it downloads `{file}`. After exit status 0, it must hold the bytes that \
      the server sent, and the server must have confirmed the transfer.
      """)

  /// `--rate N`.
  static let fuzzRate = OptionSpecification(
    "rate", value: Value("N", .number(1...100_000)), defaultText: "200",
    help: "Send a server at most N sequences per second.")

  /// `--until-covered`.
  static let fuzzUntilCovered = OptionSpecification(
    "until-covered", help: "Stop after 300 sequences in a row without a new arrow of the state diagram.")

  /// `--i-own-this-server`.
  static let fuzzOwn = OptionSpecification(
    "i-own-this-server", help: "Allow a server on another machine. The server may break.")
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
