import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPSystem
import TestSupport
import Testing
import ToyLayer

@testable import FTPClient

@Suite("Replies are read however they come", .alsoUnderToyLayer, .endsWhenItHangs)
struct ReplyReadingTests {
  static let replies = [
    "200 OK\r\n", "211-Features:\r\n MDTM\r\n211 End\r\n", "150 Opening.\r\n226 Done.\r\n",
    "200-\r\n 200 inside\r\n200\r\n", "215 n\u{fc}\n",
  ]

  @Test(arguments: replies)
  func aCutAtAnyPlaceChangesNothingAndIsRecorded(text: String) async throws {
    let bytes = text.unicodeScalars.map { UInt8($0.value) }
    let firstEnd = text == Self.replies[2] ? "150 Opening.\r\n".utf8.count : bytes.count
    let cuts = Array(1..<firstEnd)
    let said = cuts.map { _ in (first: Signal(), rest: Signal()) }
    let awaited = cuts.map { _ in (first: Signal(), rest: Signal()) }
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      for (index, cut) in cuts.enumerated() {
        try peer.hear("NOOP")
        try peer.say(Array(bytes[..<cut]))
        said[index].first.send()
        try awaited[index].first.waitBlocking()
        try peer.say(Array(bytes[cut...]))
        said[index].rest.send()
        try awaited[index].rest.waitBlocking()
      }
    } _: { address in
      let client = try await RawFTPClient.connect(to: address, { $0.timeouts.reply = .milliseconds(1) })
      for (index, cut) in cuts.enumerated() {
        try await client.write(Array("NOOP\r\n".utf8))
        await said[index].first.wait()
        let error = await failure { try await client.nextReply() }
        guard case .timedOut(_, _, let unfinished)? = error, !unfinished.isEmpty else {
          throw Unexpected(error)
        }
        awaited[index].first.send()
        await said[index].rest.wait()
        let reply = try await client.nextReply()
        #expect(reply.bytes == Array(bytes[..<firstEnd]))
        #expect(client.transcript.events.compactMap(\.cuts).last == [cut], "cut at \(cut)")
        if firstEnd < bytes.count { _ = try await client.nextReply() }
        awaited[index].rest.send()
      }
    }
  }

  @Test func boundariesBelongToTheReplyTheyFallInto() {
    var tracker = SegmentTracker()
    tracker.received(10)
    #expect(tracker.take(10) == [])
    for count in [3, 4, 20, 1] { tracker.received(count) }
    #expect(tracker.take(5) == [3])
    #expect(tracker.take(2) == [])
    #expect(tracker.take(10) == [])
    #expect(tracker.take(10) == [])
    tracker.received(5)
    #expect(tracker.take(6) == [1])
    #expect(tracker.take(0) == [])
  }

  @Test(arguments: [
    ("22", "; received so far: a line without end: 22"),
    ("", ""),
    ("211-a\r\n21", nil),
    ("211-a\r\n211-b\r\n", nil),
    ("no code\r\n", "; received so far: 1 line that begins with no reply code: no code\\r"),
  ])
  func aCloseInTheMiddleIsReported(said: String, told: String?) async throws {
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      try peer.hear("SYST")
      try peer.say(said)
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      let error = await failure { try await client.send("SYST") }
      guard case .closedByServer(_, let unfinished)? = error else { throw Unexpected(error) }
      let text = error?.description ?? ""
      let expected = "the server closed the control connection before its reply to SYST"
      if let told {
        #expect(text == expected + told)
      } else {
        #expect(text == "\(expected); received so far: \(unfinished)")
      }
      #expect(unfinished.isEmpty == said.isEmpty)
      #expect(text.utf8.allSatisfy { (0x20...0x7E).contains($0) })
      #expect(client.state == .closed)
      #expect(await !client.isConnected)
      #expect(client.verdicts.map(\.requirement) == ["959:4.2:every-command-answered"])
    }
  }

  @Test func aLastReplyWithoutLineEndCounts() async throws {
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      try peer.hear("QUIT")
      try peer.say("221 Bye")
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      #expect(try await client.send("QUIT").code == 221)
      #expect(client.state == .closed)
      #expect(!client.verdicts.isEmpty)
      #expect(client.transcript.description.hasSuffix("S> 221 Bye\\\n" + verdictRows(client)))
    }
  }

  @Test func aResetIsReported() async throws {
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      try peer.hear("SYST")
      peer.reset()
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      let error = await failure { try await client.send("SYST") }
      #expect(error?.endsConversation == true)
      #expect(error?.description.contains("\(address)") == true)
      #expect(client.state == .closed)
      #expect(client.verdicts.map(\.party) == [.network])
    }
  }

  @Test(arguments: [
    (
      ReplyLimits(lineLength: 32), String(repeating: "x", count: 33),
      "longer than the line length limit of 32 bytes"
    ),
    (ReplyLimits(lines: 3), "211-a\r\nb\r\nc\r\nd\r\n211 e\r\n", "more than the limit of 3 lines"),
    (ReplyLimits(bytes: 20), "211-aaaaaaa\r\nbbbbbbb\r\n211 c\r\n", "longer than the limit of 20 bytes"),
    (.standard, String(repeating: "y", count: 1 << 20), "longer than the line length limit of 65536 bytes"),
  ])
  func aReplyOverTheLimitsIsRefused(limits: ReplyLimits, said: String, told: String) async throws {
    let isOver = Signal()
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      try peer.hear("STAT")
      // The client may close before everything is written.
      try? peer.say(said)
      try isOver.waitBlocking()
    } _: { address in
      defer { isOver.send() }
      let client = try await RawFTPClient.connect(to: address, { $0.replyLimits = limits })
      for _ in 0..<2 {
        let error = await failure { try await client.send("STAT") }
        guard case .malformedReply? = error else { throw Unexpected(error) }
        #expect(error?.description.contains(told) == true, "\(error?.description ?? "")")
        #expect(error?.endsConversation == true)
      }
      client.close()
    }
  }

  @Test func strictReadingTakesADeviationForAnError() async throws {
    let isOver = Signal()
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      try peer.answer("NOOP", "200 fine")
      try peer.hear("SYST")
      try peer.say("215 UNIX\n")
      try isOver.waitBlocking()
    } _: { address in
      defer { isOver.send() }
      let client = try await RawFTPClient.connect(to: address, { $0.leniency = .strict })
      #expect(try await client.send("NOOP").code == 200)
      let error = await failure { try await client.send("SYST") }
      guard case .malformedReply(let cause)? = error, case .deviation(let deviation) = cause.reason else {
        throw Unexpected(error)
      }
      #expect(client.verdicts.map(\.requirement) == [deviation.requirement])
    }
  }

  /// The rows of the verdicts at the end of a transcript.
  private func verdictRows(_ client: RawFTPClient) -> String {
    client.verdicts.map { "!! \($0)\n" }.joined()
  }
}

extension ConversationEvent {
  /// Where the reply was cut into segments.
  var cuts: [Int]? {
    guard case .reply(_, let cuts, _) = content else { return nil }
    return cuts
  }
}
