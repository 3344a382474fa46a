import FTPClient
import FTPReplay
import FTPSystem

extension Subcommand {
  /// `ftpraw replay [options] [PATH...]`.
  static let replay = Subcommand(
    "replay",
    summary: "Replay vectors against client and mock server, or a live server",
    operands: [
      OperandSpecification(
        "PATH", .file, isRequired: false, isRepeatable: true,
        help: "A vector, or a folder of vectors (`*.ftpv`). Without one it is the folder `Vectors`.")
    ],
    options: [.against, .filter, .replayJobs, .timeout, .passwordFile, .replayJSON, .junit]
      + OptionSpecification.ofTLS,
    environment: [.password, .keyLog],
    details: [
      """
      A vector is replayed in three ways. Without sockets its server's bytes go to the parser and the judge, cut at every \
      single place. Its server's side is played over a socket to the client of this program, and its client's side is \
      sent to a mock server that has the files and the users which the vector shows. What each reply means has to be \
      what the vector says.
      """,
      """
      Against a live server its replies have to mean the same as those of the vector: the same step of the diagram, the \
      same box. Who logs in is the user of the URL. The server is sent what the vectors say, so let it be one that may be \
      changed.
      """,
      """
      Over `ftpes://` and `ftps://` the vectors are replayed under TLS: what there is to say for it is said between their lines, and \
      those that negotiate about protection themselves are skipped. Over `ftp://` the client does with TLS what the vector says.
      """,
    ],
    examples: [
      Example("ftpraw replay", "Replay all vectors of this folder:"),
      Example("ftpraw replay --filter 'rfc/959/*' --against client", "Play some of them to the client:"),
      Example(
        "ftpraw replay --against ftp://tester:secret@localhost:2121 Vectors/rfc/959",
        "See where a server means something else:"),
    ],
    exitStatuses: [.fine, .negative, .noConversation, .usage, .localFile, .interrupted],
    action: .asynchronous { invocation async throws(UsageError) in
      let plan = try ReplayPlan(invocation)
      return await Interruption.cancels { await plan.run() }
    })
}

extension ReplayPlan {
  /// Replays everything and tells what was found.
  func run() async -> ExitStatus {
    let files: [VectorFile]
    let ways: [ReplayRunner.Way]
    do {
      files = try VectorFile.find(paths, filter: filter)
      ways = try await makeWays()
    } catch {
      return invocation.report(ConversationFailure(error))
    }
    guard !files.isEmpty else {
      invocation.report("no vector (*.ftpv) there\(filter == nil ? "" : " that the filter lets through")")
      return .usage
    }
    let console = invocation.console
    let readable = files.compactMap { file in file.vector.map { (file, $0) } }
    let progress = ReplayProgress(console: console, count: readable.count)
    let runner = ReplayRunner(ways, jobs: jobs)
    let results = await runner.run(readable.map(\.1)) { _, results in progress.advance(results) }
    progress.end()
    guard !Task.isCancelled else { return .interrupted }
    var report = ReplayReport(ways: ways.map(\.target), target: serverText, again: again)
    for (file, results) in zip(readable.map(\.0), results) { report.add(file, results) }
    for file in files { if case .malformed(let error) = file.content { report.add(file, error) } }
    do throws(LocalFileError) { try tell(report) } catch {
      invocation.report(error.description)
      return .localFile
    }
    return report.isClean ? .fine : .negative
  }

  private func tell(_ report: ReplayReport) throws(LocalFileError) {
    let console = invocation.console
    if invocation.flag(.replayJSON) {
      console.print(report.json.text)
      return
    }
    let file = invocation.value(.junit)
    let document = file == nil ? [] : Array(report.junit.document.utf8)
    guard file != "-" else { return console.write(document, to: .output) }
    console.print(report.text, terminator: "")
    if let file { try WholeFile.write(document, to: file) }
  }
}

extension OptionSpecification {
  /// `--against client|mock|URL`.
  static let against = OptionSpecification(
    "against", value: Value("TARGET", .serverOr(.suggestions(["client", "mock"]))),
    help: """
      Replay with one target alone: the `client` of this program, its `mock` server, or the server of an URL \
      (`ftp://[user[:password]@]host[:port]`, `ftpes://`, `ftps://`).
      """)

  /// `--filter GLOB`.
  static let filter = OptionSpecification(
    "filter", value: Value("GLOB", .text),
    help: """
      Replay only the vectors whose id, or whose path below the folder, is as GLOB says; `*` stands for anything, `?` for \
      one character.
      """)

  /// `--jobs N`, of `replay`.
  static let replayJobs = OptionSpecification(
    "jobs", value: Value("N", .number(1...256)), defaultText: "two for each processor; 1 with an URL",
    help: "Replay so many vectors at a time.")

  /// `--json`, of `replay`.
  static let replayJSON = OptionSpecification(
    "json",
    help: """
      Print one JSON object with counts, differences and what each vector came to; Vectors/README.md in the sources has \
      the schema.
      """)

  /// `--junit FILE`.
  static let junit = OptionSpecification(
    "junit", value: Value("FILE", .file),
    help:
      "Also write a report in the XML form of JUnit to FILE. `-` is standard output, which then has nothing else."
  )
}
