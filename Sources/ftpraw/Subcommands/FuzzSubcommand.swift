import FTPFuzzing
import FTPSystem

extension Subcommand {
  /// `ftpraw fuzz replies [options]`.
  static let fuzz = Subcommand(
    "fuzz",
    summary: "Try the reply parser with streams that nobody thought of",
    operands: [
      OperandSpecification(
        "WHAT", .choices(["replies"]), help: "What is tried: `replies` is the parser of replies.")
    ],
    options: [
      .fuzzSeed, .fuzzRuns, .fuzzTime, .fuzzFirst, .fuzzCase, .fuzzCorpus, .fuzzOracle, .fuzzJobs, .fuzzSave,
      .fuzzParser, .fuzzAddresses, .fuzzTimeout,
    ],
    details: [
      """
      Streams of replies are made by the grammar and by the ways in which servers break it, changed, cut into segments, \
      and read under everything that the parser can be told. Each oracle says something that has to hold of all of them. \
      The first stream of which one does not hold is made as small as it goes, and ends the search with status 1.
      """,
      """
      What a run tries follows from the seed, the corpus and its number alone, so that it can be done again, by itself and \
      with any number of threads. A run that ends the process is named on standard error first.
      """,
      """
      The summary says how many runs there were in a second, and how many shapes of input they had: the first digit of \
      a reply, the form of a line, and the place in it where a segment ends.
      """,
      """
      With `--parser` the streams are read by another program's parser, too, and each sort of difference is told once, with \
      the rule that it is about. The program is sent the length of a stream in digits, a line feed, and the stream: all that a \
      server says before it closes. It answers with a line: `CODE/LINES` for each reply, then `end`, `open` where something is \
      left that makes no reply, or `error` where it refuses to go on. It is started in a shell and goes on until its input ends.
      """,
      """
      `--addresses` does the same with a reader of the addresses in 227 and 229. It is sent the line of a reply without its end, \
      and answers with host and port, `-` and port where the reply names no host, or `error`.
      """,
    ],
    glossaries: [
      Glossary(
        title: "Oracles",
        entries: ReplyOracle.allCases.map { Glossary.Entry($0.rawValue, "\($0.claim.sentence)") })
    ],
    examples: [
      Example("ftpraw fuzz replies", "Look for ten seconds:"),
      Example("ftpraw fuzz replies --seed 1 --runs 1000000", "Do the same million runs as everybody else:"),
      Example(
        "ftpraw fuzz replies --case '220-a\\r\\n220\\|\\x20b\\r\\n'", "Ask all oracles about one stream:"),
      Example(
        "ftpraw fuzz replies --time 1m --corpus Vectors/rfc --save findings",
        "Begin from the replies of vectors, and keep what is found:"),
      Example(
        "ftpraw fuzz replies --parser 'python3 Tests/Fuzz/adapters/ftplib_adapter.py'",
        "Compare with Python's ftplib, in the sources:"),
      Example(
        "ftpraw fuzz replies --addresses 'python3 Tests/Fuzz/adapters/ftplib_addresses.py'",
        "Compare what it makes of 227 and 229:"),
    ],
    exitStatuses: [.fine, .negative, .noConversation, .usage, .localFile, .interrupted],
    action: .asynchronous { invocation async throws(UsageError) in
      let plan = try FuzzPlan(invocation)
      return await Interruption.cancels { await plan.run() }
    })
}

extension String {
  /// The words as a sentence.
  fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + "." }
}

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
    "time", value: Value("TIME", .duration), defaultText: "`10s`, where there is no `--runs`",
    help: "End after so long.")

  /// `--first N`.
  static let fuzzFirst = OptionSpecification(
    "first", value: Value("N", .number(0...Int.max)), defaultText: "0",
    help: "The number of the first run; with `--seed` and `--runs 1` it does a single one again.")

  /// `--case BYTES`.
  static let fuzzCase = OptionSpecification(
    "case", value: Value("BYTES", .text), isRepeatable: true,
    help: """
      Ask the oracles about this stream, in the escapes of a vector with `\\|` at the end of a segment, and do nothing \
      else: under everything that the parser can be told, in these segments and in many others.
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
    help: "Use so many threads.")

  /// `--save DIR`.
  static let fuzzSave = OptionSpecification(
    "save", value: Value("DIR", .file),
    help:
      "Write what is found to a file in this folder, for `--corpus` and for `Vectors/fuzz` in the sources.")

  /// `--parser COMMAND`.
  static let fuzzParser = OptionSpecification(
    "parser", value: Value("COMMAND", .text), help: "Compare with the parser of the program that this starts."
  )

  /// `--addresses COMMAND`.
  static let fuzzAddresses = OptionSpecification(
    "addresses", value: Value("COMMAND", .text),
    help: "Compare with the reader of the addresses in 227 and 229 of the program that this starts.")

  /// `--timeout TIME`, of `fuzz`.
  static let fuzzTimeout = OptionSpecification(
    "timeout", value: Value("TIME", .duration), defaultText: "5s",
    help: "How long that may take for an answer; after that it hangs, and is started anew.")
}
