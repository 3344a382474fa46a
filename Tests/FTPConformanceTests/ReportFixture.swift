import FTPClient
import FTPConversation
import FTPProtocol
import FTPSystem

@testable import FTPConformance

/// A report in which nothing changes from run to run, with one case for every verdict, and a server whose replies look
/// like markup.
enum ReportFixture {
  /// What a hostile server says: markup of each form, an escape sequence, half a UTF-8 character.
  static let hostile =
    "<script>alert('1')</script> & ]]> --> `a` ```b``` | **c** [d](e) @all #1 \\ \"q\" # SKIP \u{1B}[31m\u{202E}"

  /// The server.
  static let server = TestedServer(
    host: "ftp.example.org", port: 21, login: Credentials("ftpraw", password: "hidden-4711"))

  /// The report.
  static let report: RunReport = {
    var options = RunOptions()
    options.jobs = 8
    options.seed = 7
    var facts = ServerFacts()
    facts.greeting = Reply(
      220, "Mind the house rules.", "Welcome to Pure-FTPd \(hostile)", "Bye after 15 minutes.")
    facts.system = Reply(215, "UNIX Type: L8")
    facts.featureReply = Reply(211, "Features", " SIZE", "End")
    facts.features = FeatureList([FeatureList.Feature("SIZE")])
    facts.roundTrip = .microseconds(420)
    var report = RunReport(
      TestedParty(server, knowing: facts), options, started: LocalClock.WallTime(seconds: 1_767_225_600))
    report.duration = .milliseconds(12_345)
    report.needs = [
      RunReport.NeedReport(need: .data, reason: nil),
      RunReport.NeedReport(need: .writeAccess, reason: "550 No \(VectorText.escape(hostile.utf8))"),
    ]
    report.sanity = [attempt(.pass, [login220]), attempt(.pass, [login220])]
    report.cases = cases
    report.leftovers = ["/ftpraw-check-1/<b>"]
    return report
  }()

  /// A report of a server that never answered.
  static let unusable: RunReport = {
    var report = RunReport(
      TestedParty(TestedServer(host: "192.0.2.1", port: 21), knowing: ServerFacts()), RunOptions(),
      started: LocalClock.WallTime(seconds: 0))
    report.sanity = [
      CaseAttempt(
        verdict: .error, reason: "no greeting within 10 s", findings: [],
        conversations: [], ending: .none, duration: .seconds(10))
    ]
    report.problem = "no greeting within 10 s"
    report.cases = cases.map { CaseReport($0.entry, skipped: "the server is not usable") }
    return report
  }()

  /// The same report compared with a baseline, with one case for every standing.
  static let baselined: RunReport = {
    var baseline = Baseline(comment: [])
    baseline.entries = [
      .init("rfc959/4.2/reply-line", .fail, reason: "Talked nonsense."),
      .init("rfc959/4.2/unknown-command", .fail, reason: "Since 1993. \(hostile)"),
      .init("rfc959/4.1.3/stor-creates", .warn, until: CalendarDate("2027-01-31"), reason: "Gr\u{F6}\u{DF}e"),
      .init("rfc1123/4.1.2.6/not-run", .fail, reason: "Nobody may write."),
      .init("rfc2428/3/advertised", .fail, reason: "Promised."),
      .init("rfc2428/3/now-and-then", .flaky),
      .init("rfc2428/3/one-address", .fail, until: CalendarDate("2020-02-29"), reason: "Moves house."),
      .init("rfc2428/3/gone", .fail, reason: "Was here once."),
    ]
    var options = report.options
    options.baseline = BaselineComparison(
      baseline, name: "known.txt", on: CalendarDate(report.started), cases: cases.map(\.entry))
    var baselined = RunReport(report.party, options, started: report.started)
    baselined.duration = report.duration
    baselined.sanity = report.sanity
    baselined.cases = cases
    return baselined
  }()

