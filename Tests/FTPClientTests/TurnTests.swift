import FTPMockServer
import FTPProtocol
import FTPTransport
import TestSupport
import Testing
import ToyLayer

@testable import FTPClient

@Suite(
  "Calls that wait in line can be cancelled, and a close ends them all", .alsoUnderToyLayer, .endsWhenItHangs)
struct TurnTests {
  private func wait(for count: Int, _ client: RawFTPClient) async {
    while client.line.waitingCount != count { await Task.yield() }
  }

  private func expect(
    _ error: FTPClientError?, _ description: String, sourceLocation: SourceLocation = #_sourceLocation
  ) { #expect(error?.description == description, sourceLocation: sourceLocation) }

  @Test func aCancelledCallInLineEndsAtOnceAndDisturbsNone() async throws {
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
      let waiting = Task { try await client.send("SITE SLOW").line }
      await hasHeard.wait()
      let inLine = Task { await failure { try await client.send("DELE x") } }
      await wait(for: 1, client)
      inLine.cancel()
      // The server is still silent.
      expect(await inLine.value, "cancelled")
      isCancelled.send()
      #expect(try await waiting.value == "200 Slow.")
      #expect(try await client.send("NOOP").line == "200 Quick.")
    }
  }

  @Test(arguments: [false, true])
  func aCloseEndsWhatIsInProgressAndInLine(isReset: Bool) async throws {
    let hasHeard = Signal()
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      try peer.hear("SITE SLOW")
      hasHeard.send()
      _ = try? peer.hearEnd()
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      let waiting = Task { await failure { try await client.send("SITE SLOW") } }
      await hasHeard.wait()
      let inLine = Task { await failure { try await client.send("DELE x") } }
      await wait(for: 1, client)
      if isReset { client.reset() } else { client.close() }
      #expect(client.state == .closed)
      expect(await waiting.value, "the control connection is not open")
      expect(await inLine.value, "the control connection is not open")
      #expect(await !client.isConnected)
      let later = await failure { try await client.send("NOOP") }
      guard case .notConnected? = later else { throw Unexpected(later) }
      client.close()
    }
  }

  @Test func aCloseOfAnIdleClientIsDoneWhenItReturns() async throws {
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      try peer.answer("NOOP", "200 OK")
      guard try peer.hearEnd().isEmpty else { throw Peer.Surprise(description: "more was sent") }
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      try await client.send("NOOP", expecting: 200)
      client.close()
      #expect(client.state == .closed)
      #expect(await !client.isConnected)
    }
  }

  @Test func aCloseFromTheClientsOwnThread() async throws {
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      _ = try peer.hearEnd()
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      let error = await failure {
        try await client.onThread { client throws(FTPClientError) in
          client.close()
          return try client.send("NOOP")
        }
      }
      guard case .notConnected? = error else { throw Unexpected(error) }
    }
  }

  @Test func aTransferIsClosedUnderARead() async throws {
    let isClosed = Signal()
    try await withPeer { peer in
      try peer.admit()
      let listener = try peer.answerPASV()
      let data = try listener.acceptData(as: .server)
      try peer.answer("RETR x", "150 Opening.")
      try data.write(Array("first".utf8))
      try isClosed.waitBlocking()
      data.close()
      try peer.say("426 Cut.\r\n")
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address)
      let download = try await client.passive(.pasv, "RETR x")
      let hasFirst = Signal()
      let reading = Task { await failure { try await download.forEachPiece { _ in hasFirst.send() } } }
      await hasFirst.wait()
      await download.close()
      expect(await reading.value, "the transfer is finished")
      isClosed.send()
      #expect(try await download.end().code == 426)
      #expect(download.byteCount == 5 && !download.endedAtEndOfFile)
    }
  }

  @Test func oneTransferAtATime() async throws {
    let mayEnd = Signal()
    try await withPeer { peer in
      try peer.admit()
      let listener = try peer.answerPASV()
      let data = try listener.acceptData(as: .server)
      try peer.answer("RETR x", "150 Opening.")
      try mayEnd.waitBlocking()
      data.closeData()
      try peer.say("226 Done.\r\n")
      let other = try peer.answerPASV()
      let more = try other.acceptData(as: .server)
      try peer.answer("RETR x", "150 Opening.")
      more.closeData()
      try peer.say("226 Done.\r\n")
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address)
      let outcomes = await withTaskGroup(of: Result<DataTransfer, FTPClientError>.self) { group in
        for _ in 0..<3 {
          group.addTask {
            do throws(FTPClientError) { return .success(try await client.passive(.pasv, "RETR x")) } catch {
              return .failure(error)
            }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      let begun = outcomes.compactMap { try? $0.get() }
      #expect(begun.count == 1)
      for case .failure(let error) in outcomes {
        guard case .transferUnderWay = error else { throw Unexpected(error) }
        #expect(!error.endsConversation)
      }
      mayEnd.send()
      #expect(try await begun[0].readToEnd().isEmpty)
      try await begun[0].finish()
      let next = try await client.passive(.pasv, "RETR x")
      #expect(try await next.readToEnd().isEmpty)
      try await next.finish()
    }
  }
}
