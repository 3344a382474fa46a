import FTPMockServer
import FTPProtocol
import FTPTransport
import Synchronization
import TestSupport
import Testing

@testable import FTPClient

@Suite("A thousand cancellations at random moments leave nothing behind", .queueing, .endsWhenItHangs)
struct RandomCancellationTests {
  /// One of the calls that a task may be in the middle of.
  private static func act(_ number: UInt64, _ client: RawFTPClient) async throws {
    switch number {
    case 0: try await client.send("NOOP")
    case 1:
      let download = try await client.passive(.epsv, "RETR pub/64MiB.bin")
      while try await !download.read().isEmpty {}
      try await download.finish()
    case 2:
      let upload = try await client.passive(.pasv, "STOR incoming/x")
      for _ in 0..<20 { try await upload.write([UInt8](repeating: 7, count: 100_000)) }
      try await upload.finish()
    case 3:
      let listing = try await client.active(.port, "LIST")
      _ = try await listing.readToEnd()
      try await listing.finish()
    case 4:
      let download = try await client.active(.eprt, "RETR pub/64MiB.bin")
      _ = try await download.read()
      try await download.abort()
    default:
      let address = try await client.listenForData()
      try await client.send("PORT \(try AddressForm.port.argument(for: address))")
      _ = try await client.transfer("NLST").readToEnd()
    }
  }

  /// A client that is in step: the same one after reading what the last call left, or a new one.
  private static func inStep(_ client: RawFTPClient?, _ server: MockServer) async throws -> RawFTPClient {
    if let client, await client.isConnected {
      try await client.send("NOOP", expecting: 200)
      while await !client.untakenReplies.isEmpty { _ = try await client.nextReply() }
      #expect(client.openTransfers.load(ordering: .acquiring) == 0)
      #expect(client.line.waitingCount == 0 && !client.line.isTaken)
      return client
    }
    let client = try await RawFTPClient.loggedIn(server)
    try await client.send("TYPE I", expecting: 200)
    return client
  }

  @Test func nothingIsLeft() async throws {
    guard Resources.descriptorCount() != nil else { try Test.cancel("only Linux tells what a process holds") }
    await #expect(processExitsWith: .success) {
      let descriptors = try #require(Resources.descriptorCount())
      let threads = try #require(Resources.threadCount())
      try await withMockServer(.testing()) { server in
        var random = SeededGenerator(seed: 959)
        var client: RawFTPClient?
        var cancelled = 0
        for round in 0..<1_000 {
          let current = try await Self.inStep(client, server)
          client = current
          let act = UInt64.random(in: 0...5, using: &random)
          let pause = Int.random(in: 0...(1 << Int.random(in: 0...9, using: &random)), using: &random)
          // Sometimes another call waits in line.
          let inLine = round % 7 == 0 ? Task { try await current.send("NOOP") } : nil
          let task = Task { try await Self.act(act, current) }
          for _ in 0..<pause { await Task.yield() }
          task.cancel()
          do { try await task.value } catch let error as FTPClientError {
            switch error {
            case .cancelled(let ends):
              cancelled += 1
              let isOpen = await current.isConnected
              #expect(ends != isOpen, "round \(round)")
            default: Issue.record("round \(round), act \(act): \(error)")
            }
          }
          _ = try await inLine?.value
        }
        #expect(cancelled > 300)
        client?.close()
      }
      // Threads end a moment after their last job.
      let deadline = Deadline.test
      while !deadline.hasPassed {
        let more = (Resources.descriptorCount() ?? 0) - descriptors
        let running = (Resources.threadCount() ?? 0) - threads
        if more < 20, running < 20 { return }
        await Task.yield()
      }
      Issue.record("descriptors: \(descriptors), then \(Resources.descriptorCount() ?? 0)")
      Issue.record("threads: \(threads), then \(Resources.threadCount() ?? 0)")
    }
  }
}
