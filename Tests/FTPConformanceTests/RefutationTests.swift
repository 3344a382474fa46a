import FTPConversation
import FTPProtocol
import Testing

@testable import FTPConformance

@Suite("What a server does not have is not held against it")
struct RefutationTests {
  private static let conversation = {
    let recorder = ConversationRecorder(limits: RecordingLimits())
    recorder.controlOpened(local: "192.0.2.9:40001", peer: "192.0.2.1:21")
    recorder.reply(Reply(220, "Ready."))
    for (command, code, text) in [
      ("TYPE i", 200, "Done."), ("STRU f", 500, "No STRU."), ("RETR /a/b", 550, "No file."),
    ] as [(String, ReplyCode, String)] {
      recorder.commandBytes("\(command)\r\n".utf8)
      recorder.reply(Reply(code, text))
    }
    return CaseAttempt.Conversation(recorder.transcript, against: .server)
  }()

  /// A rule, what was received against it, the features of the server, whether it refuses names from the root, and whether the
  /// finding counts.
  private static let rows: [(RequirementID, String, FeatureList, Bool, counts: Bool)] = [
    ("959:5.3:parameter-case", "500 No STRU.", FeatureList([]), false, false),
    ("959:5.3:parameter-case", "504 Not here.", FeatureList([]), false, true),
    ("959:5.3:parameter-case", "500 No STRU.", FeatureList([FeatureList.Feature("STRU")]), false, true),
    ("959:4.2:every-command-answered", "500 No STRU.", FeatureList([]), false, true),
    ("959:4.2:success-means-done", "550 No file.", FeatureList([]), false, true),
    ("959:4.2:success-means-done", "550 No file.", FeatureList([]), true, false),
    ("959:4.2:success-means-done", "no file", FeatureList([]), true, true),
  ]

  @Test(arguments: rows.indices) func aFindingCounts(_ index: Int) {
    let (rule, received, features, refusesRoot, counts) = Self.rows[index]
    var facts = ServerFacts()
    facts.features = features
    facts.refusalFromRoot = refusesRoot ? Reply(550, "No such name.") : nil
    let finding = Finding(rule, expected: "something else", received: received)
    let refutation = [Self.conversation].refutation(of: finding, knowing: facts)
    #expect((refutation == nil) == counts, "\(refutation.map { "\($0)" } ?? "it counts")")
  }

  @Test(arguments: [nil, "a reply to the first only"])
  func whereReadsCountForLinesOddLinesShowNothing(_ confusion: String?) {
    var facts = ServerFacts()
    facts.confusedReads = confusion
    let recorder = ConversationRecorder(limits: RecordingLimits())
    recorder.controlOpened(local: "192.0.2.9:40001", peer: "192.0.2.1:21")
    recorder.commandBytes("NOOP\r\n".utf8)
    let ordinary = CaseAttempt.Conversation(recorder.transcript, against: .server)
    recorder.commandBytes("PWD\r\n".utf8)
    let joined = CaseAttempt.Conversation(recorder.transcript, against: .server)
    let finding = Finding("959:4.2:every-command-answered", expected: "a reply", received: "none")
    let own = Finding("1123:4.1.2.10:reads-carry-no-meaning", expected: "a reply", received: "none")
    #expect([ordinary].refutation(of: finding, knowing: facts) == nil)
    #expect(([joined].refutation(of: finding, knowing: facts) != nil) == (confusion != nil))
    #expect([joined].refutation(of: own, knowing: facts) == nil)
  }

  @Test(arguments: [
    ("MDTM a", "550 No time.", false), ("MDTM", "550 No time.", true), ("DELE a", "550 No time.", true),
  ])
  func aFileVerbThatFEATDoesNotListAndThatFindsNoFileIsNotOffered(command: String, told: String, counts: Bool)
  {
    let recorder = ConversationRecorder(limits: RecordingLimits())
    recorder.controlOpened(local: "192.0.2.9:40001", peer: "192.0.2.1:21")
    recorder.reply(Reply(220, "Ready."))
    recorder.commandBytes("\(command)\r\n".utf8)
    recorder.reply(Reply(550, "No time."))
    let conversation = CaseAttempt.Conversation(recorder.transcript, against: .server)
    let finding = Finding("3659:3.1:mdtm-213", expected: "213", received: told)
    #expect(([conversation].refutation(of: finding, knowing: ServerFacts()) == nil) == counts)
  }

  /// How a server refuses a verb that exists nowhere, what it answers to a command, and whether that says that there is no
  /// such command.
  private static let refusals: [(unknown: Reply?, command: String, answer: Reply, isAbsent: Bool)] = [
    (nil, "MLST a", Reply(500, "Invalid path"), true),
    (Reply(500, "Unknown command XYZZ."), "MLST a", Reply(500, "Invalid path"), false),
    (Reply(500, "Unknown command XYZZ."), "MLST a", Reply(500, "Unknown command MLST."), true),
    (Reply(500, "'xyzz': what?"), "MLST a", Reply(500, "'mlst a': what?"), true),
    (Reply(500, "Unknown command XYZZ."), "MLST a", Reply(502, "Not here."), true),
    (Reply(500, "Unknown command XYZZ."), "MLST a", Reply(550, "No such file."), false),
  ]

  @Test(arguments: refusals.indices) func aRefusalOfAnArgumentIsNoMissingVerb(_ index: Int) {
    let (unknown, command, answer, isAbsent) = Self.refusals[index]
    var facts = ServerFacts()
    facts.refusalOfUnknown = unknown
    #expect(facts.isAbsent(answer, to: command) == isAbsent)
  }
}
