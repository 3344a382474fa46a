import FTPConversation
import FTPProtocol
import Testing

@testable import FTPConformance

@Suite("Findings with the same cause are reported once, and all others separately")
struct CauseTests {
  /// A conversation in which each command gets a reply or none; an empty command is not sent.
  private static func conversation(
    _ exchanges: [(command: String, reply: Reply?)], end: ControlEnd = .byClient
  ) -> CaseAttempt.Conversation {
    let recorder = ConversationRecorder(limits: RecordingLimits()) { .zero }
    recorder.reply(Reply(220, "Ready."))
    for (command, reply) in exchanges {
      if !command.isEmpty {
        recorder.commandBytes(
          command.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } + [0x0D, 0x0A])
      }
      if let reply { recorder.reply(reply) }
    }
    recorder.controlClosed(end)
    return CaseAttempt.Conversation(recorder.transcript, verdicts: recorder.verdicts, against: .server)
  }

  private static func report(
    _ id: CaseID, _ findings: [Finding], _ conversation: CaseAttempt.Conversation,
    as verdict: CaseVerdict = .fail, about rule: RequirementID = "959:4.2:every-command-answered"
  ) -> CaseReport {
    let entry = ConformanceCase(id, "It does.", of: .server, [rule])
    return CaseReport(
      entry,
      [
        CaseAttempt(
          verdict: verdict, reason: nil, findings: findings, conversations: [conversation], ending: .clean,
          duration: .zero)
      ])
  }

  /// A case that rejected the reply to a command.
  private static func answered(
    _ id: CaseID, _ command: String, _ reply: Reply, _ requirement: RequirementID = "959:4.2:first-digit",
    _ verdict: CaseVerdict = .fail, isOfCode: Bool = false
  ) -> CaseReport {
    var finding = Finding(
      requirement, atMost: verdict == .warn ? .should : .must, expected: "2yz to \(command)",
      received: reply.lastLineWords)
    if isOfCode { finding.harmRule = "1123:4.1.2.11:standard-codes" }
    return report(
      id, [finding], conversation([("PWD", Reply(257, "\"/\"")), (command, reply)]), as: verdict)
  }

  /// A case whose last command was not answered, after a PWD or at once.
  private static func silent(
    _ id: CaseID, _ command: String, _ end: ControlEnd, first: Bool = false, waiting: Bool = false
  ) -> CaseReport {
    let before =
      waiting ? ("EPSV", Reply(229, "Here (|||1025|).")) : ("PWD", Reply(257, "\"/\""))
    return report(
      id, [Finding("959:4.2:every-command-answered", expected: "a reply", received: "none")],
      conversation((first ? [] : [before]) + [(command, nil)], end: end))
  }

  /// A case whose commands came in one piece, of which only the first was answered.
  private static func joined(_ id: CaseID, _ commands: [String]) -> CaseReport {
    report(
      id, [Finding("959:4.2:every-command-answered", expected: "a reply", received: "none")],
      conversation(commands.map { ($0, nil) } + [("", Reply(200, "Fine."))], end: .lost))
  }

  /// A case in which not even the greeting came.
  private static func mute(_ id: CaseID, _ received: String) -> CaseReport {
    let recorder = ConversationRecorder(limits: RecordingLimits()) { .zero }
    return report(
      id, [Finding("959:4.2:every-command-answered", expected: "a reply", received: received)],
      CaseAttempt.Conversation(recorder.transcript, verdicts: recorder.verdicts, against: .server))
  }

  private static func groups(_ cases: [CaseReport]) -> [[String]] {
    var report = RunReport(
      TestedParty(TestedServer(host: "192.0.2.1", port: 21), knowing: ServerFacts()), RunOptions(),
      started: .init(seconds: 0))
    report.cases = cases
    return report.causes.map { [$0.chief.entry.id.rawValue] + $0.others.map(\.entry.id.rawValue) }
  }

  @Test(
    "The same behaviour of a server is one finding",
    arguments: [
      // A verb that the server does not have, with any argument and any rule.
      [
        answered("a/1/a", "NLST", Reply(502, "No NLST."), "959:4.1.3:nlst-names-only"),
        answered("a/1/b", "NLST sub", Reply(502, "No NLST."), "1123:4.1.2.7:nlst-usable-names"),
      ],
      [
        answered("a/1/a", "NLST", Reply(500, "NLST: what?")),
        answered("a/1/b", "NLST sub", Reply(500, "NLST sub: what?")),
      ],
      // The same command with the same reply.
      [
        answered("a/1/a", "TYPE A T", Reply(504, "Only A N."), "959:3.1.1.5:print-formats-optional", .fail),
        answered(
          "a/1/b", "TYPE A T", Reply(504, "Only A N."), "1123:4.1.2.2:telnet-format-as-nonprint", .warn),
      ],
      // Numbers differ each time.
      [
        answered("a/1/a", "PORT 127,0,0,1,4,1", Reply(425, "Port 1025 no.")),
        answered("a/1/b", "PORT 127,0,0,1,8,3", Reply(425, "Port 2051 no.")),
      ],
      [
        answered("a/1/a", "PBSZ 0", Reply(200, "Fine.")), answered("a/1/b", "PROT P", Reply(200, "Fine.")),
      ],
      [
        answered("a/1/a", "OPTS MLST size;", Reply(501, "No.")),
        answered("a/1/b", "OPTS MLST type;", Reply(501, "No.")),
      ],
      // If Telnet commands are taken for a part of the verb, every verb is unknown.
      [
        answered("a/1/a", "\u{FF}\u{F1}PWD", Reply(500, "What?"), "854:nvt:commands-removed", .warn),
        answered(
          "a/1/b", "\u{FF}\u{FB}\u{01}NOOP", Reply(500, "What?"), "1123:4.1.2.12:negotiation-refused", .warn),
      ],
      // Whether the server then closes, or the client does, makes no difference.
      [silent("a/1/a", "REST x", .byServer), silent("a/1/b", "REST x", .byClient)],
      // A server that answers nothing but USER before a login.
      [silent("a/1/a", "HELP", .byServer, first: true), silent("a/1/b", "PWD", .byServer, first: true)],
      // A server that answers nothing before the data connection that it waits for.
      [silent("a/1/a", "EPSV ALL", .lost, waiting: true), silent("a/1/b", "NOOP", .byServer, waiting: true)],
      // A server that takes a piece of several lines for one.
      [joined("a/1/a", ["PWD", "TYPE I"]), joined("a/1/b", ["NOOP", "SYST", "HELP"])],
      // What crossed a close, or came before QUIT, has no reply.
      [
        silent("a/1/a", "PORT 1", .byServer),
        report(
          "a/1/b",
          [Finding("959:2.3:user-requests-close", expected: "the connection", received: "its close")],
          conversation([("PWD", Reply(257, "\"/\"")), ("PORT 2", nil)], end: .byServer)),
        report(
          "a/1/c", [Finding("959:4.2:every-command-answered", expected: "a reply", received: "221 to QUIT")],
          conversation([("PWD", Reply(257, "\"/\"")), ("PORT 3", nil), ("QUIT", Reply(221, "Goodbye."))])),
      ],
      // A server that refuses a second parameter.
      [
        answered("a/1/a", "TYPE A N", Reply(500, "What?")),
        answered("a/1/b", "TYPE L 8", Reply(500, "What?")),
      ],
      // A refusal with the wrong code, whatever the argument, and of any verb without one.
      [
        answered("a/1/a", "RNTO a", Reply(425, "RNFR first."), "959:5.4:rnto-codes", isOfCode: true),
        answered("a/1/b", "RNTO b", Reply(425, "RNFR first."), "959:4.2:bad-sequence-503", isOfCode: true),
      ],
      [
        answered("a/1/a", "SIZE", Reply(504, "Incomplete."), "3659:4:size-no-argument", isOfCode: true),
        answered("a/1/b", "DELE", Reply(504, "Incomplete."), "959:5.3:missing-argument", isOfCode: true),
      ],
      // A server that closes at a byte above 127 does so with every verb.
      [
        silent("a/1/a", "MKD a\u{FF}b", .byServer), silent("a/1/b", "\u{FF}\u{F4}ABOR", .lost),
      ],
    ])
  func isOne(cases: [CaseReport]) {
    #expect(Self.groups(cases).map { $0.sorted() } == [cases.map(\.entry.id.rawValue)])
  }

  @Test(
    "Other behaviour is another finding",
    arguments: [
      [answered("a/1/a", "NLST", Reply(502, "No.")), answered("a/1/b", "LIST", Reply(502, "No."))],
      // The reply shows that it is about the argument.
      [
        answered("a/1/a", "TYPE A N", Reply(502, "No TYPE A N.")),
        answered("a/1/b", "TYPE L 8", Reply(502, "No TYPE L 8.")),
      ],
      // The server must have TYPE, or nothing could be transferred.
      [
        answered("a/1/a", "TYPE A T", Reply(500, "What?")),
        answered("a/1/b", "TYPE   I", Reply(500, "What?")),
      ],
      [answered("a/1/a", "TYPE X", Reply(200, "Fine.")), answered("a/1/b", "TYPE L", Reply(200, "Fine."))],
      [answered("a/1/a", "RETR gone", Reply(550, "No.")), answered("a/1/b", "RETR gone", Reply(226, "No."))],
      [silent("a/1/a", "REST x", .byServer), silent("a/1/b", "EPRT x", .byServer)],
      [silent("a/1/a", "USER x", .lost, first: true), silent("a/1/b", "PWD", .lost, first: true)],
      [silent("a/1/a", "HELP", .lost), silent("a/1/b", "HELP", .lost, first: true)],
      // No reply comes to a transfer before its data connection.
      [silent("a/1/a", "LIST", .lost, waiting: true), silent("a/1/b", "NOOP", .lost, waiting: true)],
      [joined("a/1/a", ["PWD", "NOOP"]), silent("a/1/b", "NOOP", .lost)],
      // Without a line there is none that got lost.
      [mute("a/1/a", "none"), mute("a/1/b", "a close")],
    ])
  func isAnother(cases: [CaseReport]) {
    #expect(Self.groups(cases).count == cases.count)
  }

  @Test func whatMattersMoreTellsIt() {
    let cases = [
      Self.answered("a/1/warned", "NLST", Reply(502, "No."), "959:4.1.3:nlst-names-only", .warn),
      Self.answered("a/1/failed", "NLST", Reply(502, "No.")),
    ]
    #expect(Self.groups(cases) == [["a/1/failed", "a/1/warned"]])
  }

  @Test func whatIsShownByFewerCommandsTellsIt() {
    let finding = Finding("959:4.2:first-digit", expected: "2yz to NLST", received: "502 No.")
    let refused = ("NLST", Reply(502, "No.") as Reply?)
    let cases = [
      Self.report("a/1/long", [finding], Self.conversation([("PWD", Reply(257, "\"/\"")), refused])),
      Self.report("a/1/short", [finding], Self.conversation([refused])),
    ]
    #expect(Self.groups(cases) == [["a/1/short", "a/1/long"]])
  }

  @Test func theSameLossOfBytesIsOneFinding() {
    func lost(_ id: CaseID, _ requirement: RequirementID, _ kind: ByteDifference.Kind) -> CaseReport {
      var finding = Finding(requirement, expected: "9 bytes", received: "only some")
      finding.difference = kind
      return Self.report(id, [finding], Self.conversation([("PWD", Reply(257, "\"/\""))]))
    }
    let image: RequirementID = "959:3.1.1.3:image-round-trip"
    #expect(
      Self.groups([lost("a/1/a", image, .cut), lost("a/1/b", "959:4.1.3:appe-appends", .cut)]) == [
        ["a/1/a", "a/1/b"]
      ])
    #expect(Self.groups([lost("a/1/a", image, .cut), lost("a/1/b", image, .lineEnds)]).count == 2)
    // Two files that are not what they should be may have nothing else in common.
    #expect(
      Self.groups([lost("a/1/a", image, .altered), lost("a/1/b", "959:4.1.3:appe-appends", .altered)]).count
        == 2)
  }

  /// Certain before flaky, then by harm, force and the number of cases.
  @Test func theWorstComesFirst() {
    let hidden: RequirementID = "2577:7:user-names-hidden"
    let image: RequirementID = "959:3.1.1.3:image-round-trip"
    let cases = [
      Self.answered("a/1/flaky", "RETR x", Reply(550, "No."), image, .flaky),
      Self.answered("a/1/form", "PWD", Reply(250, "No."), "959:appendix-ii:pwd-reply-form"),
      Self.answered("a/1/bytes", "RETR y", Reply(226, "Done."), image),
      Self.answered("a/1/names", "USER y", Reply(550, "No."), hidden, .warn),
      Self.answered("a/1/one", "RETR one", Reply(226, "Done."), image),
      Self.answered("a/1/two", "RETR one", Reply(226, "Done."), image),
    ]
    #expect(
      Self.groups(cases).map(\.first) == ["a/1/names", "a/1/one", "a/1/bytes", "a/1/form", "a/1/flaky"])
  }

  /// A server that ends every session at NOOP shows little else until that is mended.
  @Test func whatAlmostAllCasesMeetComesBeforeWorseHarm() {
    let image: RequirementID = "959:3.1.1.3:image-round-trip"
    func cases(_ count: Int) -> [CaseReport] {
      [Self.answered("a/1/bytes", "RETR y", Reply(226, "Done."), image)]
        + (1...count).map { Self.silent(CaseID(rawValue: "a/2/\($0)"), "NOOP", .byServer) }
    }
    #expect(Self.groups(cases(9)).map(\.first) == ["a/1/bytes", "a/2/1"])
    #expect(Self.groups(cases(20)).map(\.first) == ["a/2/1", "a/1/bytes"])
  }

  /// XMKD cannot show 257 where MKD does not; a case about something else stands for itself.
  @Test func whatFollowsFromAnotherCaseComesWithIt() {
    let cases = [
      Self.answered("rfc775/1/xmkd-xrmd", "XMKD a", Reply(250, "Done.")),
      Self.answered("rfc959/4.1.3/noop-ok-only", "NOOP", Reply(202, "Superfluous.")),
      Self.answered("rfc959/5.4/mkd-codes", "MKD b", Reply(250, "Made.")),
    ]
    #expect(
      Self.groups(cases) == [["rfc959/5.4/mkd-codes", "rfc775/1/xmkd-xrmd"], ["rfc959/4.1.3/noop-ok-only"]])
    #expect(Self.groups(Array(cases.prefix(2))).count == 2)
  }

  /// What follows from something that follows from a third is not lost on the way.
  @Test func whatFollowsFollowsThrough() {
    let cases = [
      Self.answered(
        "rfc1123/4.1.2.10/split-command", "NOOP", Reply(500, "NO?"), "959:5.4:nlst-codes",
        .warn),
      Self.answered("rfc854/nvt/cr-nul", "HELP", Reply(202, "Superfluous."), "854:nvt:cr-nul"),
      Self.answered(
        "rfc959/4.1.3/odd-characters", "SYST", Reply(200, "x"), "959:4.1.3:command-line-ends", .warn),
    ]
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      let groups = Self.groups(order.map { cases[$0] })
      #expect(groups.map { $0.sorted() } == [cases.map(\.entry.id.rawValue).sorted()], "\(order)")
    }
  }

  @Test func nothingIsLostWhereItWasRefused() {
    let rule: RequirementID = "959:4.1.3:stor-replaces"
    func finding(_ reply: Reply) -> Finding {
      Finding.code(
        of: reply, from: [.completion], breaking: rule, atMost: .must, expected: "2yz to STOR"
      ).finding
    }
    #expect(finding(Reply(553, "Not allowed.")).harm?.kind == .interoperability)
    #expect(finding(Reply(350, "More?")).harm?.kind == .dataLoss)
    #expect(Finding(rule, expected: "6 bytes", received: "553 bytes").harm?.kind == .dataLoss)
    #expect(Finding(rule, expected: "6 bytes", received: "226 Done.").harm?.kind == .dataLoss)
  }

  @Test func theCaseThatFoundMoreTellsIt() {
    let one = Self.answered("a/1/one", "NLST", Reply(502, "No."))
    let other = Finding("959:3.1.1.3:image-round-trip", expected: "9 bytes", received: "8 bytes")
    let conversation = Self.conversation([("PWD", Reply(257, "\"/\"")), ("NLST", Reply(502, "No."))])
    let both = Self.report("a/1/both", one.findings + [other], conversation)
    #expect(Self.groups([one, both]) == [["a/1/both", "a/1/one"]])
    #expect(Self.groups([both, one]) == [["a/1/both", "a/1/one"]])
  }

  /// The judge's verdicts about a code belong to the reply; those about a form belong to the form.
  @Test func aJudgesRuleIsOneWhereverItIsBroken() throws {
    func doubled(_ id: CaseID, _ command: String) -> CaseReport {
      let conversation = Self.conversation([(command, Reply(150, "Here.")), ("", Reply(125, "Again."))])
      let faults = conversation.faults.filter { $0.requirement == "959:4.2:one-preliminary" }
      let findings = faults.map { Finding($0.requirement, expected: $0.expected, received: $0.received) }
      return Self.report(id, findings, conversation)
    }
    let cases = [doubled("a/1/list", "LIST"), doubled("a/1/retr", "RETR a")]
    #expect(cases.map(\.findings.count) == [1, 1])
    #expect(Self.groups(cases) == [["a/1/list", "a/1/retr"]])
  }

  @Test func aCodeOutsideItsListIsAnAnswer() {
    let conversation = Self.conversation([("PBSZ 0", Reply(550, "No."))])
    let faults = conversation.faults.filter { $0.requirement == "1123:4.1.2.11:standard-codes" }
    let findings = faults.map { Finding($0.requirement, expected: $0.expected, received: $0.received) }
    let cases = [
      Self.report("a/1/codes", findings, conversation, as: .warn),
      Self.answered("a/1/pbsz", "PBSZ 0", Reply(550, "No."), "2228:3:pbsz-after-auth", .warn),
    ]
    #expect(findings.count == 1)
    #expect(Self.groups(cases) == [["a/1/codes", "a/1/pbsz"]])
  }

  @Test func whatBreaksTheRuleOfAnotherCaseIsListedThere() {
    func deleted(_ id: CaseID, _ name: String, about rule: RequirementID) -> CaseReport {
      let reply = Reply(250, "Gone.")
      let finding = Finding("959:4.1.3:dele-missing", expected: "550", received: reply.lastLineWords)
      return Self.report(id, [finding], Self.conversation([("DELE \(name)", reply)]), about: rule)
    }
    let other = deleted("a/1/other", "x", about: "959:4.1.3:dele-removes")
    #expect(
      Self.groups([other, deleted("a/1/owner", "y", about: "959:4.1.3:dele-missing")])
        == [["a/1/owner", "a/1/other"]])
    #expect(
      Self.groups([other, deleted("a/1/third", "z", about: "959:4.1.3:dele-directory")]).count == 2)
  }

  /// A report that is read back from JSON gives the same counts.
  @Test func aReportThatIsReadBackCountsTheSame() throws {
    var report = ReportFixture.report
    report.cases = [
      Self.answered("a/1/a", "NLST", Reply(502, "No.")),
      Self.answered("a/1/b", "NLST sub", Reply(502, "No.")),
      Self.silent("a/1/c", "MKD a\u{FF}b", .byServer), Self.silent("a/1/d", "MKD \u{E9}", .byServer),
    ]
    let again = try RunReport(json: report.bytes(as: .json, program: "ftpraw 0.0.0"))
    #expect(report.figures.words == "2 findings in 4 cases")
    #expect(again.figures == report.figures)
    #expect(again.chiefs == ["a/1/b": "a/1/a", "a/1/d": "a/1/c"])
  }
}
