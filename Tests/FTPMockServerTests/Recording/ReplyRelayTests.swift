import FTPProtocol
import Testing

@testable import FTPRecording

@Suite("Replies are relayed as they come, and those with an address once they are complete")
struct ReplyRelayTests {
  /// Relays a stream in pieces of this size; a reply with an address becomes `<...>`.
  private func pass(_ stream: String, in size: Int) throws -> (text: String, latest: Int) {
    var parser = ReplyParser()
    var relay = ReplyRelay()
    var passed = ""
    var latest = 0
    let bytes = Array(stream.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      let segment = Array(bytes[start..<min(start + size, bytes.count)])
      parser.append(segment)
      var replies: [Reply] = []
      while let reply = try parser.next() { replies.append(reply) }
      let out = relay.receive(segment, completing: replies, unfinished: parser.unfinished) { _, bytes in
        Array("<".utf8) + bytes + Array(">".utf8)
      }
      passed += String(decoding: out, as: UTF8.self)
      latest = max(latest, start + segment.count - passed.utf8.count)
    }
    passed += String(decoding: relay.flush(), as: UTF8.self)
    return (passed, latest)
  }

  private static let streams: [(String, String)] = [
    ("220 Hi\r\n", "220 Hi\r\n"),
    ("227 (1,2,3,4,5,6)\r\n", "<227 (1,2,3,4,5,6)\r\n>"),
    ("200 a\r\n229 (|||5|)\r\n150 b\r\n", "200 a\r\n<229 (|||5|)\r\n>150 b\r\n"),
    ("228 (4,4,1,2,3,4,2,5,6)\r\n226 x\r\n", "<228 (4,4,1,2,3,4,2,5,6)\r\n>226 x\r\n"),
    ("220-a\r\n227 inside\r\n220 b\r\n", "220-a\r\n227 inside\r\n220 b\r\n"),
    ("226-a\r\n226 b\r\n22", "226-a\r\n226 b\r\n22"),
  ]

  @Test(arguments: streams)
  func holdsBackOnlyTheOnesWithAnAddress(stream: String, expected: String) throws {
    for size in 1...stream.utf8.count { #expect(try pass(stream, in: size).text == expected) }
  }

  @Test func aReplyOfSeveralLinesIsHeldAsAWhole() throws {
    let stream = "227-words\r\n227 (1,2,3,4,5,6)\r\n"
    for size in 1...stream.utf8.count { #expect(try pass(stream, in: size).text == "<\(stream)>") }
  }

  @Test func otherRepliesAreNotHeldBack() throws {
    #expect(try pass("150-Some text\r\n more\r\n150 End\r\n226 Done\r\n", in: 1).latest <= 2)
  }
}
