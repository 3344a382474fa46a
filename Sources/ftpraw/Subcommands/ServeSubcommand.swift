import FTPMockServer
import FTPSystem
import FTPTransport

extension Subcommand {
  /// `ftpraw serve [options]`.
  static let serve = Subcommand(
    name: "serve",
    summary: "Serve files to FTP clients by the RFCs, or with chosen faults",
    options: [
      .root, .tree, .readOnly, .inPlace, .lineEnds, .user, .anonymous, .listen, .ipv6Only, .port,
      .passivePorts,
      .passiveAddress, .dialect, .without, .script, .fault, .log, .serveJSON, .once, .maxSessions,
      .idleTimeout, .quota, .host, .serveTLS, .serveReuse, .certificate, .certificateKey, .savedCertificate,
    ],
    details: [
      """
      Once the server listens, it prints its URL on standard output. An interrupt, SIGTERM or SIGHUP ends it, after a \
      421 reply to every session.
      """,
      """
      Without `--root` and `--tree`, it serves example files from memory, and uploads are lost at the end. Without \
      `--user` and `--anonymous`, anyone may log in as `anonymous`, who can write only to `/incoming`. If the files \
      are in memory and the address is loopback, `ftpraw` with the password `secret` may log in too, and can change \
      everything.
      """,
      """
      A tree file has one file or directory per line: a path, then any of `text="..."`, `size=5G`, \
      `time=20240517093000` and `mode=644`. A path that ends with a slash is a directory. Words with spaces go between \
      quotation marks, where `\\n`, `\\"` and `\\xHH` are escapes. A line that begins with `#` is a comment.
      """,
      """
      A script has one rule per line, such as `on the 2nd LIST -> 425`. The first rule that matches a command answers \
      it; commands that match no rule are obeyed. An answer from a rule does not change the state of the server, \
      unless the rule also says `obey quietly`; but a client greeted with 230 is logged in. Texts and patterns may be \
      quoted, with the escapes of a tree file.
      """,
      """
      A fault is something that the server does wrong on purpose, or does correctly in a way that many clients get \
      wrong. Faults can be combined. `--fault list` shows them all, each with the requirement that it breaks or the \
      software known to do it.
      """,
    ],
    glossaries: [.scriptRules, .scriptActions],
    examples: [
      Example("ftpraw serve --port 0 --log -", "Serve the example files and show every conversation:"),
      Example("ftpraw serve --root . --read-only", "Serve a folder to this machine, read-only:"),
      Example("ftpraw serve --script rules.txt", "Answer some commands by rules:"),
      Example(
        "ftpraw serve --tls explicit",
        "Offer TLS, with a self-signed certificate:"),
      Example(
        "ftpraw serve --fault reply-split=2 --fault data-short",
        "Cut every reply in two, and lose the last byte of every file:"),
      Example(
        "ftpraw serve --tree tree.txt --user tester:secret:/pub --once", "Serve one session of a test:"),
    ],
    exitStatuses: [.fine, .noConversation, .usage, .localFile],
    action: .asynchronous { invocation async throws(UsageError) in
      if invocation.values(.fault).contains(FaultListing.word) {
        invocation.console.print(FaultListing(width: invocation.terminalWidth).text, terminator: "")
        return .fine
      }
      let plan = try ServePlan(invocation)
      return await Interruption.cancels { await plan.run() }
    })
}

