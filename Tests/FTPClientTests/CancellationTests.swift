import FTPClient
import FTPMockServer
import FTPProtocol
import FTPSystem
import TestSupport
import Testing
import ToyLayer

@Suite("Cancelling a task ends its wait at once", .alsoUnderToyLayer, .endsWhenItHangs)
struct CancellationTests {
  /// Expects the failure of a cancelled wait on the control connection.
  private func expectCancelled(
    _ error: FTPClientError?, endsConversation: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard case .cancelled? = error else {
      Issue.record(Unexpected(error), sourceLocation: sourceLocation)
      return
    }
    #expect(error?.endsConversation == endsConversation, sourceLocation: sourceLocation)
  }

  @Test func aWaitForAReply() async throws {
    let hasHeard = Signal(), isCancelled = Signal()
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      try peer.hear("SITE SLOW")
      hasHeard.send()
      try isCancelled.waitBlocking()
      try peer.say("200 Slow.\r\n")
      try peer.answer("NOOP", "200 Quick.")
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      let waiting = Task { await failure { try await client.send("SITE SLOW") } }
      await hasHeard.wait()
      waiting.cancel()
      expectCancelled(await waiting.value)
      isCancelled.send()
      #expect(try await client.send("NOOP").line == "200 Quick.")
      #expect(try await client.nextReply().line == "200 Slow.")
    }
  }

  @Test func aWaitForTheGreeting() async throws {
    let isThere = Signal(), isCancelled = Signal()
    try await withPeer { peer in
      isThere.send()
      try isCancelled.waitBlocking()
    } _: { address in
      let connecting = Task { await failure { try await RawFTPClient.connect(to: address) } }
      await isThere.wait()
      connecting.cancel()
      expectCancelled(await connecting.value, endsConversation: true)
      isCancelled.send()
    }
  }

  @Test func aReadOfData() async throws {
    let isCancelled = Signal()
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      let listener = try peer.answerPASV()
      let data = try listener.acceptData(as: .server)
      try peer.answer("RETR x", "150 Opening.")
      try data.write(Array("first".utf8))
      try isCancelled.waitBlocking()
      try data.write(Array(", rest".utf8))
      data.close()
      try peer.say("226 Done.\r\n")
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      let download = try await client.passive(.pasv, "RETR x")
      let hasFirst = Signal()
      let reading = Task { await failure { try await download.forEachPiece { _ in hasFirst.send() } } }
      await hasFirst.wait()
      reading.cancel()
      expectCancelled(await reading.value)
      isCancelled.send()
      #expect(try await download.readToEnd() == Array(", rest".utf8))
      try await download.finish().expect(226)
    }
  }

  @Test func aWriteOfData() async throws {
    let isBlocked = Signal(), isCancelled = Signal()
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      let listener = try peer.answerPASV()
      let data = try listener.acceptData(as: .server)
      try peer.answer("STOR x", "150 Go on.")
      try isCancelled.waitBlocking()
      data.close()
      try peer.say("426 Lost it.\r\n")
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      let upload = try await client.passive(.pasv, "STOR x")
      let writing = Task {
        await failure {
          try await upload.writePieces { buffer in
            isBlocked.send()
            return buffer.count
          }
        }
      }
      await isBlocked.wait()
      writing.cancel()
      expectCancelled(await writing.value)
      isCancelled.send()
      #expect(try await upload.end().code == 426)
    }
  }

  @Test func aWaitForTheServerToConnect() async throws {
    let isCancelled = Signal()
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      _ = try peer.answerPORT()
      try peer.answer("LIST", "150 Here it comes.")
      try isCancelled.waitBlocking()
      try peer.say("425 Cannot.\r\n")
      try peer.answer("NOOP", "200 OK")
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      let events = client.events()
      let listing = Task { await failure { try await client.active(.port, "LIST") } }
      // After the 150, the client waits for the data connection.
      for await event in events {
        if case .reply(let reply, _, _) = event.content, reply.code == 150 { break }
      }
      listing.cancel()
      expectCancelled(await listing.value)
      isCancelled.send()
      #expect(try await client.send("NOOP").code == 200)
      #expect(await client.untakenReplies.isEmpty)
      #expect(client.transcript.description.contains("S> 425 Cannot."))
    }
  }

  @Test func aWriteOfCommands() async throws {
    let isBlocked = Signal(), isCancelled = Signal()
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      // One byte shows that the write has begun; the rest does not fit into the buffers.
      var first = [UInt8](repeating: 0, count: 1)
      _ = try peer.control.read(into: &first, deadline: .test)
      isBlocked.send()
      try isCancelled.waitBlocking()
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      let writing = Task {
        await failure { try await client.write([UInt8](repeating: 0x41, count: 64 << 20)) }
      }
      await isBlocked.wait()
      writing.cancel()
      // Half a line is sent already, so no other line can follow.
      expectCancelled(await writing.value, endsConversation: true)
      #expect(client.state == .closed)
      isCancelled.send()
    }
  }

  @Test func aTaskThatIsCancelledBeforeSendsNothing() async throws {
    try await withMockServer(.testing()) { server in
      let client = try await RawFTPClient.loggedIn(server)
      let sending = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return await failure { try await client.send("DELE notes.txt") }
      }
      expectCancelled(await sending.value)
      #expect(try await client.send("NOOP").code == 200)
      #expect(server.receivedCommands("DELE").isEmpty)
      #expect(server.tree.contains("notes.txt"))
    }
  }

  @Test func whoeverWaitsInLineIsNotDisturbed() async throws {
    let hasHeard = Signal(), isCancelled = Signal()
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      try peer.hear("SITE SLOW")
      hasHeard.send()
      try isCancelled.waitBlocking()
      try peer.say("200 Slow.\r\n")
      try peer.answer("NOOP", "200 Quick.")
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      let waiting = Task { await failure { try await client.send("SITE SLOW") } }
      await hasHeard.wait()
      let inLine = Task { try await client.send("NOOP").line }
      waiting.cancel()
      expectCancelled(await waiting.value)
      isCancelled.send()
      #expect(try await inLine.value == "200 Quick.")
    }
  }
}
