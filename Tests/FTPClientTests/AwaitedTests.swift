import FTPClient
import FTPText
import Testing

@Suite("What a client awaits is written as words and read back")
struct AwaitedTests {
  @Test(
    arguments: [
      (.greeting, "greeting"), (.reply(to: nil), "reply"), (.reply(to: "NOOP"), "reply to NOOP"),
      (.reply(to: "what was sent"), "reply to what was sent"), (.finalReply, "final reply"),
      (.finalTransferReply, "final reply to the transfer"), (.earlierReplies, "replies to earlier commands"),
      (.replyBytes, "bytes of a reply"), (.connectionEnd, "end of the connection"),
    ] as [(FTPClientError.Awaited, String)])
  func words(awaited: FTPClientError.Awaited, words: String) throws {
    #expect("\(awaited)" == words && FTPClientError.Awaited(rawValue: words) == awaited)
    #expect(JSONText(awaited) == .string(words))
    #expect(try JSONText.string(words).read() == awaited)
  }

  @Test func otherWordsAreNotRead() {
    #expect(FTPClientError.Awaited(rawValue: "answer") == nil)
    #expect(throws: DecodingError.self) { try JSONText.string("").read() as FTPClientError.Awaited }
  }
}
