import FTPMockServer
import FTPSystem
import FTPTransport

extension Subcommand {
  /// `ftpraw serve [options]`.
  static let serve = Subcommand(
    "serve",
    summary: "Serve files to FTP clients, as the RFCs ask",
    options: [
      .root, .tree, .readOnly, .lineEnds, .user, .anonymous, .listen, .ipv6Only, .port, .passivePorts,
      .passiveAddress, .dialect, .without, .script, .fault, .log, .serveJSON, .once, .maxSessions,
      .idleTimeout, .quota, .serveTLS, .serveReuse, .certificate, .certificateKey,
    ],
    details: [
      """
      When the server listens, standard output gets one line with its URL. It ends on an interrupt and on SIGTERM, \
      once every session has been told so with a 421 reply.
      """,
      """
      Without `--root` and `--tree` there are example files in memory, and what is uploaded is gone at the end. \
      Without `--user` and `--anonymous` anybody may log in as `anonymous`, who changes nothing outside of `/incoming`; \
      where the files are in memory and the address is a loopback one, so may `ftpraw` with the password `secret`, \
      who changes everything.
      """,
      """
      A tree file has one file or directory a line: a path, then any of `text="..."`, `size=5G`, \
      `time=20240517093000` and `mode=644`. A path that ends with a slash is a directory; a word with spaces stands \
      between quotation marks, where `\\n`, `\\"` and `\\xHH` are escapes; a line that begins with `#` is a comment.
      """,
      """
      A script has one rule a line, such as `on the 2nd LIST -> 425`. The first rule that matches a command speaks; the \
      others are obeyed. What a rule answers changes nothing in what the server knows, unless `obey quietly` stands \
      beside it, but that a client greeted with 230 is logged in. Texts and patterns may stand between quotation marks, with the escapes of a tree file.
      """,
      """
      A fault is something that the server does wrong on purpose, or does right in a way that many clients get wrong. \
      Faults add up; `--fault list` shows them all, each with the requirement that it breaks or the software that was \
      seen to do it.
      """,
    ],
    glossaries: [.scriptRules, .scriptActions],
    examples: [
      Example("ftpraw serve --port 0 --log -", "Serve the example files and show every conversation:"),
      Example("ftpraw serve --root . --read-only", "Serve a folder to this machine, to look at only:"),
      Example("ftpraw serve --script rules.txt", "Answer some commands as rules say:"),
      Example(
        "ftpraw serve --tls explicit",
        "Speak TLS with clients that ask for it, with a certificate made on the spot:"),
      Example(
        "ftpraw serve --fault reply-split=2 --fault data-short",
        "Cut every reply in two, and lose the last byte of every file:"),
      Example(
        "ftpraw serve --tree tree.txt --user tester:secret:/pub --once", "Serve one session of a test:"),
    ],
    exitStatuses: [.fine, .noConversation, .usage, .localFile],
    action: .asynchronous { invocation async throws(UsageError) in
      if invocation.values(.fault).contains(FaultListing.word) {
        let console = invocation.console
        let width = console.isTerminal(.output) ? HelpPage.width(console) : nil
        console.print(FaultListing(width: width).text, terminator: "")
        return .fine
      }
      let plan = try ServePlan(invocation)
      return await Interruption.cancels { await plan.run() }
    })
}

extension ServePlan {
  /// Serves until an interrupt, a SIGTERM, or the end of the only session.
  func run() async -> ExitStatus {
    let log: SessionLog?
    let server: MockServer
    do {
      log = try makeLog()
      DescriptorLimit.raise()
      server = try MockServer.start(try makeConfiguration(log))
    } catch {
      let failure = ServeFailure(error)
      invocation.report(failure.message)
      return failure.status
    }
    for address in server.addresses where !address.isLoopback {
      invocation.report("anybody who can reach \(address) can try to log in")
    }
    invocation.console.print(server.url)
    log?.open()
    await withTaskCancellationHandler {
      await BlockingThread.run { server.waitUntilStopped() }
    } onCancel: {
      server.beginToStop()
    }
    guard let failure = log?.failure else { return .fine }
    invocation.report(failure)
    return .localFile
  }
}

extension OptionSpecification {
  /// `--root DIR`.
  static let root = OptionSpecification(
    "root", value: Value("DIR", .file),
    help: "Serve this folder. No name leads out of it; symbolic links are shown and not followed.")

  /// `--tree FILE`.
  static let tree = OptionSpecification(
    "tree", value: Value("FILE", .file),
    help: "Serve files in memory that FILE describes. `-` is standard input.")

  /// `--read-only`.
  static let readOnly = OptionSpecification(
    "read-only", help: "Let nobody change anything, whatever their rights are.")

  /// `--user NAME:PASSWORD[:HOME]`.
  static let user = OptionSpecification(
    "user", value: Value("NAME:PASSWORD[:HOME]", .text), isRepeatable: true,
    help: "Let a user log in, who may change everything and begins in the directory HOME.")

  /// `--anonymous`.
  static let anonymous = OptionSpecification(
    "anonymous", help: "Let anybody log in as `anonymous` or `ftp`, beside the users named.")