  private static let cases: [CaseReport] = {
    let shown = VectorText.escape(hostile.utf8)
    let wrong = Finding(
      "959:4.2:first-digit", expected: "500 to XYZZ", received: "200 \(shown)")
    let late = Finding(
      "959:4.1.3:stor-creates", atMost: .should, expected: "a file with 9 bytes", received: "8 bytes")
    var watching = CaseReport(
      entry(
        "rfc2428/3/one-address", "Every passive reply names the server.", "2428:3:epsv-reply-form",
        .everything),
      [attempt(.pass, [login220])])
    watching.add([
      CaseReport.Witness(
        seenIn: "rfc959/4.1.3/stor-creates",
        verdict: Verdict(
          "2428:3:epsv-reply-form", by: .server, expected: "an address of the server", received: "192.0.2.1"),
        conversation: transfer, sightings: 3, runs: 3)
    ])
    var unknown = CaseReport(
      entry(
        "rfc959/4.2/unknown-command", "An unknown command gets 500.",
        "959:4.2:unknown-command-500"),
      Array(repeating: attempt(.fail, [hostileConversation], [wrong], ending: .reset), count: 3))
    unknown.evidence = CaseEvidence(
      smallest: SmallestConversation(
        commands: ["XYZZ"], omitted: 2, lines: ["C> XYZZ", "S> 200 \(shown)"],
        send: "ftpraw send -s ftp://ftpraw@ftp.example.org:21 XYZZ"),
      contrast: ConversationContrast(
        difference: "without TYPE I",
        wrong: .init(commands: ["NOOP", "TYPE I", "XYZZ"], received: "200 \(shown)"),
        other: .init(commands: ["NOOP", "XYZZ"], received: "500 What?"), isSame: false))
    return [
      CaseReport(
        entry("rfc959/4.2/reply-line", "Every reply is a line `code text`.", "959:4.2:reply-line"),
        [attempt(.pass, [login220])]),
      unknown,
      CaseReport(
        entry("rfc959/4.1.3/stor-creates", "STOR makes a file.", "959:4.1.3:stor-creates"),
        Array(repeating: attempt(.warn, [transfer, login220], [late]), count: 3)),
      CaseReport(
        entry("rfc1123/4.1.2.6/not-there", "What is not there is refused.", "1123:4.1.2.6:pasv-implemented"),
        [attempt(.unsupported, [login220], reason: "502 Command not implemented.")]),
      CaseReport(
        entry("rfc1123/4.1.2.6/not-run", "What cannot be run is not run.", "1123:4.1.2.6:pasv-implemented"),
        skipped: "write-access: 550 No \(shown)"),
      CaseReport(
        entry("rfc2428/3/advertised", "What FEAT lists works.", "2428:3:epsv-reply-form"),
        Array(
          repeating: attempt(
            .broken, [login220],
            [
              Finding(
                "2428:3:epsv-reply-form", expected: "229 to EPSV",
                received: "502 Command not implemented.")
            ]),
          count: 3)),
      CaseReport(
        entry("rfc2428/3/now-and-then", "What worked once works again.", "2428:3:epsv-reply-form"),
        [
          attempt(.pass, [login220]), attempt(.fail, [hostileConversation], [wrong]),
          attempt(.pass, [login220], ending: .hung),
        ]),
      CaseReport(
        entry(
          "rfc2428/3/unfinished", "A liberty that could not be tried.", "2428:3:text-free"),
        verdict: .error, reason: "before the first step: \(shown)"),
      watching,
    ]
  }()

  private static func entry(
    _ id: CaseID, _ title: String, _ requirement: RequirementID, _ scope: ConformanceCase.Scope = .own
  ) -> ConformanceCase {
    ServerCase(
      id, title, [requirement], needs: [.login, .data], scope: scope, tags: ["fixture"],
      failsWith: ["code-answer=XYZZ:200"]
    ) { _ in }.entry
  }

  private static func attempt(
    _ verdict: CaseVerdict, _ conversations: [CaseAttempt.Conversation], _ findings: [Finding] = [],
    reason: String? = nil, ending: ConnectionEnding = .clean
  ) -> CaseAttempt {
    CaseAttempt(
      verdict: verdict, reason: reason, findings: findings,
      conversations: conversations, ending: ending, duration: .microseconds(8_250))
  }

  /// A login and a farewell.
  private static let login220 = conversation { recorder in
    recorder.reply(Reply(220, "Ready."))
    recorder.commandBytes("USER ftpraw\r\n".utf8)
    recorder.reply(Reply(331, "Password?"))
    recorder.commandBytes("PASS hidden-4711\r\n".utf8)
    recorder.reply(Reply(230, "Welcome, hidden-4711."))
    recorder.commandBytes("QUIT\r\n".utf8)
    recorder.reply(Reply(221, "Bye."))
  }

  /// An upload, an answer that comes too early, and a download of bytes that no terminal should get.
  private static let transfer = conversation(opened: .milliseconds(2)) { recorder in
    recorder.reply(Reply(220, "Ready."))
    for (command, direction, data) in [
      ("STOR a", DataDirection.upload, "one\r\ntwo\r\n"), ("RETR b", .download, "<i>\u{1B}]0;\u{7}\r\n"),
    ] {
      recorder.commandBytes("PASV\r\n".utf8)
      recorder.reply(Reply(227, "Entering Passive Mode (192,0,2,1,4,1)"))
      recorder.commandBytes("\(command)\r\n".utf8)
      let opening = ConversationMark.Opening(
        isPassive: true, local: "192.0.2.9:40000", peer: "192.0.2.1:1025")
      let pieces = [Array(data.utf8.prefix(4)), Array(data.utf8.dropFirst(4))]
      let connection = recorder.dataOpened(opening)
      recorder.reply(Reply(150, "Here it comes."))
      for piece in pieces { recorder.data(connection, direction, piece.span) }
      if direction == .download { recorder.reply(Reply(226, "Done.")) }
      recorder.dataClosed(connection, direction == .upload ? .closedByClient : .closedByServer)
      if direction == .upload { recorder.reply(Reply(226, "Done.")) }
    }
  }

  private static let hostileConversation = conversation { recorder in
    recorder.reply(Reply(220, hostile))
    recorder.commandBytes("XYZZ\r\n".utf8)
    recorder.reply(Reply(200, hostile, hostile))
  }

  /// One event per millisecond.
  private static func conversation(
    opened: Duration = .zero, _ body: (ConversationRecorder) -> Void
  ) -> CaseAttempt.Conversation {
    let ticks = Guarded(0)
    let recorder = ConversationRecorder(limits: RecordingLimits()) {
      .microseconds(
        1_000
          * ticks.withLock { ticks in
            ticks += 1
            return ticks
          })
    }
    recorder.controlOpened(local: "192.0.2.9:40001", peer: "192.0.2.1:21")
    body(recorder)
    recorder.controlClosed(.byServer)
    return CaseAttempt.Conversation(
      opened: opened, recorder.transcript, verdicts: recorder.verdicts, against: .server)
  }
}
