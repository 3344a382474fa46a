import FTPClient
import FTPConversation
import FTPProtocol
import FTPTransport
import Testing

@testable import FTPConformance

@Suite("Each condition of a verdict decides where it alone can")
struct VerdictConditionTests {
  /// A conversation after a login: commands, each with its reply.
  private static func conversation(_ exchanges: [(String, ReplyCode)]) -> CaseAttempt.Conversation {
    let recorder = ConversationRecorder(limits: RecordingLimits())
    recorder.controlOpened(local: "192.0.2.9:40001", peer: "192.0.2.1:21")
    recorder.reply(Reply(220, "Ready."))
    for (command, code) in [("USER guest", 230 as ReplyCode)] + exchanges {
      recorder.commandBytes("\(command)\r\n".utf8)
      recorder.reply(Reply(code, "Text."))
    }
    return CaseAttempt.Conversation(recorder.transcript, verdicts: recorder.verdicts, against: .server)
  }

  private static let main: RequirementID = "959:4.1.3:noop-ok-only"

  private static func transport(_ step: TransportError.Step, _ cause: TransportError.Cause) -> FTPClientError
  {
    .transport(TransportError(step: step, peer: "", cause: cause))
  }

  private static func late(_ awaited: FTPClientError.Awaited) -> FTPClientError {
    .timedOut(awaiting: awaited, after: .seconds(1), unfinished: "")
  }

  /// An error of the client, and the rule that the server breaks by it, if it does.
  private static let errors: [(FTPClientError, RequirementID?, expected: String?)] = [
    (.lineBreakInCommand, nil, nil), (.notConnected, nil, nil), (.tlsUnavailable("x"), nil, nil),
    (late(.reply(to: nil)), "959:4.2:every-command-answered", "a reply"),
    (late(.finalReply), "959:4.2:preliminary-then-final", "a final reply"),
    (late(.finalTransferReply), "959:4.2:preliminary-then-final", "a final reply to the transfer"),
    (late(.greeting), main, "a greeting"),
    (.closedByServer(awaiting: .earlierReplies, unfinished: ""), main, "a replies to earlier commands"),
    (.unexpectedReply(Reply(250, "x"), to: "NOOP", expected: "200"), main, "200 to NOOP"),
    (transport(.bind, .timedOut(after: .zero)), nil, nil), (transport(.listen, .closedByPeer), nil, nil),
    (transport(.thread, .closedByPeer), nil, nil), (transport(.resolve, .closedByPeer), nil, nil),
    (transport(.option, .closedByPeer), nil, nil), (transport(.read, .cancelled), nil, nil),
    (transport(.read, .truncated), "4217:12:close-notify", "a close alert at the end of the data"),
    (transport(.read, .timedOut(after: .zero)), "959:3.2:close-at-eof", "the end of the data"),
    (transport(.write, .timedOut(after: .zero)), main, "a connection that works"),
    (transport(.read, .closedByPeer), main, "the connection to stay open"),
    (transport(.read, .layer("x")), main, "a connection that works"),
  ]

  @Test(arguments: errors.indices) func anErrorOfTheClientTellsWhatTheServerDid(_ index: Int) {
    let (error, rule, expected) = Self.errors[index]
    let entry = ServerCase("test/1/a", "It does.", [Self.main], failsWith: []) { _ in }
    let stop = entry.stop(by: error)
    #expect(stop.finding?.requirement == rule && stop.finding?.expected == expected, "\(stop)")
    #expect(stop.verdict == (rule == nil ? .error : .fail))
  }