  /// `--listen ADDRESS`.
  static let listen = OptionSpecification(
    "listen", value: Value("ADDRESS", .text), defaultText: "`127.0.0.1`",
    help:
      "Listen on this address, or on the first one of a name. Anything but a loopback address lets strangers in."
  )

  /// `--ipv6-only`.
  static let ipv6Only = OptionSpecification(
    "ipv6-only", help: "Leave IPv4 out where `--listen` is `::`, which otherwise takes both.")

  /// `--line-ends HOW`.
  static let lineEnds = OptionSpecification(
    "line-ends", value: Value("HOW", .choices(["kept", "literal"])),
    defaultText: "`kept` with `--root`, else `literal`",
    help: """
      What becomes of a CRLF in a file that is sent in ASCII type: it is the line end that it looks like, or, by the \
      letter of RFC 959, a CR and a line end, which travel as CR CR LF.
      """)

  /// `--port N`.
  static let port = OptionSpecification(
    "port", value: Value("N", .number(0...65_535)), defaultText: "2121",
    help: "Listen on this port; 0 is one that is free.")

  /// `--passive-ports A-B`.
  static let passivePorts = OptionSpecification(
    "passive-ports", value: Value("A-B", .text),
    help: "Announce ports of this range for passive data connections.")

  /// `--passive-address ADDRESS`.
  static let passiveAddress = OptionSpecification(
    "passive-address", value: Value("ADDRESS", .text),
    help: "Announce this address in answer to `PASV` and `LPSV`, as a server behind a NAT has to.")

  /// `--tls MODE`.
  static let serveTLS = OptionSpecification(
    "tls", value: Value("MODE", .choices(ServerTLS.Mode.allCases.map(\.rawValue))),
    help: """
      Speak TLS, for which the system's OpenSSL is loaded: after `AUTH TLS` for clients that ask for it, after `AUTH TLS` \
      and never in clear, or from the first byte.
      """)

  /// `--tls-reuse`.
  static let serveReuse = OptionSpecification(
    "tls-reuse",
    help: "Take data connections under TLS only where they resume a session of their control connection.")

  /// `--cert FILE`.
  static let certificate = OptionSpecification(
    "cert", value: Value("FILE", .file),
    help: """
      The certificate for `--tls` with the chain above it, in PEM. Without one a certificate is made that is signed by \
      itself, and its fingerprint is printed on standard error.
      """)

  /// `--key FILE`.
  static let certificateKey = OptionSpecification(
    "key", value: Value("FILE", .file), defaultText: "the file of `--cert`",
    help: "The key of the certificate, in PEM.")

  /// `--dialect D`.
  static let dialect = OptionSpecification(
    "dialect", value: Value("D", .choices(ListingDialect.all.map(\.name))),
    defaultText: "`\(ListingDialect.unix.name)`",
    help: "List files, and answer `SYST`, as another kind of system does.")

  /// `--without VERB`.
  static let without = OptionSpecification(
    "without", value: Value("VERB", .command), isRepeatable: true,
    help: "Do not know this command, and leave it out of `FEAT` and `HELP`, as an older server does.")

  /// `--script FILE`.
  static let script = OptionSpecification(
    "script", value: Value("FILE", .file),
    help: """
      Do what the rules in FILE say for the commands that they name; where its name ends in `.ftpv`, play the server's side of \
      that vector. `-` is standard input.
      """)

  /// `--fault NAME[=VALUE]`.
  static let fault = OptionSpecification(
    "fault", value: Value("NAME[=VALUE]", .fault), isRepeatable: true,
    help: "Do this one thing wrong; `--fault list` shows what there is.")

  /// `--log FILE`.
  static let log = OptionSpecification(
    "log", value: Value("FILE", .file),
    help: """
      Append every conversation to FILE as it goes on, each line after the number of its session. `-` is standard \
      output, after the URL.
      """)

  /// `--json`, of `serve`.
  static let serveJSON = OptionSpecification(
    "json",
    help: """
      Log one JSON object a line for each event, with its `session`; Vectors/README.md in the sources has the rest of \
      the schema. Without `--log` the log goes to standard output.
      """)

  /// `--once`.
  static let once = OptionSpecification("once", help: "End after the first session.")

  /// `--max-sessions N`.
  static let maxSessions = OptionSpecification(
    "max-sessions", value: Value("N", .number(1...1_000_000)), defaultText: "4096",
    help: "Greet a client with 421 when there are so many sessions already.")

  /// `--quota MIB`.
  static let quota = OptionSpecification(
    "quota", value: Value("MIB", .number(1...1_048_576)), defaultText: "256",
    help: """
      Keep so many mebibytes of files in memory, those under way included; an upload that needs more ends with 552 and \
      leaves nothing behind. What `--root` serves is on disk and not counted.
      """)

  /// `--idle-timeout SPAN`.
  static let idleTimeout = OptionSpecification(
    "idle-timeout", value: Value("SPAN", .duration), defaultText: "5m",
    help: "End a session with 421 when no command comes for so long.")
}
