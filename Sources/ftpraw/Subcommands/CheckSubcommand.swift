import FTPConformance

extension Subcommand {
  /// `ftpraw check [options] [URL] [SELECTOR...]`.
  static let check = Subcommand(
    "check",
    summary: "Test a server against the RFCs, clause by clause",
    operands: [
      OperandSpecification(
        "URL", .serverOr(.selector), isRequired: false,
        help: """
          The server: `ftp://[user[:password]@]host[:port]`, or just `host[:port]`; without a user it is logged in to \
          as anonymous. At `ftpes://` and `ftps://` the whole run is under TLS, as with `--tls`. Without one here, in `--server` or in the environment, the embedded server is tested, which \
          passes.
          """),
      OperandSpecification(
        "SELECTOR", .selector, isRequired: false, isRepeatable: true,
        help: """
          Which cases to run: an RFC (`rfc3659`), a section with those inside it (`rfc959/4.1`), a case, a pattern \
          (`*pasv*`), a tag (`tag:security`) or a requirement (`959:4.2:reply-line`).
          """),
    ],
    options: [
      .testedServer, .embedded, .excludeCases, .profile, .listCases, .explainCase, .report, .level, .baseline,
      .writeBaseline,
      .withoutWriting,
      .scratch, .active,
    ] + OptionSpecification.ofTLS + [
      .passwordFile, .jobs, .repetitions, .seed, .walks, .walkSteps, .walk, .shard, .judge, .failFast,
      .timeoutScale, .eachCase, .quiet, .color,
    ],
    environment: [.password, .keyLog, .continuousIntegration, .noColor],
    details: [
      """
      A terminal shows meanwhile which server is tested, how far the run has come, what it has found, and which case is \
      running. The last lines are the ids of what was found, and the last of all has the server and the counts.
      """,
      """
      Each case is about one requirement and gets a connection of its own. What is wrong is printed with the requirement, \
      what was expected and received, the conversation around it, and the command that runs the case again.
      """,
      """
      A case that does not pass is run twice more; where the results differ it is flaky. Files are written only in one \
      folder, which is made for the run and removed at its end.
      """,
      """
      Some cases are about all that is said in a run. What such a case sees in the traffic of another one is looked for again \
      by running that one twice more, and is flaky where it does not come each time.
      """,
      """
      Walks are cases whose commands are drawn at random, over the state diagram and within the folder for files, by one \
      session and a neighbour. A model of folder and sessions follows them, and each answer is held against it. What differs \
      is reported with the fewest commands that show it, and with `--walk`, which runs them again. The number of a walk and \
      `--seed` say which way it takes.
      """,
      """
      With a baseline only what is new counts: a failure that is not listed (status 1), or else a listed one that is none any \
      more (status 2). Reports tell what is known apart from what is new, with its reason.
      """,
      """
      A report is written whenever there is something to report, a server that cannot be reached included. Where one \
      cannot be written the status is 74, whatever the server did, and the file stays as it was; the others are written all \
      the same.
      """,
    ],
    glossaries: [
      Glossary(
        title: "Reports",
        entries: ReportForm.allCases.map { Glossary.Entry("FILE.\($0.fileExtension)", $0.meaning) }),
      Glossary(
        title: "Verdicts",
        entries: CaseVerdict.allCases.map { Glossary.Entry($0.rawValue, $0.meaning) }),
      .baseline,
      Glossary(title: "Profiles", entries: Profile.known.map { Glossary.Entry($0.name, $0.summary) }),
    ],
    examples: [
      Example("ftpraw check --embedded", "Test the embedded server:"),
      Example(
        "ftpraw check ftp://anonymous@localhost:2121 --read-only", "Test a server without writing to it:"),
      Example(
        "ftpraw check localhost:2121 --write-baseline known.txt", "Write down what is wrong, to explain it:"),
      Example(
        "ftpraw check localhost:2121 --baseline known.txt",
        "In CI, fail for what is new and for nothing else:"),
      Example(
        "ftpraw check localhost:2121 tag:walk --walks 100 --seed 7", "Look for what no case thinks of:"),
      Example("ftpraw check --list rfc959/4.2", "Which cases there are about replies:"),
      Example(
        "ftpraw check localhost:2121 --report check.html --report check.xml",
        "Write a page for people and a report for the build server:"),
    ],
    exitStatuses: [.fine, .negative, .surprise, .noConversation, .usage, .localFile, .interrupted],
    action: .asynchronous { invocation async throws(UsageError) in
      let plan = try CheckPlan(invocation)
      return await Interruption.cancels { await plan.run() }
    })
}

