import FTPFuzzing

extension OptionSpecification {
  /// `--seed N`, of `fuzz`.
  static let fuzzSeed = OptionSpecification(
    "seed", value: Value("N", .number(0...Int.max)), defaultText: "another one each time",
    help: "What the runs follow from.")

  /// `--runs N`.
  static let fuzzRuns = OptionSpecification(
    "runs", value: Value("N", .number(0...Int.max)), help: "End after so many runs.")

  /// `--time TIME`, of `fuzz`.
  static let fuzzTime = OptionSpecification(
    "time", value: Value("TIME", .duration),
    defaultText: "`10s`, of a server or a client `1m`, where there is no `--runs`",
    help: "End after so long.")

  /// `--first N`.
  static let fuzzFirst = OptionSpecification(
    "first", value: Value("N", .number(0...Int.max)), defaultText: "0",
    help: "The number of the first run; with `--seed` and `--runs 1` it does a single one again.")

  /// `--case CASE`.
  static let fuzzCase = OptionSpecification(
    "case", value: Value("CASE", .text), isRepeatable: true,
    help: """
      Ask the oracles about this case, and do nothing else. Of replies it is a stream, in the escapes of a vector with `\\|` at the \
      end of a segment, which is read under everything that the parser can be told, in these segments and in many others; of a \
      server it is a file with a sequence, of a client one with rules, and is tried three times.
      """)

  /// `--corpus DIR`.
  static let fuzzCorpus = OptionSpecification(
    "corpus", value: Value("DIR", .file), isRepeatable: true,
    help: """
      Begin one run of four from a stream in this folder: the cases of `*.replies`, what servers say in `*.ftpv`, the \
      bytes of any other file. The streams are tried as they are first.
      """)

  /// `--oracle NAME`.
  static let fuzzOracle = OptionSpecification(
    "oracle", value: Value("NAME", .choices(ReplyOracle.allCases.map(\.rawValue))), isRepeatable: true,
    defaultText: "all of them", help: "Ask this oracle alone.")

  /// `--jobs N`, of `fuzz`.
  static let fuzzJobs = OptionSpecification(
    "jobs", value: Value("N", .number(1...256)), defaultText: "one for each processor",
    help: "Use so many threads; of a client, try so many at a time.")

  /// `--save DIR`.
  static let fuzzSave = OptionSpecification(
    "save", value: Value("DIR", .file),
    help: """
      Write what is found to a file in this folder, for `--corpus` and for `Vectors/fuzz` in the sources, or for `--case`. Of a client \
      it is a file for `ftpraw serve --script`, too.
      """)

  /// `--parser COMMAND`.
  static let fuzzParser = OptionSpecification(
    "parser", value: Value("COMMAND", .text), help: "Compare with the parser of the program that this starts."
  )

  /// `--addresses COMMAND`.
  static let fuzzAddresses = OptionSpecification(
    "addresses", value: Value("COMMAND", .text),
    help: "Compare with the reader of the addresses in 227 and 229 of the program that this starts.")

  /// `--listings COMMAND`.
  static let fuzzListings = OptionSpecification(
    "listings", value: Value("COMMAND", .text),
    help: "Compare with the reader of lines of LIST of the program that this starts.")

  /// `--timeout TIME`, of `fuzz`.
  static let fuzzTimeout = OptionSpecification(
    "timeout", value: Value("TIME", .duration), defaultText: "5s",
    help: "How long that may take for an answer; after that it hangs, and is started anew.")

  /// `--limit TIME`, of `fuzz`.
  static let fuzzLimit = OptionSpecification(
    "limit", value: Value("TIME", .duration), defaultText: "10s",
    help:
      "How long a client may take. The server waits for an eighth of that at most, and for no longer than a second."
  )

  /// `--memory MIB`.
  static let fuzzMemory = OptionSpecification(
    "memory", value: Value("MIB", .number(1...1_048_576)), defaultText: "16",
    help: "How many MiB more a client may need than when all goes well.")

  /// `--downloads NAME`.
  static let fuzzDownloads = OptionSpecification(
    "downloads", value: Value("NAME", .file),
    help: """
      The client writes `{file}` to this file in its folder: after exit status 0 it has to have the bytes that the server has sent, and \
      the server to have said that they are all.
      """)

  /// `--rate N`.
  static let fuzzRate = OptionSpecification(
    "rate", value: Value("N", .number(1...100_000)), defaultText: "200",
    help: "Try at most so many sequences a second at a server.")

  /// `--until-covered`.
  static let fuzzUntilCovered = OptionSpecification(
    "until-covered", help: "End when 300 sequences in a row have brought no new arrow of the state diagram.")

  /// `--i-own-this-server`.
  static let fuzzOwn = OptionSpecification(
    "i-own-this-server", help: "Try a server on another machine, too. It may break.")
}