extension ServePlan {
  /// Serves until an interrupt, a SIGTERM, a SIGHUP, or the end of the only session.
  func run() async -> ExitStatus {
    let log: SessionLog?
    let server: MockServer
    do {
      log = try makeLog()
      DescriptorLimit.raise()
      server = try MockServer.start(try makeConfiguration(log))
      if let file = invocation.value(.savedCertificate), let certificate = server.certificate {
        try WholeFile.write(Array(certificate.utf8), to: file)
      }
    } catch {
      return invocation.report(ConversationFailure(serving: error))
    }
    for address in server.addresses where !address.isLoopback {
      invocation.report("anyone who can reach \(address) can try to log in")
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
  static let root = OptionSpecification(
    "root", value: Value("DIR", .file),
    help: "Serve this folder. No path leads out of it; symbolic links are listed but not followed.")

  static let tree = OptionSpecification(
    "tree", value: Value("FILE", .file),
    help: "Serve the files described in FILE from memory. `-` is standard input.")

  static let readOnly = OptionSpecification(
    "read-only", help: "Allow no changes, whatever rights a user has.")

  static let inPlace = OptionSpecification(
    "in-place",
    help: """
      Write an upload into the existing file of `--root` directly, instead of to a hidden file that replaces it when \
      complete: for folders where ftpraw may not create files, and to keep hard links.
      """)

  static let user = OptionSpecification(
    "user", value: Value("NAME:PASSWORD[:HOME]", .text), isRepeatable: true,
    help: "Let this user log in, with full rights, starting in the directory HOME.")

  static let anonymous = OptionSpecification(
    "anonymous", help: "Also let anyone log in as `anonymous` or `ftp`.")

  static let listen = OptionSpecification(
    "listen", value: Value("ADDRESS", .text), defaultText: "`127.0.0.1`",
    help:
      "Listen on this address, or on the first address of a host name. Any address other than loopback lets others in."
  )

  static let ipv6Only = OptionSpecification(
    "ipv6-only", help: "With `--listen ::`, accept only IPv6; otherwise `::` accepts IPv4 too.")

  static let lineEnds = OptionSpecification(
    "line-ends", value: Value("HOW", .choices(["kept", "literal"])),
    defaultText: "`kept` with `--root`, else `literal`",
    help: """
      How to send a CRLF of a file in ASCII type: `kept` sends it as one line end; `literal`, by the letter of RFC \
      959, as a CR and a line end, that is CR CR LF.
      """)

  static let port = OptionSpecification(
    "port", value: Value("N", .number(0...65_535)), defaultText: "2121",
    help: "Listen on this port; 0 picks a free one.")

  static let passivePorts = OptionSpecification(
    "passive-ports", value: Value("A-B", .text),
    help: "Use ports of this range for passive data connections.")

  static let passiveAddress = OptionSpecification(
    "passive-address", value: Value("ADDRESS", .text),
    help: "Announce this address in replies to `PASV` and `LPSV`, as a server behind a NAT must.")

  static let host = OptionSpecification(
    "host", value: Value("NAME", .text), isRepeatable: true,
    help: """
      Accept this name in `HOST`, besides `localhost`. With `--tls` and without `--cert`, each name has a certificate of \
      its own, which a client gets that names the host by `HOST` before `AUTH`, or in the handshake (SNI). May be given \
      more than once.
      """)

  static let serveTLS = OptionSpecification(
    "tls", value: Value("MODE", .choices(ServerTLS.Mode.allCases.map(\.rawValue))),
    help: """
      Offer TLS, with the system's OpenSSL: `explicit` on `AUTH TLS`, `required` to refuse clients without it, \
      `implicit` from the first byte.
      """)

  static let serveReuse = OptionSpecification(
    "tls-reuse",
    help: "Accept TLS data connections only if they resume the TLS session of their control connection.")

  static let certificate = OptionSpecification(
    "cert", value: Value("FILE", .file),
    help: """
      The certificate for `--tls` and its chain (PEM). Without it, ftpraw makes a self-signed certificate and prints \
      its fingerprint on standard error.
      """)

  static let certificateKey = OptionSpecification(
    "key", value: Value("FILE", .file), defaultText: "the file of `--cert`",
    help: "The private key of the certificate (PEM).")

  static let savedCertificate = OptionSpecification(
    "save-cert", value: Value("FILE", .file),
    help: "Write the self-signed certificate of this run to FILE (PEM), for clients to trust.")

  static let dialect = OptionSpecification(
    "dialect", value: Value("D", .choices(ListingDialect.all.map(\.name))),
    defaultText: "`\(ListingDialect.unix.name)`",
    help: "List files, and answer `SYST`, like another kind of server.")

  static let without = OptionSpecification(
    "without", value: Value("VERB", .command), isRepeatable: true,
    help: "Do not implement this command, and leave it out of `FEAT` and `HELP`, like an older server.")

  static let script = OptionSpecification(
    "script", value: Value("FILE", .file),
    help: """
      Answer commands by the rules in FILE; if its name ends in `.ftpv`, play the server's side of that vector. `-` is \
      standard input.
      """)

  static let fault = OptionSpecification(
    "fault", value: Value("NAME[=VALUE]", .fault), isRepeatable: true,
    help: "Turn on this fault; `--fault list` lists them all.")

  static let log = OptionSpecification(
    "log", value: Value("FILE", .file),
    help: """
      Append every conversation to FILE as it happens, each line with the number of its session. `-` is standard \
      output.
      """)

  /// `--json`, of `serve`.
  static let serveJSON = OptionSpecification(
    "json",
    help: """
      Log one JSON object per event, one per line, with its `session`; Vectors/README.md in the sources has the \
      schema. Without `--log`, the log goes to standard output.
      """)

  static let once = OptionSpecification("once", help: "Exit after the first session.")

  static let maxSessions = OptionSpecification(
    "max-sessions", value: Value("N", .number(1...1_000_000)), defaultText: "4096",
    help: "Answer further clients with 421 while N sessions are open.")

  static let quota = OptionSpecification(
    "quota", value: Value("MIB", .number(1...1_048_576)), defaultText: "256",
    help: """
      Keep at most MIB mebibytes of files in memory, including unfinished uploads; an upload beyond that gets 552 and \
      is removed. Files of `--root` are on disk and do not count.
      """)

  static let idleTimeout = OptionSpecification(
    "idle-timeout", value: Value("SPAN", .duration), defaultText: "5m",
    help: """
      End a session with 421 if no command comes for this long, and a transfer with 426 if no data moves, which without \
      this option takes 60 seconds.
      """)
}
