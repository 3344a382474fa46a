import FTPConversation
import FTPProtocol
import Testing

@testable import FTPConformance

@Suite("What was sent last before a server went away is named first")
struct LastSeenTests {
  /// An attempt whose connection was lost some time after a command that got a reply, or none.
  private static func attempt(
    _ command: String, answered: Bool = false, lostAfter wait: Duration = .zero,
    as ending: ConnectionEnding = .reset
  ) -> CaseAttempt {
    let time = Guarded(Duration.zero)
    let recorder = ConversationRecorder(limits: RecordingLimits()) { time.withLock { $0 } }
    recorder.reply(Reply(220, "Ready."))
    recorder.commandBytes(Array("\(command)\r\n".utf8))
    if answered { recorder.reply(Reply(200, "Done.")) }
    time.withLock { $0 = wait }
    recorder.controlClosed(.lost)
    return CaseAttempt(
      verdict: .error, reason: nil, findings: [],
      conversations: [.init(recorder.transcript, verdicts: [], against: .server)], ending: ending,
      duration: .zero)
  }

  @Test func theCommandWithoutAReplyComesFirst() {
    let all: [(CaseID, CaseAttempt)] = [
      ("a/1/answered", Self.attempt("NOOP", answered: true)),
      ("a/1/waiting", Self.attempt("LIST", lostAfter: .seconds(3))),
      ("a/1/culprit", Self.attempt("PORT 1,2,3", lostAfter: .milliseconds(1))),
      ("a/1/ended", Self.attempt("QUIT", as: .clean)),
    ]
    #expect(
      LastSeen.words(of: all.compactMap { LastSeen($0.0, $0.1) })
        == "; one of these may have brought it down: PORT 1,2,3 (a/1/culprit), LIST (a/1/waiting), a/1/answered"
    )
    #expect(LastSeen.words(of: []) == "")
  }
}