  /// Whether a server answers SIZE for names that do not exist, a rule, a command with its reply, and whether a finding
  /// counts.
  @Test(
    arguments: [
      (["SIZE"], "3659:4:size-transfer-octets", "SIZE a", false),
      (["SIZE"], "3659:4:size-missing", "SIZE a", true),
      (["SIZE"], "3659:3.1:mdtm-213", "MDTM a", true), (["MDTM"], "3659:3.1:mdtm-213", "MDTM a", false),
      ([], "3659:4:size-transfer-octets", "SIZE a", true),
    ] as [([String], RequirementID, String, Bool)])
  func whatAnswersForMissingNamesShowsNothing(
    verbs: [String], rule: RequirementID, line: String, counts: Bool
  ) {
    var facts = ServerFacts()
    facts.answersToMissing = verbs
    let finding = Finding(rule, expected: "another", received: "213 Text.")
    let refutation = [Self.conversation([(line, 213)])].refutation(of: finding, knowing: facts)
    #expect((refutation == nil) == counts)
  }

  @Test(
    "What a server answers to a verb that exists nowhere says that any other is missing, too",
    arguments: [
      (503, "Unknown command", 503, "Unknown command", true),
      (503, "XYZZ unknown", 503, "EPRT unknown", true),
      (503, "Unknown command", 503, "Send RNFR first", false),
      (503, "Unknown command", 501, "Unknown command", false),
      (530, "No", 530, "No", false), (200, "OK", 200, "OK", false),
      (503, "Unknown command", 500, "What?", true),
    ] as [(ReplyCode, String, ReplyCode, String, Bool)])
  func whatIsUnknown(
    refusal: ReplyCode, words: String, code: ReplyCode, text: String, isAbsent: Bool
  ) {
    var facts = ServerFacts()
    facts.refusalOfUnknown = Reply(refusal, words)
    #expect(facts.isAbsent(Reply(code, text)) == isAbsent)
    #expect(facts.code(of: Reply(code, text)) == (isAbsent && code != 500 ? 502 : code))
    // Before a login, any refusal may be the one that everything gets.
    #expect(!facts.saysNothing(Reply(code, text)))
    facts.refusalOfStrangers = Reply(refusal, words)
    let isSame = code == refusal && (words == text || words.contains(ServerFacts.unknownVerb))
    #expect(facts.saysNothing(Reply(code, text)) == (isSame && code != 200))
  }

  /// Which of two findings do not apply, and what is left.
  @Test(arguments: [
    ([], CaseVerdict.fail, 2), (["959:4.2:reply-line"], .warn, 1), (["959:5.4:pwd-codes"], .fail, 1),
    (["959:4.2:reply-line", "959:5.4:pwd-codes"], .unsupported, 0),
  ])
  func whatDoesNotApplyIsNotBroken(refuted: [String], verdict: CaseVerdict, count: Int) {
    let findings = ["959:4.2:reply-line", "959:5.4:pwd-codes"].map {
      Finding(RequirementID(rawValue: $0), expected: "another", received: "x")
    }
    let attempt = CaseAttempt(
      at: ConformanceCase("test/1/a", "It does.", of: .server, [Self.main]), .found(findings[0]),
      finding: [findings[1]], in: [], ending: .clean, taking: .zero,
      refuting: { refuted.contains($0.requirement.rawValue) ? .unsupported("502 No.") : nil })
    #expect(attempt.verdict == verdict && attempt.findings.count == count)
    #expect(attempt.reason == (count == 0 ? "502 No." : nil))
  }

  /// What PWD was answered, and how many findings that is: the same thing is said once.
  @Test(arguments: [([215, 215], 1), ([215, 213], 2), ([257, 215], 1)] as [([ReplyCode], Int)])
  func theSameVerdictIsOneFinding(codes: [ReplyCode], count: Int) {
    let entry = ConformanceCase("test/1/a", "It does.", of: .server, ["959:5.4:pwd-codes"])
    let conversation = Self.conversation(codes.map { ("PWD", $0) })
    let attempt = CaseAttempt(at: entry, nil, in: [conversation], ending: .clean, taking: .zero)
    #expect(attempt.findings.count { $0.requirement == "959:5.4:pwd-codes" } == count)
  }

