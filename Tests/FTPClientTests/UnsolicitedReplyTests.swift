import FTPClient
import FTPMockServer
import FTPProtocol
import FTPTransport
import TestSupport
import Testing
import ToyLayer

@Suite(
  "An unexpected reply is kept, judged and not mistaken for another", .alsoUnderToyLayer,
  .endsWhenItHangs)
struct UnsolicitedReplyTests {
  @Test func aStrayReplyBeforeACommandIsNotItsReply() async throws {
    let hasSpoken = Signal()
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      try peer.say("226 Transfer complete.\r\n")
      hasSpoken.send()
      try peer.answer("SYST", "215 UNIX")
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      await hasSpoken.wait()
      #expect(try await client.send("SYST").code == 215)
      #expect(await client.untakenReplies.map(\.code) == [226])
      #expect(try await client.nextReply().code == 226)
      #expect(await client.untakenReplies.isEmpty)
      #expect(client.verdicts.map(\.requirement) == ["959:5.4:nothing-spontaneous"])
      expectTranscript(
        of: client,
        """
        S> 220 Ready.
        S> 226 Transfer complete.
        !! \(client.verdicts[0])
        C> SYST
        S> 215 UNIX

        """)
    }
  }

  @Test func aStrayReplyInTheSegmentOfAnAnswerIsKept() async throws {
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      try peer.answer("NOOP", "200 OK\r\n226 Transfer complete.")
      try peer.answer("SYST", "215 UNIX")
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      #expect(try await client.send("NOOP").code == 200)
      #expect(try await client.send("SYST").code == 215)
      #expect(await client.untakenReplies.map(\.code) == [226])
    }
  }

  @Test func aDismissalWhileIdleIsFoundBeforeTheNextCommand() async throws {
    let isGone = Signal()
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      try peer.answer("NOOP", "200 OK")
      try peer.say("421 Idle for too long.\r\n")
      try peer.control.shutdownWrite()
      isGone.send()
      guard try peer.hearEnd().isEmpty else { throw Peer.Surprise(description: "more was sent") }
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      try await client.send("NOOP")
      await isGone.wait()
      let error = await failure { try await client.send("SYST") }
      guard case .closedByServer? = error else { throw Unexpected(error) }
      #expect(client.state == .closed)
      #expect(client.verdicts.isEmpty)
      #expect(try await client.nextReply().line == "421 Idle for too long.")
      let next = await failure { try await client.nextReply() }
      guard case .closedByServer? = next else { throw Unexpected(next) }
    }
  }

  @Test func aServerThatContinuesAfterADismissalIsStillFollowed() async throws {
    let hasSpoken = Signal()
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      try peer.say("421 Going down.\r\n")
      hasSpoken.send()
      try peer.answer("SYST", "215 UNIX")
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      await hasSpoken.wait()
      #expect(try await client.send("SYST").code == 215)
      #expect(await client.untakenReplies.map(\.code) == [421])
      #expect(client.verdicts.map(\.requirement) == ["959:4.2:close-after-421"])
    }
  }

  @Test func aReplyThatWasGivenUpIsNotTheNextOne() async throws {
    let isLate = Signal()
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      try peer.hear("SITE SLOW")
      try isLate.waitBlocking()
      try peer.say("200 Slow.\r\n")
      try peer.answer("NOOP", "200 Quick.")
    } _: { address in
      let client = try await RawFTPClient.connect(to: address, { $0.timeouts.reply = .milliseconds(1) })
      let error = await failure { try await client.send("SITE SLOW") }
      #expect(error?.description == "no reply to SITE within 1 ms")
      isLate.send()
      // The timeout is too short on purpose, so the test waits until the answer is there.
      var reply: Reply?
      try await client.write(Array("NOOP\r\n".utf8))
      while reply?.line != "200 Quick." {
        let next = try? await client.nextReply()
        if reply == nil, let next { #expect(next.line == "200 Slow.") }
        reply = next ?? reply
      }
      #expect(client.verdicts.isEmpty)
    }
  }

  @Test func aFloodOfRepliesEndsInAnError() async throws {
    let hasSpoken = Signal(), isOver = Signal()
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      hasSpoken.send()
      let replies = Array(String(repeating: "200 OK\r\n", count: 1000).utf8)
      for _ in 0...10 { try? peer.say(replies) }
      try isOver.waitBlocking()
    } _: { address in
      defer { isOver.send() }
      let client = try await RawFTPClient.connect(to: address)
      await hasSpoken.wait()
      var error: FTPClientError?
      // Each command reads the replies that have come; the last one waits for its own reply and reads all the others.
      while error == nil {
        do throws(FTPClientError) {
          try await client.write(Array("SITE NOTHING\r\n".utf8))
          _ = try await client.send("SITE NOTHING")
        } catch { if case .unexpectedReply = error { break } else { throw error } }
        error = nil
      }
      #expect(await client.untakenReplies.count <= 10_000)
      client.close()
    }
  }
}
