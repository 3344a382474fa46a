import FTPConversation
import FTPProtocol
import Testing

@Suite("A follower records what a client sends, within bounds")
struct ControlFollowerTests {
  /// A line without an end fills no memory: what it has beyond the bound is counted.
  @Test(arguments: [1_000, 65_536, 1 << 20], ["NOOP ", "PASS "])
  func aLongLineIsCountedNotKept(piece: Int, verb: String) {
    let recorder = ConversationRecorder()
    var follower = ControlFollower(recorder)
    _ = follower.server(Array("220 Ready.\r\n".utf8))
    var sent = Array("SYST\r\n".utf8)
    sent += verb.utf8
    sent += repeatElement(0x78, count: (4 << 20) - verb.utf8.count)
    sent += Array("\r\nPWD\r\n".utf8)
    for start in stride(from: 0, to: sent.count, by: piece) {
      _ = follower.client(Array(sent[start..<min(sent.count, start + piece)]))
    }
    _ = follower.server(Array("215 x\r\n500 x\r\n257 \"/\"\r\n".utf8))
    let text = recorder.transcript.description
    #expect(text.utf8.count < 3 * 65_536)
    #expect(
      text.contains("missing control \((4 << 20) + 1 - 65_536) bytes from the client"), "\(text.suffix(300))")
    #expect(text.contains("C> SYST\n") && text.contains("C> PWD\n") && !text.contains("PASS xxx"))
    #expect(recorder.judge.commandsInFlight.isEmpty && recorder.counters.controlSent < 3 * 65_536)
  }

  @Test func aLongLineThatIsNeverEndedIsCountedAtTheEnd() {
    let recorder = ConversationRecorder()
    var follower = ControlFollower(recorder)
    _ = follower.client([UInt8](repeating: 0x78, count: 100_000))
    follower.serverEnded()
    #expect(
      recorder.transcript.description.contains("missing control \(100_000 - 65_536) bytes from the client"))
  }

  /// Many short lines in one large segment are all recorded.
  @Test func shortLinesAreKept() {
    let recorder = ConversationRecorder()
    var follower = ControlFollower(recorder)
    let count = 20_000
    #expect(follower.client(Array(String(repeating: "NOOP\r\n", count: count).utf8)).count == count)
    #expect(recorder.counters.controlSent == count * 6)
  }
}