extension CaseVerdict {
  /// What the verdict says, as a sentence without its full stop.
  fileprivate var meaning: String {
    switch self {
    case .pass: "The server does what is asked"
    case .warn: "A SHOULD is set aside, or the server departs from the text as many do"
    case .fail: "A requirement is broken"
    case .unsupported: "Refused with the proper code, and not advertised; counted as not offered"
    case .skipped:
      "Something that the case needs is not there; counted as not offered where FEAT would list it"
    case .broken: "Advertised, and does not work"
    case .flaky: "The results of several attempts differ"
    case .error: "The tester could not finish"
    }
  }
}

extension ReportForm {
  /// What such a file is for, as a sentence without its full stop.
  fileprivate var meaning: String {
    switch self {
    case .json: "All that the run found out, for programs and for `ftpraw matrix`"
    case .junit: "JUnit, for build servers"
    case .html: "A page with both channels of each case on one time line"
    case .markdown: "For comments and summaries of jobs"
    case .tap: "The Test Anything Protocol, version 13"
    case .sarif: "SARIF 2.1.0, for code scanning"
    }
  }
}

extension Glossary {
  /// How the lines of a baseline are written.
  static let baseline = Glossary(
    title: "Lines of a baseline",
    entries: [
      Entry("CASE VERDICT REASON", "The case is known to come to this verdict; `?` is a reason to fill in."),
      Entry(
        "CASE VERDICT until YYYY-MM-DD REASON",
        "The same, up to and with this day in UTC; from then on the line counts for nothing, which is told."),
      Entry(
        "CASE flaky REASON", "The case may come to anything; the line stays until somebody takes it away."),
      Entry("# ...", "A comment on the line below."),
    ])
}

extension OptionSpecification {
  /// `--report FILE`.
  static let report = OptionSpecification(
    "report", value: Value("FILE", .file), isRepeatable: true,
    help: "Write a report in the form that the ending of the name asks for.")

  /// `-s, --server URL`, of `check`.
  static let testedServer = OptionSpecification(
    "server", short: "s", value: Value("URL", .serverOverTLS), environmentVariable: "FTPRAW_SERVER",
    help: "The server, where no operand names it.")

  /// `--embedded`.
  static let embedded = OptionSpecification(
    "embedded", help: "Test the embedded server, whatever the environment says.")

  /// `--exclude SELECTOR`.
  static let excludeCases = OptionSpecification(
    "exclude", value: Value("SELECTOR", .selector), isRepeatable: true, help: "Leave these cases out.")

  /// `--profile NAME`.
  static let profile = OptionSpecification(
    "profile", value: Value("NAME", .choices(Profile.known.map(\.name))), defaultText: "`all`",
    help: "Stay within a set of cases that belong together.")

  /// `--list`.
  static let listCases = OptionSpecification("list", help: "Print the cases that would be run, and run none.")

  /// `--explain CASE`.
  static let explainCase = OptionSpecification(
    "explain", value: Value("ID", .selector),
    help:
      "Print what a case is about, or what a requirement says and which cases there are of it, and run none.")

  /// `--level LEVEL`.
  static let level = OptionSpecification(
    "level", value: Value("LEVEL", .choices(["must", "should", "may"])), defaultText: "`must`",
    help: "How much a problem has to matter for status 1.")

