import FTPClient
import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPTransport
import TestSupport
import Testing
import ToyLayer

@Suite(
  "An incomplete download is an error, except in the raw API", .alsoUnderToyLayer, .endsWhenItHangs
)
struct EndOfDataTests {
  /// A RETR for which the server sends these bytes, closes in order, and replies like this.
  private func download(
    _ opening: String, _ sent: String, _ final: String, type: String = "I",
    _ body: @escaping @Sendable (DataTransfer) async throws -> Void
  ) async throws {
    try await withPeer { peer in
      try peer.admit()
      try peer.answer("TYPE \(type)", "200 Set.")
      let listener = try peer.answerPASV()
      let data = try listener.acceptData(as: .server)
      try peer.answer("RETR x", opening)
      try data.write(Array(sent.utf8))
      data.closeData()
      try peer.say(final + "\r\n")
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address)
      try await client.send("TYPE \(type)", expecting: 200)
      try await body(try await client.passive(.pasv, "RETR x"))
    }
  }

  @Test func aReadOfAPartIsNotTheWhole() async throws {
    try await download("150 Opening.", "all of it", "226 Done.") { transfer in
      #expect(try await transfer.read(upTo: 3) == Array("all".utf8))
      let error = await failure { try await transfer.finish() }
      guard case .incomplete(3, nil, let reply?)? = error, reply.code == 226 else { throw Unexpected(error) }
      #expect(!transfer.endedAtEndOfFile && transfer.byteCount == 3)
      #expect(try await transfer.end().code == 226)
    }
  }

  @Test func aRefusalAtTheEndDoesNotPassInSilence() async throws {
    try await download("150 Opening.", "a part", "426 Lost it.") { transfer in
      let bytes = try await transfer.readToEnd()
      #expect(bytes == Array("a part".utf8))
      #expect(transfer.endedAtEndOfFile && transfer.announcedSize == nil)
      let error = await failure { try await transfer.finish() }
      #expect(error?.description == "RETR got 426 Lost it.; expected 226 or 250")
      #expect(try await transfer.end().code == 426)
    }
  }

  @Test func lessThanWasAnnounced() async throws {
    try await download("150 Opening x (10 bytes).", "a part", "226 Done.") { transfer in
      #expect(transfer.announcedSize == 10)
      let error = await failure { try await transfer.readToEnd() }
      guard case .incomplete(6, 10, nil)? = error else { throw Unexpected(error) }
      let final = await failure { try await transfer.finish() }
      guard case .incomplete(6, 10, _?)? = final else { throw Unexpected(final) }
    }
    try await download("150 Opening x (10 bytes).", "a part", "226 Done.") { transfer in
      let bytes = try await transfer.readWhatComes()
      #expect(bytes == Array("a part".utf8))
    }
  }

  @Test func allThatWasAnnouncedIsEnough() async throws {
    try await download("150 Opening x (6 bytes).", "a part", "226 Done.") { transfer in
      var bytes: [UInt8] = []
      while bytes.count < 6 { bytes += try await transfer.read(upTo: 6 - bytes.count) }
      try await transfer.finish()
    }
  }

  @Test func aSizeOfTextIsNotComparedWithItsLines() async throws {
    try await download("150 Opening x (10 bytes).", "a part", "226 Done.", type: "A") { transfer in
      #expect(try await transfer.readToEnd().count == 6)
      #expect(transfer.announcedSize == 10)
      try await transfer.finish()
    }
  }

  @Test func aResetIsNotTheEnd() async throws {
    let hasRead = Signal()
    try await withPeer { peer in
      try peer.admit()
      let listener = try peer.answerPASV()
      let data = try listener.acceptData(as: .server)
      try peer.answer("RETR x", "150 Opening.")
      try data.write(Array("half".utf8))
      try hasRead.waitBlocking()
      data.reset()
      try peer.say("226 Done.\r\n")
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address)
      let transfer = try await client.passive(.pasv, "RETR x")
      #expect(try await transfer.read() == Array("half".utf8))
      hasRead.send()
      for _ in 0..<2 {
        let error = await failure { try await transfer.read() }
        guard case .transport(let cause)? = error, cause.isPeerGone else { throw Unexpected(error) }
      }
      let error = await failure { try await transfer.finish() }
      guard case .incomplete(4, nil, _?)? = error else { throw Unexpected(error) }
    }
  }

  @Test func aCommandIsNamedWhereItsReplyIsExpected() async throws {
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      for _ in 0..<2 { try peer.answer("NOOP", "500 What?") }
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      let error = await failure { try await client.send("NOOP", expecting: 200, 250) }
      #expect(error?.description == "NOOP got 500 What?; expected 200 or 250")
      let reply = try await client.send("NOOP")
      let other = await failure { try reply.expect(200, to: "the last word") }
      #expect(other?.description == "the last word got 500 What?; expected 200")
    }
  }

  @Test func repliesThatAreKeptAreBoundedByBytes() async throws {
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      try peer.hear("NOOP")
      try peer.say("200 OK\r\n" + String(repeating: "226 Stray\r\n", count: 50))
      try peer.answer("SYST", "215 UNIX")
    } _: { address in
      let client = try await RawFTPClient.connect(to: address, { $0.recordingLimits.untakenBytes = 110 })
      #expect(try await client.send("NOOP").code == 200)
      #expect(try await client.send("SYST").code == 215)
      #expect(await client.untakenReplies.count + client.droppedReplies == 50)
      #expect(await client.untakenReplies.count == 10)
      for _ in 0..<10 { #expect(try await client.nextReply().code == 226) }
    }
  }
}
