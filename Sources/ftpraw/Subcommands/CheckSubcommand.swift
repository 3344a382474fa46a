import FTPConformance

extension Subcommand {
  /// `ftpraw check [options] [URL] [SELECTOR...]`.
  static let check = Subcommand(
    name: "check",
    summary: "Test a server against the RFCs, clause by clause",
    operands: [
      OperandSpecification(
        "URL", .serverOr(.selector), isRequired: false,
        help: """
          The server: `ftp://[user[:password]@]host[:port]`, or just `host[:port]`. Without a user, ftpraw logs in as \
          anonymous. `ftpes://` and `ftps://` run everything under TLS, like `--tls`. With no server here, in \
          `--server` or in the environment, ftpraw tests the embedded server, which passes.
          """),
      OperandSpecification(
        "SELECTOR", .selector, isRequired: false, isRepeatable: true,
        help: """
          The cases to run: an RFC (`rfc3659`), a section with its subsections (`rfc959/4.1`), a case, a pattern \
          (`*pasv*`), a tag (`tag:security`) or a requirement (`959:4.2:reply-line`).
          """),
    ],
    options: [
      .testedServer, .embedded, .excludeCases, .profile, .listCases, .explainCase, .report, .level, .baseline,
      .writeBaseline, .flaky, .saveRun, .rejudge,
      .withoutWriting,
      .scratch, .active,
    ] + OptionSpecification.ofTLS + [
      .passwordFile, .jobs, .repetitions, .seed, .depth, .walks, .walkSteps, .walk, .shard, .judge, .failFast,
      .minimize,
      .timeoutScale, .eachCase, .quiet, .color,
    ],
    environment: [.password, .keyLog, .continuousIntegration, .noColor],
    details: [
      """
      During the run, a terminal shows the server, the progress, the findings so far and the current case. At the end \
      come the ids of the cases that did not pass, then one line with the server and the counts.
      """,
      """
      Each case tests one requirement on its own connection. A finding is printed with the requirement, what was \
      expected, what was received, the conversation around it, and the command that runs the case again.
      """,
      """
      A case that does not pass is run again at the end, beside few others, and once more unless it got no answer in \
      time again; alone, if others may be the reason. If the results differ, it is flaky. A pass that relied on a pause \
      is run again too. A reply that a case missed only beside others, because the server was stalled, does not count. \
      All files are written in one folder, which is created for the run and removed at the end.
      """,
      """
      Some cases watch the traffic of the whole run. When such a case finds something in the traffic of another case, \
      that case is run twice more; the finding is flaky unless it appears each time.
      """,
      """
      A walk is a case whose commands are chosen at random along the state diagram, in two sessions, inside the folder \
      for files. Each answer is compared with a model of the folder and the sessions. A difference is reported with \
      the fewest commands that show it, and as a `--walk` that runs them again. The number of the walk and `--seed` \
      determine its commands.
      """,
      """
      Each new finding is then shown with less, if it can be: the shortest conversation that the server answers in the \
      same way and the embedded server as it must, a line of `ftpraw send` for it, and the nearest conversation that \
      the server answers differently. This changes no verdict.
      """,
      """
      With a baseline, only changes count: a failure that is not listed (status 1), or else a listed failure that is \
      gone (status 2). Reports separate known findings, with their reasons, from new ones.
      """,
      """
      Reports are written even if the server cannot be reached. If a report cannot be written, the status is 74, the \
      old file is kept, and the other reports are still written.
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
        "ftpraw check localhost:2121 --write-baseline known.txt",
        "Write a baseline, then explain each line of it:"),
      Example(
        "ftpraw check localhost:2121 --baseline known.txt",
        "In CI, fail only for new findings:"),
      Example(
        "ftpraw check localhost:2121 tag:walk --walks 100 --seed 7", "Look for bugs that no case covers:"),
      Example("ftpraw check --list rfc959/4.2", "List the cases about replies:"),
      Example(
        "ftpraw check localhost:2121 --report check.html --report check.xml",
        "Write an HTML page and a JUnit report:"),
    ],
    exitStatuses: [.fine, .negative, .surprise, .noConversation, .usage, .localFile, .interrupted],
    action: .asynchronous { invocation async throws(UsageError) in
      let plan = try CheckPlan(invocation)
      return await Interruption.cancels(invocation) { await plan.run() }
    })
}

extension CaseVerdict {
  /// The meaning of the verdict, as a sentence without its full stop.
  fileprivate var meaning: String {
    switch self {
    case .pass: "The server does what the requirement asks"
    case .warn: "The server ignores a SHOULD, or deviates from the RFC as many servers do"
    case .fail: "The server breaks a requirement"
    case .unsupported:
      "The server refuses with a proper code and does not advertise the feature; counted as not offered"
    case .skipped:
      "The case could not run because something it needs is missing; counted as not offered where FEAT would list it"
    case .broken: "Advertised, but does not work"
    case .flaky: "The results differ between attempts"
    case .error: "ftpraw could not finish the case"
    }
  }
}

extension ReportForm {
  /// The purpose of such a file, as a sentence without its full stop.
  fileprivate var meaning: String {
    switch self {
    case .json: "The complete results, for programs and for `ftpraw matrix`"
    case .junit: "JUnit, for build servers"
    case .html: "A page with both channels of each case on one timeline"
    case .markdown: "For comments and job summaries"
    case .tap: "The Test Anything Protocol, version 13"
    case .sarif: "SARIF 2.1.0, for code scanning"
    }
  }
}

extension Glossary {
  /// The notation of a baseline.
  static let baseline = Glossary(
    title: "Lines of a baseline",
    entries: [
      Entry("CASE VERDICT REASON", "The case is known to have this verdict; replace `?` with a reason."),
      Entry(
        "CASE VERDICT until YYYY-MM-DD REASON",
        "The same, up to and including this day (UTC). Later the line has no effect, and the run says so."),
      Entry(
        "CASE flaky REASON", "The case may have any verdict; the line stays until you remove it."),
      Entry("# ...", "A comment on the line below."),
    ])
}

extension OptionSpecification {
  static let report = OptionSpecification(
    "report", value: Value("FILE", .file), isRepeatable: true,
    help: "Write a report; the extension of FILE selects the form.")

  /// `-s, --server URL`, of `check`.
  static let testedServer = OptionSpecification(
    "server", short: "s", value: Value("URL", .serverOverTLS), environmentVariable: "FTPRAW_SERVER",
    help: "The server, if no operand names one.")

  static let embedded = OptionSpecification(
    "embedded", help: "Test the embedded server, even if the environment names another.")

  static let excludeCases = OptionSpecification(
    "exclude", value: Value("SELECTOR", .selector), isRepeatable: true, help: "Skip these cases.")

  static let profile = OptionSpecification(
    "profile", value: Value("NAME", .choices(Profile.known.map(\.name))), defaultText: "`all`",
    help: "Run only the cases of this set.")

  static let listCases = OptionSpecification("list", help: "List the selected cases without running them.")

  static let explainCase = OptionSpecification(
    "explain", value: Value("ID", .selector),
    help:
      "Describe a case, or a requirement and its cases, without running anything.")

  static let level = OptionSpecification(
    "level", value: Value("LEVEL", .choices(["must", "should", "advice", "may"])), defaultText: "`must`",
    help: "The lowest level of a finding that gives status 1.")

  static let baseline = OptionSpecification(
    "baseline", value: Value("FILE", .file),
    help: "The known findings, which no longer fail the run. `-` is standard input.")

  static let writeBaseline = OptionSpecification(
    "write-baseline", value: Value("FILE", .file),
    help:
      "Write the findings of this run for `--baseline`; reasons, dates and comments already in FILE are kept."
  )

  static let flaky = OptionSpecification(
    "flaky", value: Value("HOW", .choices(FlakyPolicy.allCases.map(\.rawValue))),
    defaultText: "`warn` with `--baseline`, otherwise `fail`",
    help: "How to count a flaky case that the baseline does not list.")

  static let withoutWriting = OptionSpecification(
    "read-only", help: "Skip the cases that write to the server.")

  static let scratch = OptionSpecification(
    "scratch", value: Value("PATH", .text), defaultText: "the directory after login, or `/incoming`",
    help: "The directory on the server in which to create the folder for files.")

  static let active = OptionSpecification(
    "active", value: Value("WHEN", .choices(["auto", "yes", "no"])), defaultText: "`auto`",
    help:
      "Whether to run the cases in which the server connects back; `auto` runs them if such connections work."
  )

  static let jobs = OptionSpecification(
    "jobs", value: Value("N", .number(1...64)), defaultText: "8, or up to 32 if replies are slow",
    help: "How many connections to use at once; fewer if the server refuses some.")

  static let repetitions = OptionSpecification(
    "repeat", value: Value("N", .number(1...1000)), defaultText: "1",
    help: "Run each case N times.")

  static let seed = OptionSpecification(
    "seed", value: Value("N", .number(0...Int.max)),
    help: "Seed the order of the cases and the random bytes they send; the same N repeats a run.")

  static let depth = OptionSpecification(
    "depth", value: Value("N", .number(1...Product.deepest)), defaultText: "1",
    help: """
      How much of what is combined from tables is tried: 1 for what matters most, 2 for about a minute on a server nearby, \
      3 for everything. `tag:product` selects these cases.
      """)

  static let walks = OptionSpecification(
    "walks", value: Value("N", .number(0...10_000)), defaultText: "0",
    help: """
      Add N random walks to the cases; `tag:walk` selects them. Walks write and delete files. On a server that \
      confuses its sessions, that can happen outside the folder of the run.
      """)

  static let walkSteps = OptionSpecification(
    "walk-steps", value: Value("N", .number(1...100_000)),
    defaultText: "\(Walk.standardSteps), fewer if answers are slow",
    help: "How many commands a walk has, not counting those that check the outcome.")

  static let walk = OptionSpecification(
    "walk", value: Value("SCRIPT", .text),
    help: """
      Run a single walk of these commands: `MKD a; CWD a; NOOP; PWD`. A command that begins with `2:` is sent by the \
      second session; `< lines` after an upload selects the data (`empty`, `word`, `lines`, `text`, `blanks`, \
      `bytes:N`, `zeros:N`, `crlf:N` and others). `> held` lets a transfer wait until the session's next command, and \
      `> cut` ends a download early.
      """)

  static let shard = OptionSpecification(
    "shard", value: Value("I/N", .text),
    help:
      "Run the I-th of N parts, to spread a run over several machines; `ftpraw merge` combines their reports."
  )

  static let judge = OptionSpecification(
    "judge", value: Value("REQUIREMENT", .selector), isRepeatable: true,
    help: """
      Report only what the traffic of the cases shows about this requirement. It repeats a finding that was made in \
      the traffic of another case.
      """)

  static let failFast = OptionSpecification("fail-fast", help: "Stop at the first problem.")

  static let minimize = OptionSpecification(
    "minimize", value: Value("TIME", .text), defaultText: "10s",
    help: """
      How long to look, at the end, for the smallest conversations that show new findings; `0` leaves it out.
      """)

  /// `-v, --verbose`, of `check`.
  static let eachCase = OptionSpecification(
    "verbose", short: "v", help: "Print one line per case as it ends.")

  static let quiet = OptionSpecification(
    "quiet", short: "q", help: "Print only the findings and the last line.")

  static let timeoutScale = OptionSpecification(
    "timeout-scale", value: Value("FACTOR", .text), defaultText: "1",
    help: "Multiply every time limit by FACTOR.")
}
