import FTPClient
import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPSystem
import FTPTransport
import TestSupport
import Testing
import ToyLayer

@Suite("Many tasks and many clients at once", .alsoUnderToyLayer, .endsWhenItHangs)
struct ConcurrencyTests {
  @Test func aDownloadLeavesTheControlConnectionFree() async throws {
    let hasAsked = Signal()
    try await withPeer { peer in
      try peer.admit()
      let listener = try peer.answerPASV()
      let data = try listener.acceptData(as: .server)
      try peer.answer("RETR x", "150 Opening.")
      try data.write(Array("first".utf8))
      try peer.answer("STAT", "213 Half of it.")
      hasAsked.send()
      try data.write(Array(" and rest".utf8))
      data.close()
      try peer.say("226 Done.\r\n")
    } _: { address in
      let client = try await RawFTPClient.admitted(to: address)
      let download = try await client.passive(.pasv, "RETR x")
      let hasFirst = Signal()
      let reading = Task { try await download.forEachPiece { _ in hasFirst.send() } }
      await hasFirst.wait()
      #expect(try await client.send("STAT").line == "213 Half of it.")
      #expect(client.state == .transferring)
      await hasAsked.wait()
      #expect(try await reading.value == "first and rest".utf8.count)
      #expect(try await download.finish().code == 226)
      #expect(client.verdicts.isEmpty)
    }
  }

  @Test func statIsAnsweredWhileAMockServerSends() async throws {
    try await withMockServer(.testing()) { server in
      let client = try await RawFTPClient.loggedIn(server)
      try await client.send("TYPE I")
      let download = try await client.passive(.epsv, "RETR pub/64MiB.bin")
      #expect(try await !download.read().isEmpty)
      let reading = Task { try await download.forEachPiece { _ in } }
      #expect(try await client.send("STAT").code == 211)
      _ = try await reading.value
      #expect(try await download.finish().code == 226)
      #expect(client.counters.downloaded == 64 << 20)
    }
  }

  @Test func fiftyClientsAtOnce() async throws {
    try await withMockServer(.testing()) { server in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<50 {
          group.addTask {
            let client = try await RawFTPClient.loggedIn(server)
            try await client.send("TYPE I").expect(200)
            let content = FileContents.patternBytes(at: UInt64(index), count: 100_000 + index)
            let upload =
              index % 2 == 0
              ? try await client.passive(.epsv, "STOR \(index)")
              : try await client.active(.eprt, "STOR \(index)")
            try await upload.write(content)
            try await upload.finish().expect(226)
            let download = try await client.passive(.pasv, "RETR \(index)")
            let bytes = try await download.readToEnd()
            #expect(bytes == content)
            try await download.finish().expect(226)
            try await client.send("QUIT").expect(221)
            #expect(client.verdicts.isEmpty)
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func nothingLeaks() async throws {
    guard Resources.descriptorCount() != nil else { try Test.cancel("only Linux tells what a process holds") }
    await #expect(processExitsWith: .success) {
      let descriptors = try #require(Resources.descriptorCount())
      let threads = try #require(Resources.threadCount())
      // A new process does not know task-local values.
      for layers: RecordLayers? in [nil, .toy()] {
        try await RecordLayers.$inherited.withValue(layers) {
          try await withMockServer(.testing()) { server in
            for round in 0..<100 {
              let client = try await RawFTPClient.loggedIn(server)
              let command = round % 2 == 0 ? "LIST" : "STOR leak"
              let transfer =
                round % 4 < 2
                ? try await client.passive(.epsv, command) : try await client.active(.port, command)
              if round % 2 == 0 {
                _ = try await transfer.readToEnd()
              } else {
                try await transfer.write([1, 2, 3])
              }
              try await transfer.finish().expect(226)
              if round % 3 == 0 { client.close() }
            }
          }
        }
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

  @Test func aLongConversationHoldsNoDescriptorsOfPastTransfers() async throws {
    guard Resources.descriptorCount() != nil else { try Test.cancel("only Linux tells what a process holds") }
    await #expect(processExitsWith: .success) {
      let descriptors = try #require(Resources.descriptorCount())
      try await withMockServer(.testing()) { server in
        let client = try await RawFTPClient.loggedIn(server)
        for _ in 0..<200 {
          let upload = try await client.passive(.epsv, "STOR same")
          try await upload.finish().expect(226)
        }
        let deadline = Deadline.test
        while (Resources.descriptorCount() ?? 0) - descriptors >= 100, !deadline.hasPassed {
          await Task.yield()
        }
        #expect((Resources.descriptorCount() ?? 0) - descriptors < 100)
      }
    }
  }
}