  @Test func oneHalfIsEvidence() {
    let side = ConversationContrast.Side(commands: ["NOOP"], received: "200")
    let contrast = ConversationContrast(difference: "x", wrong: side, other: side, isSame: false)
    #expect(CaseEvidence(smallest: nil, contrast: contrast) != nil)
    #expect(CaseEvidence(smallest: nil, contrast: nil) == nil)
  }

  @Test(arguments: [(1, 1, false), (2, 2, true), (1, 2, false)])
  func aWitnessIsSteadyInMoreThanOneRun(sightings: Int, runs: Int, isSteady: Bool) {
    let witness = CaseReport.Witness(
      seenIn: "test/1/a", verdict: Verdict(Self.main, by: .server, expected: "a", received: "b"),
      conversation: Self.conversation([]), sightings: sightings, runs: runs)
    #expect(witness.isSteady == isSteady)
  }

  @Test(
    arguments: [
      ("959:5.4:pwd-codes", true), ("1123:4.1.2.11:standard-codes", true),
      ("1123:4.1.2.11:general-rules", true), ("959:5.4:nothing-spontaneous", false),
      ("959:6:simple-commands", false), ("775:1:x-verbs", false),
    ] as [(RequirementID, Bool)])
  func onlyRulesAboutCodesAreOfCodes(rule: RequirementID, isOfCodes: Bool) {
    #expect(rule.isOfCodes == isOfCodes)
    let harm: RequirementID = "1123:4.1.2.11:standard-codes"
    for (received, isRefused) in [("550", true), ("450", true), ("250", false)] {
      let finding = Finding(Verdict(rule, by: .server, expected: "another", received: received))
      #expect(finding.harmRule == (isOfCodes && isRefused ? harm : nil))
    }
  }

  /// What a code costs someone: the rule, the code, those that were expected, the rule about the harm, and whether something
  /// was refused.
  @Test(
    arguments: [
      ("959:4.1.3:noop-ok-only", 500, [200], nil, true),
      ("959:4.1.3:noop-ok-only", 250, [200], "1123:4.1.2.11:standard-codes", false),
      ("959:4.1.1:cwd-missing", 450, [550], "959:4.2:transient-or-permanent", false),
      ("959:4.1.1:cwd-missing", 553, [550], "1123:4.1.2.11:standard-codes", false),
      ("959:4.2:unknown-command-500", 200, [500], "959:4.2:first-digit", false),
      ("3659:4:size-missing", 553, [550], "1123:4.1.2.11:standard-codes", false),
      ("3659:4:size-missing", 213, [550], nil, false),
      ("959:4.1.1:pass-success-230", 530, [230], nil, true), ("2428:3:epsv-229", 500, [229], nil, true),
    ] as [(RequirementID, ReplyCode, [ReplyPattern], RequirementID?, Bool)])
  func theHarmOfACode(
    asked: RequirementID, code: ReplyCode, expected: [ReplyPattern], harm: RequirementID?, isRefusal: Bool
  ) {
    let (finding, _) = Finding.code(
      of: Reply(code, "So."), from: expected, breaking: asked, atMost: .must, expected: "")
    #expect(finding.harmRule == harm && finding.isRefusal == isRefusal)
  }

  /// Codes as a pattern, one code, whether it is one of them, and whether it means the same outcome.
  @Test(
    arguments: [
      (200, 200, true, true), (200, 250, false, true), (200, 202, false, true), (202, 200, false, false),
      (202, 202, true, true), (550, 450, false, true), (550, 250, false, false),
      (.completion, 226, true, true),
      (.preliminary, 226, false, false), (.negative, 421, true, true), (.negative, 350, false, false),
      (.completion, 631, false, false), (.negative, 600, false, false),
    ] as [(ReplyPattern, ReplyCode, Bool, Bool)])
  func patterns(pattern: ReplyPattern, code: ReplyCode, matches: Bool, means: Bool) {
    #expect(pattern.matches(code) == matches && pattern.sharesOutcome(with: code) == means)
  }

