import FTPFuzzing

extension Subcommand {
  /// `ftpraw fuzz PARSER [options]`, `ftpraw fuzz server [options] URL|-- COMMAND...` and
  /// `ftpraw fuzz client [options] -- COMMAND...`.
  static let fuzz = Subcommand(
    name: "fuzz",
    summary: "Fuzz a parser, a server or a client",
    operands: [
      OperandSpecification(
        "WHAT", .choices(FuzzSubject.words), help: "What to fuzz: a parser of ftpraw, a server, or a client."),
      OperandSpecification(
        // Bash and fish complete all operands like the last.
        "SERVER", .serverOr(.suggestions(FuzzSubject.words)), isRequired: false, isRepeatable: true,
        help: """
          The server: `ftp://[user[:password]@]host[:port]`, `ftpes://` or `ftps://`; or `--` and a command that \
          starts it in the foreground, where `{port}` is a free port and `{folder}` an empty folder to serve; or both. \
          For a client, `--` and its command.
          """),
    ],
    options: [
      .fuzzSeed, .fuzzRuns, .fuzzTime, .fuzzFirst, .fuzzCase, .fuzzCorpus, .fuzzOracle, .fuzzJobs, .fuzzSave,
      .fuzzParser, .fuzzAddresses, .fuzzListings, .fuzzTimeout, .fuzzDownloads, .fuzzLimit, .fuzzMemory,
      .fuzzRate, .fuzzUntilCovered, .fuzzOwn, .timeoutScale, .passwordFile,
    ] + OptionSpecification.ofTLS,
    environment: [.password, .keyLog],
    details: [
      """
      `replies` generates streams of replies from the grammar and from the ways in which servers break it, mutates \
      them, cuts them into segments, and parses them with every setting of the parser. Each oracle is a claim that \
      must hold for every stream. The first stream that breaks one is minimized and ends the search with status 1.
      """,
      """
      The other parsers are tried in the same way: each has its own inputs, which are mutated, and its own oracles.
      """,
      """
      The input of a run depends only on the seed, the corpus and the number of the run, so any run can be repeated \
      alone, with any number of threads. A run that would end the process is named on standard error first.
      """,
      """
      The summary gives the runs per second and, for `replies`, the number of input shapes covered; a shape is the first digit of a \
      reply, the form of a line, and the position in it where a segment ends.
      """,
      """
      With `--parser`, another program parses the same streams, and each kind of difference is reported once for each \
      rule, with the shortest stream. The program is started in a shell and runs until its input ends. For each stream it reads the length in \
      digits, a line feed, and the stream, which is everything a server says before it closes. It answers with one \
      line: `CODE/LINES` for each reply, then `end`, `open` if an incomplete reply is left, or `error` if it gives up.
      """,
      """
      `--addresses` compares how another program reads the addresses in 227 and 229. It reads a reply line without its \
      line end and answers with host and port, `-` and port if the reply names no host, or `error`.
      """,
      """
      `--listings` compares how another program reads LIST. It reads a line without its line end and answers with \
      `none`, or with kind (`file`, `directory`, `link`, `other`), size, date and name. `-` means unknown; a blank in \
      the name is `\\x20`.
      """,
      """
      `server` sends sequences of commands drawn from the state diagram, so that they get past the login and into \
      transfers, renames and restarts. It then mutates verbs, arguments, Telnet sequences, segments and the order of \
      commands, and makes data connections early, late, twice or never, stops them halfway or resets them. All files \
      are written in one folder, which is removed. Each finding is reported once per oracle and rule, with the \
      shortest sequence that shows it and how often it did; the search goes on. A server that ftpraw started is \
      restarted when it ends.
      """,
      """
      The server must keep to the rules as long as the client does: until the client sends bytes that are not a \
      command, or does not wait for a reply. After each sequence, ftpraw checks that the server takes new sessions, \
      and checks its process, its output and the files next to its folder.
      """,
      """
      `client` starts the client for each run, in an empty folder that is also its `HOME`, against the embedded server \
      with random rules: unexpected replies, addresses, listings, data and timing. In the command, `{host}` and \
      `{port}` are the server, `{url}` is both, as in `ftp://127.0.0.1:2121`, `{user}` and `{password}` log in, \
      `{file}` is a file on the server, `{upload}` a local file to upload, and `{folder}` the local folder. Each \
      finding is minimized and saved as a file for `ftpraw serve --script`.
      """,
      """
      Exit status 0 of a client claims success. With `--downloads`, and with `{upload}` in the command, ftpraw checks \
      that claim.
      """,
    ],
    glossaries: [
      Glossary(
        title: "Parsers",
        entries: FuzzedParser.all.map { Glossary.Entry($0.name, "\($0.summary.sentence)") }),
      Glossary(
        title: "Oracles of parsers",
        entries: ParserOracle.allCases.map { Glossary.Entry($0.rawValue, "\($0.claim.sentence)") }),
      Glossary(
        title: "Oracles of a server",
        entries: ServerOracle.allCases.map { Glossary.Entry($0.rawValue, "\($0.claim.sentence)") }),
      Glossary(
        title: "Oracles of a client",
        entries: ClientOracle.allCases.map { Glossary.Entry($0.rawValue, "\($0.claim.sentence)") }),
    ],
    examples: [
      Example("ftpraw fuzz replies", "Fuzz the reply parser for ten seconds:"),
      Example("ftpraw fuzz replies --seed 1 --runs 1000000", "Repeat a fixed million runs:"),
      Example(
        "ftpraw fuzz replies --case '220-a\\r\\n220\\|\\x20b\\r\\n'", "Check one stream with all oracles:"),
      Example(
        "ftpraw fuzz replies --time 1m --corpus Vectors/rfc --save findings",
        "Start from the replies of vectors, and save findings:"),
      Example(
        "ftpraw fuzz replies --parser 'python3 Tests/Fuzz/adapters/ftplib_adapter.py'",
        "Compare with Python's ftplib (the adapter is in the sources):"),
      Example(
        "ftpraw fuzz replies --addresses 'python3 Tests/Fuzz/adapters/ftplib_addresses.py'",
        "Compare how ftplib reads 227 and 229:"),
      Example(
        "ftpraw fuzz replies --listings 'python3 Tests/Fuzz/adapters/ftputil_listings.py'",
        "Compare with ftputil's readers of LIST, if ftputil is installed:"),
      Example("ftpraw fuzz captures --time 1m", "Fuzz the reader of pcap and pcapng:"),
      Example("ftpraw fuzz server ftp://127.0.0.1:2121 --time 5m --save findings", "Fuzz a running server:"),
      Example(
        "ftpraw fuzz server --runs 100 -- ftpraw serve --port {port}", "Start a server and fuzz it:"),
      Example(
        "ftpraw fuzz client --downloads out --save findings -- curl -sS -o out {url}/{file}",
        "Try a client:"),
      Example("ftpraw fuzz client -- curl -sS -T {upload} {url}/new.bin", "Have it upload:"),
    ],
    exitStatuses: [.fine, .negative, .noConversation, .usage, .localFile, .interrupted],
    action: .asynchronous { invocation async throws(UsageError) in
      switch try FuzzSubject(invocation) {
      case .parser(let parser):
        let plan = try ParserFuzzPlan(invocation, parser)
        return await Interruption.cancels(invocation) { await plan.run() }
      case .server:
        let plan = try ServerFuzzPlan(invocation)
        return await Interruption.cancels(invocation) { await plan.run() }
      case .client:
        let plan = try ClientFuzzPlan(invocation)
        return await Interruption.cancels(invocation) { await plan.run() }
      }
    })
}

extension String {
  /// The words as a sentence.
  fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
