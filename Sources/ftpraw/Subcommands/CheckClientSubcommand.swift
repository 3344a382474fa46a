import FTPConformance

extension Subcommand {
  /// `ftpraw check-client [options] [SCENARIO...] -- COMMAND...`.
  static let checkClient = Subcommand(
    "check-client",
    summary: "Test a client: scenario by scenario, with servers that go wrong",
    operands: [
      OperandSpecification(
        "SCENARIO", .selector, isRequired: false, isRepeatable: true,
        help: """
          Which scenarios to run: a group (`honest`), a group and a job (`honest/get`), one scenario, a pattern (`*426*`), or a \
          requirement (`practice:safe:stays-in-folder`). After `--` stands the command of the client, which downloads `{url}` to \
          `{out}`.
          """)
    ],
    options: [
      .clientDriver, .excludeCases, .listCases, .explainScenario, .report, .level, .baseline, .writeBaseline,
      .clientJobs, .repetitions, .clientSeed, .shard, .failFast, .timeoutScale, .eachCase, .quiet, .color,
    ],
    environment: [.noColor],
    details: [
      """
      Each scenario starts a server on this machine that does one thing wrong, or is odd in one way, and has the client do \
      a job there, in an empty folder. What counts is what the client says to the server, what is on the disk after it, its exit \
      status, its time and its memory. A client that ends with status 0 says that the job is done.
      """,
      """
      In the command `{url}` stands for what is to be downloaded, `{out}` for the file that it goes to, `{host}` and `{port}` for \
      the server, `{server}` for both as an URL, `{user}` and `{password}` for somebody who may log in, and `{path}` for the file at \
      the server. A driver is a file that says how other jobs are done, and which the client cannot do; the page on it is \
      Documentation/check-client.md.
      """,
      """
      What is wrong is printed with the rule, what was expected and seen, the conversation, what the client has printed, what is \
      in its folder, and two commands: one that runs the scenario again, and one that serves the same by hand.
      """,
      """
      A scenario that is not passed is run twice more; where the results differ it is flaky. What no RFC says is a rule of \
      practice: a must where somebody loses a file, a secret or a machine, and a should elsewhere.
      """,
    ],
    glossaries: [
      Glossary(
        title: "Groups",
        entries: [
          Glossary.Entry("good", "A server that does all right"),
          Glossary.Entry("robust", "Servers as they are: the job is done all the same"),
          Glossary.Entry("honest", "What is said to be done is done, and nothing is lost by a failure"),
          Glossary.Entry("safe", "A server gets nothing, and writes nothing, that was not meant for it"),
          Glossary.Entry("resource", "A server cannot use up time or memory"),
          Glossary.Entry("ftps", "TLS that is asked for is there"),
        ]),
      .baseline,
    ],
    examples: [
      Example("ftpraw check-client -- curl -sS {url} -o {out}", "Test how curl downloads:"),
      Example(
        "ftpraw check-client --driver Tests/Interop/drivers/curl --report curl.html",
        "Test all that curl can do, and write a page:"),
      Example("ftpraw check-client --list honest", "Which scenarios there are about honesty:"),
      Example("ftpraw check-client --explain honest/get/short-426", "What one of them is about:"),
    ],
    exitStatuses: [.fine, .negative, .surprise, .noConversation, .usage, .localFile, .interrupted],
    action: .asynchronous { invocation async throws(UsageError) in
      let plan = try ClientCheckPlan(invocation)
      return await Interruption.cancels { await plan.run() }
    })
}

extension OptionSpecification {
  /// `--driver FILE`.
  static let clientDriver = OptionSpecification(
    "driver", value: Value("FILE", .file), help: "How the client does each job, in place of a command.")

  /// `--explain SCENARIO`.
  static let explainScenario = OptionSpecification(
    "explain", value: Value("SCENARIO", .selector), help: "Print what a scenario is about, and run none.")

  /// `--jobs N`, of `check-client`.
  static let clientJobs = OptionSpecification(
    "jobs", value: Value("N", .number(1...64)), defaultText: "4 for each processor, at most 16",
    help: "How many clients to run at a time.")

  /// `--seed N`, of `check-client`.
  static let clientSeed = OptionSpecification(
    "seed", value: Value("N", .number(0...Int.max)),
    help: "Run the scenarios in a random order that is the same for the same N.")
}
