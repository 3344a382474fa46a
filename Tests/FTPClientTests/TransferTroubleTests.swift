import FTPClient
import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPSystem
import FTPTransport
import TestSupport
import Testing
import ToyLayer

@Suite("Transfers that fail or take an unusual course", .alsoUnderToyLayer, .endsWhenItHangs)
struct TransferTroubleTests {
  @Test func aFinalReplyWithoutAPreliminaryOne() async throws {
    try await withPeer { peer in
      try peer.admit()
      let listener = try peer.answerPASV()
      let data = try listener.acceptData(as: .server)
      // Under a layer the data cannot come first: the client begins its handshake only after the reply to RETR.
      try peer.answer("RETR x", "226 Done already.")
      try data.write(Array("all of it".utf8))
      data.close()
      try peer.answer("NOOP", "200 OK")
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address)
      let download = try await client.passive(.pasv, "RETR x")
      #expect(download.opening.code == 226)
      #expect(try await download.readToEnd() == Array("all of it".utf8))
      #expect(try await download.finish().code == 226)
      #expect(try await client.send("NOOP").code == 200)
      #expect(client.verdicts.map(\.requirement).contains("959:5.4:success-needs-preliminary"))
    }
  }

  @Test func aPreliminaryReplyThenNoConnection() async throws {
    try await withPeer { peer in
      try peer.admit()
      try peer.say("226 Stray.\r\n")
      _ = try peer.answerPORT()
      try peer.answer("LIST", "150 Here it comes.\r\n425 Cannot connect.")
      try peer.answer("NOOP", "200 OK")
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address)
      let error = await failure { try await client.active(.port, "LIST") }
      guard case .unexpectedReply(let reply, "LIST", _)? = error else { throw Unexpected(error) }
      #expect(reply.line == "425 Cannot connect.")
      #expect(try await client.send("NOOP").code == 200)
      #expect(await client.untakenReplies.map(\.code) == [226])
    }
  }

  @Test func aServerThatClosesInsteadOfConnecting() async throws {
    try await withPeer { peer in
      try peer.admit()
      _ = try peer.answerPORT()
      try peer.answer("LIST", "150 Here it comes.")
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address)
      let error = await failure { try await client.active(.port, "LIST") }
      guard case .closedByServer? = error else { throw Unexpected(error) }
      #expect(client.state == .closed)
    }
  }

  @Test func aServerThatNeverConnects() async throws {
    let isOver = Signal()
    try await withPeer { peer in
      try peer.admit()
      _ = try peer.answerPORT()
      try peer.answer("LIST", "150 Here it comes.")
      try isOver.waitBlocking()
      try peer.say("425 Gave up.\r\n")
      try peer.answer("NOOP", "200 OK")
    } _: { address in
      let client = try await RawFTPClient.admitted(
        to: address, { $0.timeouts.dataConnect = .milliseconds(1) })
      let error = await failure { try await client.active(.port, "LIST") }
      guard case .transport(let cause)? = error else { throw Unexpected(error) }
      #expect(cause.step == .accept && cause.isTimeout)
      isOver.send()
      #expect(try await client.send("NOOP").code == 200)
      #expect(try await client.nextReply().code == 425)
    }
  }

  @Test func twoPreliminaryReplies() async throws {
    try await withPeer { peer in
      try peer.admit()
      let listener = try peer.answerPASV()
      let data = try listener.acceptData(as: .server)
      try peer.answer("RETR x", "150 Opening.\r\n125 Still open.")
      data.closeData()
      try peer.say("226 Done.\r\n")
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address)
      let download = try await client.passive(.pasv, "RETR x")
      #expect(try await download.readToEnd().isEmpty)
      #expect(try await download.finish().code == 226)
      #expect(client.verdicts.map(\.requirement).contains("959:4.2:one-preliminary"))
    }
  }

  @Test func dataThatTheServerResets() async throws {
    let hasRead = Signal()
    try await withPeer { peer in
      try peer.admit()
      let listener = try peer.answerPASV()
      let data = try listener.acceptData(as: .server)
      try peer.answer("RETR x", "150 Opening.")
      try data.write(Array("half".utf8))
      try hasRead.waitBlocking()
      data.reset()
      try peer.say("426 Lost it.\r\n")
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address)
      let download = try await client.passive(.pasv, "RETR x")
      #expect(try await download.read() == Array("half".utf8))
      hasRead.send()
      let error = await failure { try await download.read() }
      guard case .transport(let cause)? = error, cause.isPeerGone else { throw Unexpected(error) }
      #expect(await !download.isOpen)
      #expect(try await download.end().code == 426)
      #expect(client.transcript.description.contains("-- close data (4 bytes, reset by the server)"))
    }
  }

  @Test func anUploadThatTheServerCutsShort() async throws {
    try await withPeer { peer in
      try peer.admit()
      let listener = try peer.answerPASV()
      let data = try listener.acceptData(as: .server)
      try peer.answer("STOR x", "150 Go on.")
      data.reset()
      try peer.say("552 No room.\r\n")
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address)
      let upload = try await client.passive(.pasv, "STOR x")
      let error = await failure {
        while true { try await upload.write([UInt8](repeating: 7, count: 1 << 20)) }
      }
      // Whichever comes first: the reset or the reply.
      switch error {
      case .transport(let cause)? where cause.isPeerGone: break
      case .unexpectedReply(let reply, _, _)? where reply.code == 552: break
      default: throw Unexpected(error)
      }
      #expect(try await upload.end().code == 552)
    }
  }

  @Test func aResetByTheClientIsOne() async throws {
    try await withPeer { peer in
      try peer.admit()
      let listener = try peer.answerPASV()
      let data = try listener.acceptData(as: .server)
      try peer.answer("STOR x", "150 Go on.")
      let isReset = Result { () throws(TransportError) in
        var bytes: [UInt8] = []
        while try data.read(appendingTo: &bytes, deadline: .test) > 0 {}
      }
      guard case .failure(let error) = isReset, error.isPeerGone else {
        throw Peer.Surprise(description: "an orderly end")
      }
      try peer.say("426 Dropped.\r\n")
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address)
      let upload = try await client.passive(.pasv, "STOR x")
      try await upload.write(Array("part".utf8))
      await upload.reset()
      #expect(try await upload.end().code == 426)
      #expect(client.transcript.description.contains("-- close data (4 bytes, reset by the client)"))
    }
  }

  @Test func dataOnWhichNothingMovesTimesOut() async throws {
    let isOver = Signal()
    try await withPeer { peer in
      try peer.admit()
      let listener = try peer.answerPASV()
      let data = try listener.acceptData(as: .server)
      try peer.answer("RETR x", "150 Opening.")
      try isOver.waitBlocking()
      data.closeData()
      try peer.say("226 Done.\r\n")
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address, { $0.timeouts.dataIdle = .milliseconds(1) })
      let download = try await client.passive(.pasv, "RETR x")
      let error = await failure { try await download.readToEnd() }
      guard case .transport(let cause)? = error, cause.isTimeout else { throw Unexpected(error) }
      #expect(await download.isOpen)
      isOver.send()
      #expect(try await download.end().code == 226)
    }
  }

  @Test func aTransferThatIsReleasedClosesItsConnection() async throws {
    try await withPeer { peer in
      try peer.admit()
      let listener = try peer.answerPASV()
      let data = try listener.acceptData(as: .server)
      try peer.answer("STOR x", "150 Go on.")
      var bytes: [UInt8] = []
      while try data.read(appendingTo: &bytes, deadline: .test) > 0 {}
      try peer.say("226 Done.\r\n")
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address)
      func begin() async throws { try await client.passive(.pasv, "STOR x").write(Array("part".utf8)) }
      try await begin()
      #expect(try await client.nextReply().code == 226)
      #expect(client.transcript.description.contains("-- close data (4 bytes, closed by the client)"))
    }
  }
}
