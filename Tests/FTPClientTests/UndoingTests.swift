import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPTransport
import Synchronization
import TestSupport
import Testing
import ToyLayer

@testable import FTPClient

@Suite("A cancelled call is undone, and the next command is in step", .alsoUnderToyLayer, .endsWhenItHangs)
struct UndoingTests {
  /// Cancels a call after the client has sent a line, and expects the call to end with that.
  private func cancel<Value: Sendable>(
    after hasHeard: Signal, _ call: @escaping @Sendable () async throws -> Value
  ) async throws {
    let calling = Task { await failure { try await call() } }
    await hasHeard.wait()
    calling.cancel()
    let error = await calling.value
    guard case .cancelled(false)? = error else { throw Unexpected(error) }
  }

  @Test(arguments: ["RETR x", "STOR x", "LIST"])
  func betweenTheCommandAndItsReply(command: String) async throws {
    let hasHeard = Signal(), isCancelled = Signal()
    try await withPeer { peer in
      try peer.admit()
      let listener = try peer.answerPASV()
      let data = try listener.accept(deadline: peer.deadline)
      try peer.hear(command)
      hasHeard.send()
      // A connection without an owner ends with a reset, so that a STOR does not look complete.
      let end = Result { () throws(TransportError) in
        var bytes: [UInt8] = []
        while try data.read(appendingTo: &bytes, deadline: .test) > 0 {}
      }
      guard case .failure(let error) = end, error.isPeerGone else {
        throw Peer.Surprise(description: "an orderly end")
      }
      try isCancelled.waitBlocking()
      try peer.say("150 Opening.\r\n", "426 Lost it.\r\n")
      try peer.answer("NOOP", "200 In step.")
      let again = try peer.answerPASV()
      let more = try again.acceptData(as: .server)
      try peer.answer("RETR y", "150 Opening.")
      try more.write(Array("y".utf8))
      more.closeData()
      try peer.say("226 Done.\r\n")
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address)
      try await cancel(after: hasHeard) { try await client.passive(.pasv, command) }
      #expect(client.openTransfers.load(ordering: .relaxed) == 0)
      isCancelled.send()
      #expect(try await client.send("NOOP").line == "200 In step.")
      #expect(await client.untakenReplies.isEmpty)
      #expect(client.transcript.description.contains("S> 426 Lost it."))
      let download = try await client.passive(.pasv, "RETR y")
      #expect(try await download.readToEnd() == Array("y".utf8))
      try await download.finish()
      #expect(client.verdicts.isEmpty)
    }
  }

  /// Replies that no caller has taken count too; otherwise the client would wait for another one.
  @Test func whatIsStillOwedCanBeAwaited() async throws {
    let hasHeard = Signal(), isCancelled = Signal()
    try await withPeer { peer in
      try peer.admit()
      let listener = try peer.answerPASV()
      let data = try listener.accept(deadline: peer.deadline)
      try peer.hear("RETR x")
      hasHeard.send()
      try isCancelled.waitBlocking()
      data.close()
      try peer.say("150 Opening.\r\n", "426 Lost it.\r\n")
      try peer.answer("NOOP", "200 In step.")
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address)
      try await cancel(after: hasHeard) { try await client.passive(.pasv, "RETR x") }
      isCancelled.send()
      try await client.dropOwedReplies(within: .seconds(600))
      #expect(client.judge.commandsInFlight.isEmpty)
      #expect(try await client.send("NOOP").line == "200 In step.")
    }
  }

  @Test func whileTheAddressIsAwaited() async throws {
    let hasHeard = Signal(), isCancelled = Signal()
    try await withPeer { peer in
      try peer.admit()
      try peer.hear("EPSV")
      hasHeard.send()
      try isCancelled.waitBlocking()
      try peer.say("229 Late (|||1|).\r\n")
      try peer.answer("NOOP", "200 In step.")
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address)
      try await cancel(after: hasHeard) { try await client.passive(.epsv, "LIST") }
      isCancelled.send()
      #expect(try await client.send("NOOP").line == "200 In step.")
      #expect(await client.untakenReplies.isEmpty)
    }
  }

  @Test func whatWasAgreedOnByHand() async throws {
    let hasHeard = Signal(), isCancelled = Signal()
    try await withPeer { peer in
      try peer.admit()
      let listener = try peer.answerPASV()
      let data = try listener.accept(deadline: peer.deadline)
      try peer.hear("LIST")
      hasHeard.send()
      var bytes: [UInt8] = []
      _ = try? data.read(appendingTo: &bytes, deadline: .test)
      try isCancelled.waitBlocking()
      try peer.say("426 Lost it.\r\n")
      try peer.answer("NOOP", "200 In step.")
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address)
      try await client.connectData(announcedIn: try await client.send("PASV"))
      try await cancel(after: hasHeard) { try await client.startTransfer("LIST") }
      isCancelled.send()
      #expect(try await client.send("NOOP").line == "200 In step.")
      #expect(await client.untakenReplies.isEmpty)
    }
  }

  @Test func anAbortWhoseRepliesAreLate() async throws {
    let hasHeard = Signal(), isCancelled = Signal()
    try await withPeer { peer in
      try peer.admit()
      let listener = try peer.answerPASV()
      let data = try listener.acceptData(as: .server)
      try peer.answer("RETR x", "150 Opening.")
      try data.write(Array("a part".utf8))
      try peer.hear("ABOR")
      hasHeard.send()
      try isCancelled.waitBlocking()
      // One reply for both commands, as many servers send it.
      try peer.say("226 Aborted.\r\n")
      data.close()
      try peer.answer("NOOP", "200 In step.")
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address, { $0.timeouts.abort = .milliseconds(200) })
      let download = try await client.passive(.pasv, "RETR x")
      #expect(try await !download.read().isEmpty)
      try await cancel(after: hasHeard) { try await client.abort(download, signal: .plain) }
      #expect(await !download.isOpen)
      isCancelled.send()
      while await client.control.connection.ready(for: .readable).isEmpty { await Task.yield() }
      #expect(try await client.send("NOOP").line == "200 In step.")
    }
  }

  @Test func aFinishCanBeAskedForAgain() async throws {
    let hasEnded = Signal(), isCancelled = Signal()
    try await withPeer { peer in
      try peer.admit()
      let listener = try peer.answerPASV()
      let data = try listener.acceptData(as: .server)
      try peer.answer("STOR x", "150 Go on.")
      var bytes: [UInt8] = []
      while try data.read(appendingTo: &bytes, deadline: .test) > 0 {}
      hasEnded.send()
      try isCancelled.waitBlocking()
      try peer.say("226 Have it.\r\n")
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address)
      let upload = try await client.passive(.pasv, "STOR x")
      try await upload.write([1, 2, 3])
      try await cancel(after: hasEnded) { try await upload.finish() }
      isCancelled.send()
      #expect(try await upload.finish().line == "226 Have it.")
    }
  }
}
