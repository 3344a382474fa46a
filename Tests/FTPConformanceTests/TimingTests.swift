import FTPConversation
import FTPProtocol
import Testing

@testable import FTPConformance

@Suite("A run says what took long, and what it waited for")
struct TimingTests {
  /// An attempt that took this long, almost all of it between a command and what came next.
  private static func attempt(_ seconds: Int, _ command: String, answered: Bool) -> CaseAttempt {
    let time = Guarded(Duration.zero)
    let recorder = ConversationRecorder(limits: RecordingLimits()) { time.withLock { $0 } }
    recorder.reply(Reply(220, "Ready."))
    recorder.commandBytes(Array("\(command)\r\n".utf8))
    time.withLock { $0 = .seconds(seconds) }
    if answered { recorder.reply(Reply(200, "Done.")) } else { recorder.controlClosed(.byClient) }
    return CaseAttempt(
      verdict: .pass, reason: nil, findings: [],
      conversations: [.init(recorder.transcript, verdicts: [], against: .server)], ending: .clean,
      duration: .seconds(seconds) + .milliseconds(250))
  }

  @Test func theLongestComeFirst() {
    var timing = RunTiming("for the cases")
    timing.add(Self.attempt(1, "NOOP", answered: true), at: "a/1/one")
    timing.add(Self.attempt(4, "STOR x", answered: false), at: "a/1/four")
    timing.add(Self.attempt(2, "TYPE I", answered: true), at: "a/1/two")
    timing.add(Self.attempt(3, "DELE x", answered: true), at: "a/1/three")
    var timings = [RunTiming("to look", taking: .milliseconds(20))]
    timings.note(RunTiming("for the cases", .seconds(5), of: timing))
    timings.note(RunTiming("for the cases", taking: .seconds(1)))
    #expect(timings.map(\.isNoticeable) == [false, true])
    #expect(
      timings[1].lines == [
        "6.0 s for the cases, 4 attempts",
        "  4.2 s a/1/four, 4.0 s of it for the end after STOR",
        "  3.2 s a/1/three, 3.0 s of it for the reply to DELE",
        "  2.2 s a/1/two, 2.0 s of it for the reply to TYPE",
      ])
  }

  @Test func aReplyThatComesLateIsNotMissed() {
    let late = Self.attempt(2, "PASS x", answered: true)
    let missing = Self.attempt(2, "PASS x", answered: false)
    #expect([late, missing].map { $0.hasMissed(within: .seconds(1)) } == [false, true])
    #expect(!missing.hasMissed(within: .seconds(3)))
  }
}
