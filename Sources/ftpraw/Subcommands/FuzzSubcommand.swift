import FTPFuzzing
import FTPSystem

extension Subcommand {
  /// What `fuzz` tries.
  private static let subjects = FuzzSubject.allCases.map(\.rawValue)

  /// `ftpraw fuzz replies [options]`, `ftpraw fuzz server [options] URL|-- COMMAND...` and
  /// `ftpraw fuzz client [options] -- COMMAND...`.
  static let fuzz = Subcommand(
    "fuzz",
    summary: "Try the reply parser, a server or a client with the unexpected",
    operands: [
      OperandSpecification(
        "WHAT", .choices(subjects), help: "What is tried: the parser of replies, a server, or a client."),
      OperandSpecification(
        // Bash and fish complete all operands like the last.
        "SERVER", .serverOr(.suggestions(subjects)), isRequired: false, isRepeatable: true,
        help: """
          The server: `ftp://[user[:password]@]host[:port]`, `ftpes://` or `ftps://`, or `--` and the command that starts one, or both. In the command \
          `{port}` stands for a free port and `{folder}` for an empty folder to serve; it stays in the foreground. Or `--` and the \
          command of a client.
          """),
    ],
    options: [
      .fuzzSeed, .fuzzRuns, .fuzzTime, .fuzzFirst, .fuzzCase, .fuzzCorpus, .fuzzOracle, .fuzzJobs, .fuzzSave,
      .fuzzParser, .fuzzAddresses, .fuzzListings, .fuzzTimeout, .fuzzDownloads, .fuzzLimit, .fuzzMemory,
      .fuzzRate, .fuzzUntilCovered, .fuzzOwn, .passwordFile,
    ] + OptionSpecification.ofTLS,
    environment: [.password, .keyLog],
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
      """
      `--listings` does it with a reader of LIST. It is sent a line without its end, and answers with `none`, or with kind (`file`, \
      `directory`, `link`, `other`), size, date and name. Of what it does not know it says `-`; a blank in the name is `\\x20`.
      """,
      """
      A server gets sequences that are drawn from the state diagram, so that they come past the login, into transfers, renames \
      and restarts, and then changed: verbs, arguments, Telnet, segments, the order of things, and data connections that come \
      early, late, twice or never, stop halfway or are reset. Files are written in one folder, which is removed. What is found \
      is told once for each oracle and rule, with the shortest sequence that shows it and how often it did, and the search goes \
      on. A server that was started is started again when it ends.
      """,
      """
      A server is held to the rules while the client keeps to them: up to the first bytes that are no command, or that come before \
      the reply to those before. Its new sessions, its process, its output and the files beside its folder are looked at after \
      each sequence.
      """,
      """
      A client is started anew for each run, in an empty folder, which is its `HOME` as well, and finds the embedded server with some \
      rules: replies, addresses, listings, data and moments as no client expects them. In the command `{port}` stands for the port, \
      `{host}` for the host, `{url}` for both, as in `ftp://127.0.0.1:2121`, `{user}` and `{password}` for somebody who may log in, `{file}` \
      for a file that is there, `{upload}` for one in its folder that it may upload, and `{folder}` for that folder. What is found is made \
      small, and is a file for `ftpraw serve --script`.
      """,
      """
      A client that ends with status 0 says that all went well. With `--downloads`, and with `{upload}` in the command, that is not \
      taken on trust.
      """,
    ],
    glossaries: [
      Glossary(
        title: "Oracles of replies",
        entries: ReplyOracle.allCases.map { Glossary.Entry($0.rawValue, "\($0.claim.sentence)") }),
      Glossary(
        title: "Oracles of a server",
        entries: ServerOracle.allCases.map { Glossary.Entry($0.rawValue, "\($0.claim.sentence)") }),
      Glossary(
        title: "Oracles of a client",
        entries: ClientOracle.allCases.map { Glossary.Entry($0.rawValue, "\($0.claim.sentence)") }),
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
      Example(
        "ftpraw fuzz replies --listings 'python3 Tests/Fuzz/adapters/ftputil_listings.py'",
        "Compare with the readers of LIST of ftputil, where that is installed:"),
      Example("ftpraw fuzz server ftp://127.0.0.1:2121 --time 5m --save findings", "Try a server that runs:"),
      Example(
        "ftpraw fuzz server --runs 100 -- ftpraw serve --port {port}", "Start a server and try it:"),
      Example(
        "ftpraw fuzz client --downloads out --save findings -- curl -sS -o out {url}/{file}",
        "Try a client:"),
      Example("ftpraw fuzz client -- curl -sS -T {upload} {url}/new.bin", "Have it upload:"),
    ],
    exitStatuses: [.fine, .negative, .noConversation, .usage, .localFile, .interrupted],
    action: .asynchronous { invocation async throws(UsageError) in
      switch try FuzzSubject(invocation) {
      case .replies:
        let plan = try FuzzPlan(invocation)
        return await Interruption.cancels { await plan.run() }
      case .server:
        let plan = try ServerFuzzPlan(invocation)
        return await Interruption.cancels { await plan.run() }
      case .client:
        let plan = try ClientFuzzPlan(invocation)
        return await Interruption.cancels { await plan.run() }
      }
    })
}

extension String {
  /// The words as a sentence.
  fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
