import FTPConversation
import FTPProtocol
import FTPRequirements
import Testing

@testable import FTPConformance

@Suite("A case passes only if something happened that would have failed it")
struct EmptinessTests {
  /// Why a case has shown nothing after these events: `PWD 257` is a command with its reply, a word something else.
  private static func emptiness(_ rule: RequirementID, _ events: [String], after begin: Int = 0)
    -> CaseVerdict?
  {
    let recorder = ConversationRecorder(limits: RecordingLimits())
    for event in events {
      switch event {
      case "greeting": recorder.reply(Reply(220, "Ready."))
      case "opened": recorder.controlOpened(local: "192.0.2.9:40001", peer: "192.0.2.1:21")
      case "closed": recorder.controlClosed(.byServer)
      case "unfinished": recorder.unfinishedReply("200".utf8)
      case "data-opened": _ = recorder.dataOpened(.init(isPassive: true, local: "a:3", peer: "b:4"))
      case "data-closed":
        recorder.dataClosed(
          recorder.dataOpened(.init(isPassive: true, local: "a:3", peer: "b:4")), .endOfFile)
      case "data-refused": recorder.dataRefused()
      case "tls": recorder.tls(nil, .established)
      case "note": recorder.note("x")
      default:
        recorder.commandBytes("\(event.dropLast(4))\r\n".utf8)
        recorder.reply(Reply(ReplyCode(rawValue: UInt16(event.suffix(3)) ?? 0) ?? 500, "Text."))
      }
    }
    let entry = ServerCase("test/1/a", "It does.", [rule], failsWith: []) { _ in }
    let probe = Probe(
      entry, at: TestedServer(host: "192.0.2.1", port: 21), facts: ServerFacts(), patience: .short, seed: 0,
      directory: nil, log: StepLog(atMost: nil) { $0 })
    probe.state.withLock { $0.begin = begin }
    let conversation = CaseAttempt.Conversation(recorder.transcript, verdicts: [], against: .server)
    return entry.emptiness(of: [conversation], probe, [])?.verdict
  }

  /// What can be observed of a rule, and the events that show it.
  private static let shown: [(Requirement.Observable, [String])] = [
    (.replies, ["unfinished"]), (.data, ["data-opened", "data-closed"]), (.tls, ["tls"]),
    (.connections, ["opened", "closed", "data-opened", "data-closed", "data-refused"]),
  ]

  @Test(arguments: shown.indices) func onlySuchEventsShowIt(_ index: Int) throws {
    let (observable, showing) = Self.shown[index]
    let rule = try #require(RequirementCatalogue.all.first { $0.observables == [observable] })
    for event in [
      "opened", "closed", "unfinished", "data-opened", "data-closed", "data-refused", "tls", "note",
    ] {
      let expected: CaseVerdict? = showing.contains(event) ? nil : .skipped
      #expect(Self.emptiness(RequirementID(rawValue: rule.id), [event]) == expected, "\(rule.id): \(event)")
    }
  }

  /// A rule, the commands with their replies, and what the case comes to.
  @Test(
    arguments: [
      ("959:4.2:reply-line", ["greeting", "PWD 257"], 1, nil),
      ("959:4.2:reply-line", ["greeting", "PWD 257"], 9, .skipped),
      // A server that has no such command shows nothing, unless the case is about that code.
      ("959:4.1.3:noop-ok-only", ["greeting", "NOOP 502"], 1, .unsupported),
      ("959:4.1.3:noop-ok-only", ["greeting", "NOOP 502", "NOOP 200"], 1, nil),
      ("959:4.1.3:noop-ok-only", ["greeting", "NOOP 502", "QUIT 221"], 1, .unsupported),
      ("959:4.2:unknown-command-500", ["greeting", "XYZ 500"], 1, nil),
      ("959:4.2:unknown-command-500", ["greeting", "XYZ 502"], 1, nil),
      ("959:4.2:reply-line", ["greeting", "XYZ 500"], 1, .unsupported),
    ] as [(RequirementID, [String], Int, CaseVerdict?)])
  func whatIsRefusedShowsNothing(rule: RequirementID, events: [String], begin: Int, verdict: CaseVerdict?) {
    #expect(Self.emptiness(rule, events, after: begin) == verdict)
  }
}