  @Test(
    arguments: [(550, true), (.negative, true), (.permanent, true), (.completion, false), (350, false)]
      as [(ReplyPattern, Bool)])
  func refusals(pattern: ReplyPattern, isNegative: Bool) { #expect(pattern.isNegative == isNegative) }

  /// A judge's verdict, and whether two commands that break it so are two findings: codes belong to their commands.
  @Test(
    arguments: [
      ("959:6:simple-commands", ("NOOP", 350), ("PWD", 350), 2),
      ("959:5.4:pwd-codes", ("PWD", 215), ("PWD", 215), 1),
    ] as [(RequirementID, (String, ReplyCode), (String, ReplyCode), Int)])
  func causesOfTheJudgesVerdicts(
    rule: RequirementID, first: (String, ReplyCode), second: (String, ReplyCode), count: Int
  ) {
    let entry = ConformanceCase("test/1/a", "It does.", of: .server, [rule])
    let causes = [first, second].map { exchange in
      let conversation = Self.conversation([exchange])
      let attempt = CaseAttempt(at: entry, nil, in: [conversation], ending: .clean, taking: .zero)
      #expect(attempt.findings.map(\.requirement) == [rule])
      return attempt.findings.first.map { Cause(of: $0, about: entry, in: [conversation]) }
    }
    #expect(Set(causes).count == count)
  }

  /// A close is the same after the same command; a minimum that is not met has the causes of each missing verb.
  @Test func causesOfAClose() {
    let entry = ConformanceCase("test/1/a", "It does.", of: .server, [.userRequestsClose])
    let closed = Finding(.userRequestsClose, expected: "the connection to stay open", received: "closed")
    let causes = ["NOOP", "SYST", "SYST"].map {
      Cause(of: closed, about: entry, in: [Self.conversation([($0, 200)])])
    }
    #expect(Set(causes).count == 2)
    let missing = Finding("1123:4.1.2.13:required-commands", expected: "all", received: "not all")
    let tried = Self.conversation([("PWD", 257), ("STAT", 502), ("CWD a", 550)])
    #expect(Cause.all(of: missing, about: entry, in: [tried]).count == 2)
    #expect(Cause.all(of: closed, about: entry, in: [tried]).count == 1)
  }

  /// All surplus replies of a server are one cause; a client's findings are never the same in two cases.
  @Test(arguments: [(Verdict.Party.server, 1), (.client, 2)])
  func causesOfSurplusReplies(party: Verdict.Party, count: Int) {
    let entry = ConformanceCase("test/1/a", "It does.", of: party, ["959:5.4:nothing-spontaneous"])
    let causes = ["two", "too many"].map { received in
      let finding = Finding("959:5.4:nothing-spontaneous", expected: "none", received: received)
      return Cause(of: finding, about: entry, in: [])
    }
    #expect(Set(causes).count == count)
  }

  /// A command is ordinary if the one before was answered; during a transfer, that is when its connection is open.
  @Test(arguments: [(false, true), (true, false)])
  func aCommandDuringATransferIsOrdinary(isOpen: Bool, isOdd: Bool) {
    let recorder = ConversationRecorder(limits: RecordingLimits())
    recorder.controlOpened(local: "192.0.2.9:40001", peer: "192.0.2.1:21")
    recorder.reply(Reply(220, "Ready."))
    recorder.commandBytes("RETR a\r\n".utf8)
    if isOpen { _ = recorder.dataOpened(.init(isPassive: true, local: "a:3", peer: "b:4")) }
    recorder.reply(Reply(150, "Here."))
    recorder.commandBytes("STAT\r\n".utf8)
    #expect(CaseAttempt.Conversation(recorder.transcript, against: .server).hasOddity == isOdd)
  }
}