  /// `--baseline FILE`.
  static let baseline = OptionSpecification(
    "baseline", value: Value("FILE", .file),
    help: "What is known to be wrong, and fails the run no more. `-` is standard input.")

  /// `--write-baseline FILE`.
  static let writeBaseline = OptionSpecification(
    "write-baseline", value: Value("FILE", .file),
    help: "Write down what is wrong, for `--baseline`; reasons, days and comments that FILE has are kept.")

  /// `--read-only`.
  static let withoutWriting = OptionSpecification(
    "read-only", help: "Skip the cases that write to the server.")

  /// `--scratch PATH`.
  static let scratch = OptionSpecification(
    "scratch", value: Value("PATH", .text), defaultText: "the one that the login begins in, or `/incoming`",
    help: "The directory on the server in which the folder for files is made.")

  /// `--active WHEN`.
  static let active = OptionSpecification(
    "active", value: Value("WHEN", .choices(["auto", "yes", "no"])), defaultText: "`auto`",
    help: "Whether to run the cases for which the server connects back; `auto` means where that works.")

  /// `--jobs N`.
  static let jobs = OptionSpecification(
    "jobs", value: Value("N", .number(1...64)), defaultText: "8, and up to 32 where replies take long",
    help: "How many connections to use at a time; fewer are used where the server turns some away.")

  /// `--repeat N`.
  static let repetitions = OptionSpecification(
    "repeat", value: Value("N", .number(1...1000)), defaultText: "1",
    help: "Run each case so many times.")

  /// `--seed N`.
  static let seed = OptionSpecification(
    "seed", value: Value("N", .number(0...Int.max)),
    help: "Run the cases in a random order, and send random bytes, that are the same for the same N.")

  /// `--walks N`.
  static let walks = OptionSpecification(
    "walks", value: Value("N", .number(0...10_000)), defaultText: "0",
    help: """
      Add so many random walks to the cases; `tag:walk` selects them. A walk writes and removes, and a server that \
      mixes its sessions up may do so elsewhere than in the folder of the run.
      """)

  /// `--walk-steps N`.
  static let walkSteps = OptionSpecification(
    "walk-steps", value: Value("N", .number(1...100_000)),
    defaultText: "\(Walk.standardSteps), fewer where answers take long",
    help: "How many commands a walk has, those that look at the outcome apart.")

  /// `--walk SCRIPT`.
  static let walk = OptionSpecification(
    "walk", value: Value("SCRIPT", .text),
    help: """
      Run one walk of these commands and nothing else: `MKD a; CWD a; NOOP; PWD`. `2:` in front has the neighbour send a \
      command, `< lines` after an upload says what to send (`empty`, `word`, `lines`, `text`, `blanks`, `bytes:N`).
      """)

  /// `--shard I/N`.
  static let shard = OptionSpecification(
    "shard", value: Value("I/N", .text),
    help:
      "Run the I-th of N parts, for several machines to share; `ftpraw merge` puts their reports together.")

  /// `--judge REQUIREMENT`.
  static let judge = OptionSpecification(
    "judge", value: Value("REQUIREMENT", .selector), isRepeatable: true,
    help: """
      Run the cases for their traffic alone, and report what it shows of this requirement: how something is found again that \
      was seen in the traffic of another case.
      """)

  /// `--fail-fast`.
  static let failFast = OptionSpecification("fail-fast", help: "Stop at the first problem.")

  /// `-v, --verbose`, of `check`.
  static let eachCase = OptionSpecification(
    "verbose", short: "v", help: "Print a line for each case as it ends.")

  /// `-q, --quiet`.
  static let quiet = OptionSpecification("quiet", short: "q", help: "Print what is wrong and nothing else.")

  /// `--timeout-scale FACTOR`.
  static let timeoutScale = OptionSpecification(
    "timeout-scale", value: Value("FACTOR", .text), defaultText: "1",
    help: "Wait so many times as long for what has to come.")
}
