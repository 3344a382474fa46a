extension Subcommand {
  /// `ftpraw check-client [options] [SCENARIO...] -- COMMAND...`.
  static let checkClient = Subcommand(
    name: "check-client",
    summary: "Test a client with servers that misbehave, scenario by scenario",
    operands: [
      OperandSpecification(
        "SCENARIO", .selector, isRequired: false, isRepeatable: true,
        help: """
          The scenarios to run: a group (`honest`), a group and a job (`honest/get`), a scenario, a pattern (`*426*`), \
          or a requirement (`practice:safe:stays-in-folder`). After `--`, the command with which the client downloads \
          `{url}` to `{out}`.
          """)
    ],
    options: [
      .clientDriver, .excludeCases, .listCases, .explainScenario, .report, .level, .baseline, .writeBaseline,
      .flaky,
      .clientJobs, .repetitions, .clientSeed, .shard, .failFast, .timeoutScale, .eachCase, .quiet, .color,
    ],
    environment: [.noColor],
    details: [
      """
      Each scenario starts a local server that does one thing wrong, or one thing unusual, and has the client do a job \
      there, in an empty folder. ftpraw judges the client's commands, the files on disk, the exit status, the time and \
      the memory. Exit status 0 claims that the job is done.
      """,
      """
      In the command, `{url}` is the file to download, `{out}` the local file to write, `{host}` and `{port}` the \
      server, `{server}` both as a URL, `{user}` and `{password}` a login, and `{path}` the file on the server. A \
      driver is a file that says how the client does other jobs, and which it cannot do; see \
      Documentation/check-client.md.
      """,
      """
      A finding is printed with the rule, what was expected and seen, the conversation, the client's output, the \
      contents of its folder, and two commands: one runs the scenario again, the other serves the same by hand.
      """,
      """
      A scenario that fails is run twice more at the end; if the results differ, it is flaky. Where the RFCs are silent, rules of \
      practice apply: a must if users can lose a file, a secret or a machine, otherwise advice.
      """,
    ],
    glossaries: [
      Glossary(
        title: "Groups",
        entries: [
          Glossary.Entry("good", "A server that makes no mistakes"),
          Glossary.Entry("robust", "Servers as they are: the job is still done"),
          Glossary.Entry("honest", "Success means that the job is done, and a failure loses nothing"),
          Glossary.Entry("safe", "A server cannot read or write anything it should not"),
          Glossary.Entry("resource", "A server cannot exhaust time or memory"),
          Glossary.Entry("ftps", "If TLS was requested, it is used"),
        ]),
      .baseline,
    ],
    examples: [
      Example("ftpraw check-client -- curl -sS {url} -o {out}", "Test how curl downloads:"),
      Example(
        "ftpraw check-client --driver Tests/Interop/drivers/curl --report curl.html",
        "Test everything curl can do, and write a page:"),
      Example("ftpraw check-client --list honest", "List the scenarios about honesty:"),
      Example("ftpraw check-client --explain honest/get/short-426", "Describe one of them:"),
    ],
    exitStatuses: [.fine, .negative, .surprise, .noConversation, .usage, .localFile, .interrupted],
    action: .asynchronous { invocation async throws(UsageError) in
      let plan = try ClientCheckPlan(invocation)
      return await Interruption.cancels(invocation) { await plan.run() }
    })
}

extension OptionSpecification {
  static let clientDriver = OptionSpecification(
    "driver", value: Value("FILE", .file),
    help: "A file that says how the client does each job, instead of a command.")

  static let explainScenario = OptionSpecification(
    "explain", value: Value("SCENARIO", .selector), help: "Describe a scenario without running it.")

  /// `--jobs N`, of `check-client`.
  static let clientJobs = OptionSpecification(
    "jobs", value: Value("N", .number(1...64)), defaultText: "4 per processor, at most 16",
    help: "How many clients to run at once.")

  /// `--seed N`, of `check-client`.
  static let clientSeed = OptionSpecification(
    "seed", value: Value("N", .number(0...Int.max)),
    help: "Seed the order of the scenarios; the same N repeats it.")
}
