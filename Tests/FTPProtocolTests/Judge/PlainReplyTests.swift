import Testing

@testable import FTPProtocol

@Suite("A plain reply is one without deviations")
struct PlainReplyTests {
  @Test(arguments: ["200 x\r\n", "226 Transfer complete.\r\n", "200 \r\n"])
  func knowsOne(_ text: String) throws {
    let reply = try #require(Reply(parsing: text.utf8))
    #expect(reply.isPlain && reply.deviations.isEmpty)
  }

  /// Every byte at every place of a reply: if the reply is called plain, it must have no deviation.
  @Test func neverHidesADeviation() {
    let base = Array("230 in\r\n".utf8)
    for place in base.indices {
      for byte in UInt8.min...UInt8.max {
        var bytes = base
        bytes[place] = byte
        guard let reply = Reply(parsing: bytes), reply.isPlain else { continue }
        let isOutOfRange = !CommandReplies.isWithinGrammar(reply.code)
        #expect(isOutOfRange || reply.deviations.isEmpty, "\(bytes)")
      }
    }
  }

  @Test(arguments: [
    "200-a\r\n200 b\r\n", "200\r\n", "200 x\n", "hi\r\n200 x\r\n", "200 \u{E9}\r\n", "200 a\tb\r\n",
  ])
  func leavesTheRestToTheSearch(_ text: String) throws {
    let reply = try #require(Reply(parsing: text.utf8))
    #expect(!reply.isPlain)
  }
}
