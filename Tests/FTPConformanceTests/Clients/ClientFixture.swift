import FTPConversation
import FTPProtocol
import FTPSystem

@testable import FTPConformance

/// A run in which a client is tested and nothing changes from run to run.
enum ClientFixture {
  /// Something that not every client can do.
  static let upload = Need("upload")

  /// The report of a client that gets some things wrong.
  static func report(comparedWith baseline: BaselineComparison? = nil) async -> RunReport {
    await report(of: client("getter 2.1"), scenarios, comparedWith: baseline)
  }

  /// The report of a client that gets everything right.
  static func faultless() async -> RunReport {
    let scenarios = scenarios.map { scenario in
      StubScenario(entry: scenario.entry) { _ in (nil, fetching) }
    }
    return await report(of: client("fetcher 0.9"), scenarios, unmet: [:])
  }

  /// The table entries of the scenarios.
  static let cases = scenarios.map(\.entry)

  private static func client(_ name: String) -> TestedParty {
    var members = TestedParty.Members()
    members.target = [.init("name", .string(name)), .init("command", "getter -q {url}")]
    members.facts = [.init("uploads", false)]
    return TestedParty(
      .client, name, words: ["\(name) (C) the authors", "Built without <TLS>"], json: members,
      command: TestedParty.Command(subcommand: "check", operands: ["--client", "getter -q {url}"]))
  }

  private static func report(
    of client: TestedParty, _ scenarios: [StubScenario],
    unmet: [Need: String] = [upload: "the command line has no {file}"],
    comparedWith baseline: BaselineComparison? = nil
  ) async -> RunReport {
    var options = RunOptions()
    options.jobs = 1
    options.baseline = baseline
    let stub = ClientStub(client, unmet: unmet, evidence: fetching)
    let run = await CaseRun(runner: stub, cases: scenarios, options: options) { _ in }.run()
    // The same, with a fixed start time and duration.
    var report = RunReport(run.party, options, started: LocalClock.WallTime(seconds: 1_767_225_600))
    report.duration = .milliseconds(250)
    (report.needs, report.sanity, report.cases) = (run.needs, run.sanity, run.cases)
    return report
  }

  private static let scenarios = [
    scenario(
      "rfc959/5.4/wait-for-greeting", "Nothing is sent before the greeting.", "959:5.4:wait-for-greeting"
    ) {
      _ in (nil, fetching)
    },
    scenario(
      "rfc959/5.4/wait-for-final", "The next command waits for the final reply.", "959:5.4:wait-for-final",
      scope: .everything
    ) { _ in (nil, fetching) },
    scenario(
      "rfc959/6/error-digit", "A reply that is out of step is reported.", "959:6:error-digit-in-step",
      needs: [upload]
    ) { _ in (nil, fetching) },
    scenario(
      "rfc1123/4.1.2.6/pasv-per-transfer", "Each transfer has a PASV of its own.",
      "1123:4.1.2.6:pasv-per-transfer"
    ) { _ in (nil, StubEvidence(conversations: [sloppy], ending: .wrong)) },
    scenario(
      "rfc1123/4.1.2.11/first-digit", "226 to TYPE is as good as 200.", "1123:4.1.2.11:first-digit-decides"
    ) {
      _ in
      let finding = Finding(
        "1123:4.1.2.11:first-digit-decides", expected: "RETR after 226 to TYPE", received: "QUIT")
      return (.found(finding), fetching)
    },
    scenario("rfc3659/4/size-550", "A file is fetched though SIZE is refused.", "3659:4:size-550-client") {
      _ in
      let finding = Finding(
        "3659:4:size-550-client", expected: "the file and exit status 0", received: "exit status 1")
      let evidence = StubEvidence(
        conversations: [refusedSize], ending: .clean,
        exhibits: [
          .init("exit status", ["1"]), .init("standard error", ["getter: <notes.txt> is not there \\x1b[0m"]),
          .init("disk", []),
        ])
      return (.found(finding), evidence)
    },
    scenario("rfc3659/6/tvfs-extra", "Text after TVFS is ignored.", "3659:6:tvfs-extra-ignored") {
      _ in
      (.unsupported("it never asks for FEAT"), fetching)
    },
    scenario(
      "rfc1123/4.1.4/unexpected-replies", "Replies that answer nothing do no harm.",
      "1123:4.1.4:unexpected-replies"
    ) { attempt in
      guard attempt == 1 else { return (nil, fetching) }
      let finding = Finding(
        "1123:4.1.4:unexpected-replies", expected: "an end", received: "still running after 10 s")
      return (.found(finding), StubEvidence())
    },
  ]

  private static func scenario(
    _ id: CaseID, _ title: String, _ requirement: RequirementID, needs: [Need] = [],
    scope: ConformanceCase.Scope = .own,
    play: @escaping @Sendable (Int) -> (stop: CaseStop?, evidence: StubEvidence)
  ) -> StubScenario {
    StubScenario(
      entry: ConformanceCase(
        id, title, of: .client, [requirement], needs: needs, scope: scope, tags: ["fixture"],
        traits: [.init(name: "task", value: "fetch")]), play: play)
  }

  /// A client that fetches a file correctly.
  private static let fetching = StubEvidence(
    conversations: [
      conversation { recorder in
        logIn(recorder)
        passive(recorder)
        fetch(recorder, "notes.txt")
        command(recorder, "QUIT", 221, "Bye.")
      }
    ], ending: .clean)

  /// A client that gives up because SIZE is refused.
  private static let refusedSize = conversation { recorder in
    logIn(recorder)
    command(recorder, "SIZE notes.txt", 550, "Not in ASCII type.")
    command(recorder, "QUIT", 221, "Bye.")
  }

  /// A client that fetches two files after one PASV, and does not wait for the second.
  private static let sloppy = conversation { recorder in
    logIn(recorder)
    passive(recorder)
    fetch(recorder, "notes.txt")
    fetch(recorder, "again.txt", meanwhile: "SYST")
    recorder.reply(Reply(215, "UNIX Type: L8"))
  }

  private static func logIn(_ recorder: ConversationRecorder) {
    recorder.reply(Reply(220, "Ready."))
    command(recorder, "USER anonymous", 331, "Any password.")
    command(recorder, "PASS anonymous@", 230, "Welcome.")
  }

  private static func passive(_ recorder: ConversationRecorder) {
    command(recorder, "PASV", 227, "Entering Passive Mode (192,0,2,1,4,1)")
  }

  private static func fetch(_ recorder: ConversationRecorder, _ name: String, meanwhile line: String? = nil) {
    recorder.commandBytes("RETR \(name)\r\n".utf8)
    let opening = ConversationMark.Opening(isPassive: true, local: "192.0.2.1:1025", peer: "192.0.2.9:40002")
    let connection = recorder.dataOpened(opening)
    recorder.reply(Reply(150, "Here it comes."))
    if let line { recorder.commandBytes("\(line)\r\n".utf8) }
    recorder.data(connection, .download, Array("one line\r\n".utf8).span)
    recorder.dataClosed(connection, .closedByServer)
    recorder.reply(Reply(226, "Done."))
  }

  private static func command(
    _ recorder: ConversationRecorder, _ line: String, _ code: ReplyCode, _ text: String
  ) {
    recorder.commandBytes("\(line)\r\n".utf8)
    recorder.reply(Reply(code, text))
  }

  /// One event per millisecond.
  private static func conversation(_ body: (ConversationRecorder) -> Void) -> CaseAttempt.Conversation {
    let ticks = Guarded(0)
    let recorder = ConversationRecorder(limits: RecordingLimits()) {
      .milliseconds(
        ticks.withLock { ticks in
          ticks += 1
          return ticks
        })
    }
    recorder.controlOpened(local: "192.0.2.1:21", peer: "192.0.2.9:40001")
    body(recorder)
    recorder.controlClosed(.byClient)
    return CaseAttempt.Conversation(recorder.transcript, verdicts: recorder.verdicts, against: .client)
  }
}
