import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPSystem
import TestSupport
import Testing

@testable import FTPTransfers

@Suite("A queue performs its requests in order, and reports their results", .queueing, .endsWhenItHangs)
struct FTPQueueTests {
  let rig: TransferRig

  init() throws { rig = try TransferRig() }

  private func withQueue<Value: Sendable>(
    _ server: MockServer, connections: Int = 1, _ body: (FTPQueue) async throws -> Value
  ) async throws -> Value {
    try await withFTPQueue(FTPQueue(rig.site(server), clock: rig.clock), connections: connections, body)
  }

  private static func tree(_ count: Int, size: Int = 1000) -> VirtualTree {
    var tree = VirtualTree()
    for number in 0..<count {
      tree.addFile("\(number)", FileContents(TransferRig.noise(size, seed: UInt64(number))))
    }
    return tree
  }

  @Test(arguments: [1, 3])
  func doesEveryKindOfRequest(connections: Int) async throws {
    try rig.write([1, 2, 3], to: "source")
    try await withMockServer(TransferRig.configuration(Self.tree(2))) { server async throws in
      try await withQueue(server, connections: connections) { queue async throws in
        // One after the other, because each needs the previous one.
        let requests: [(FTPRequest, UInt64)] = [
          (.makeDirectory("new/deep"), 0), (.upload(rig.path("source"), to: "new/file"), 3),
          (.append(rig.path("source"), to: "new/file"), 3), (.rename("new/file", to: "new/other"), 0),
          (.download("new/other", to: rig.path("copy")), 6), (.makeDirectory("empty"), 0),
          (.removeDirectory("empty"), 0), (.delete("0"), 0), (.delete("new", recursively: true), 0),
        ]
        for (request, count) in requests { #expect(try await queue.add(request).value == count) }
        #expect(await queue.complete().isEmpty)
      }
      #expect(try rig.contents("copy") == [1, 2, 3, 1, 2, 3])
      #expect(server.tree.names(in: "/") == ["1"])
      #expect(server.receivedCommands(.pass).count <= connections)
    }
  }

  @Test func whatFailsDoesNotStopTheRest() async throws {
    try await withMockServer(TransferRig.configuration(Self.tree(3))) { server async throws in
      try await withQueue(server, connections: 2) { queue async throws in
        var requests = ["0", "missing", "1", "2"].map { FTPRequest.download(FTPPath($0), to: rig.path($0)) }
        for index in requests.indices { requests[index].tag = "number \(index)" }
        queue.add(requests)
        let failed = await queue.complete()
        #expect(failed.map(\.request.tag) == ["number 1"])
        var ended: [String?] = []
        for await transfer in queue.ended.prefix(4) { ended.append(transfer.request.tag) }
        #expect(Set(ended) == Set((0..<4).map { "number \($0)" }))
      }
      #expect(try rig.names == ["0", "1", "2"])
    }
  }

  /// With one connection, the server sees the order.
  @Test func beginsByPriorityAndThenInTheOrderInWhichTheyCame() async throws {
    var configuration = try TransferRig.configuration(Self.tree(6))
    configuration.script = try Script(parsing: "RETR 0 -> 150, delay 50ms, obey quietly\n")
    try await withMockServer(Self.ordered(configuration)) { server async throws in
      try await withQueue(server) { queue async throws in
        let first = queue.add(.download("0", to: rig.path("0")))
        while case .waiting = first.phase { await Task.yield() }
        for (name, priority) in [("1", 0), ("2", 5), ("3", 0), ("4", 5)] {
          var request = FTPRequest.download(FTPPath(name), to: rig.path(name))
          request.priority = priority
          queue.add(request)
        }
        queue.addInFront(.download("5", to: rig.path("5")))
        await queue.complete()
      }
      let order = server.receivedCommands(.retr).map { $0.argument ?? "" }
      #expect(order == ["0", "5", "2", "4", "1", "3"])
    }
  }

  /// A server that delays the first login until all requests are in the queue.
  private static func ordered(_ configuration: MockServer.Configuration) -> MockServer.Configuration {
    var configuration = configuration
    configuration.script = try? Script(parsing: "on the 1st USER -> delay 300ms, obey\n")
    return configuration
  }

  @Test func whatWaitsCanBeTakenOutAndCancelled() async throws {
    let configuration = Self.ordered(try TransferRig.configuration(Self.tree(4)))
    try await withMockServer(configuration) { server async throws in
      try await withQueue(server) { queue async throws in
        let transfers = queue.add((0..<4).map { .download(FTPPath("\($0)"), to: rig.path("\($0)")) })
        while case .waiting = transfers[0].phase { await Task.yield() }
        #expect(queue.waiting.map(\.id) == transfers.dropFirst().map(\.id))
        #expect(queue.remove(transfers[2]) && !queue.remove(transfers[2]) && !queue.remove(transfers[0]))
        transfers[3].cancel(quietly: true)
        await #expect(throws: FTPError.self) { try await transfers[2].value }
        await #expect(throws: FTPError.self) { try await transfers[3].value }
        #expect(await queue.complete().isEmpty)
        #expect(try await transfers[0].value == 1000)
        var ended: [ObjectIdentifier] = []
        for await transfer in queue.ended.prefix(2) { ended.append(transfer.id) }
        #expect(ended == [transfers[0].id, transfers[1].id])
      }
      #expect(try rig.names == ["0", "1"])
    }
  }

  /// A paused transfer resumes where it stopped, and a cleared one leaves nothing.
  @Test(arguments: ["pause", "clear", "cancel"])
  func isStoppedInTheMiddle(how: String) async throws {
    var tree = VirtualTree()
    tree.addFile("large", FileContents.pattern(count: 20_000_000))
    try await withMockServer(TransferRig.configuration(tree)) { server async throws in
      try await withQueue(server, connections: 1) { queue async throws in
        var request = FTPRequest.download("large", to: rig.path("large"))
        request.segments = 2
        request.userInfo["caller"] = how
        let transfer = queue.add(request)
        for await progress in transfer.updates where progress.bytes > 2_000_000 { break }
        switch how {
        case "pause":
          let rest = await transfer.pause()
          #expect(rest.resumes && rest.userInfo["caller"] as? String == "pause")
          #expect(try await queue.add(rest).value == 20_000_000)
          #expect(try rig.contents("large") == FileContents.patternBytes(at: 0, count: 20_000_000))
        default:
          transfer.cancel(clearing: how == "clear")
          let result: Result<UInt64, FTPError>
          do throws(FTPError) { result = .success(try await transfer.value) } catch {
            result = .failure(error)
          }
          guard case .failure = result else { return }
          let expected = how == "clear" ? [] : ["large.ftpraw-segments", "large.ftpraw-state"]
          #expect(try rig.names == expected)
        }
      }
    }
  }

  @Test func tellsHowFarItIs() async throws {
    try await withMockServer(TransferRig.configuration(Self.tree(1, size: 2_000_000))) {
      server async throws in
      try await withQueue(server) { queue async throws in
        let transfer = queue.add(.download("0", to: rig.path("0")))
        var last = FTPProgress(bytes: 0, size: nil)
        for await progress in transfer.updates {
          #expect(progress.bytes >= last.bytes && progress.size == 2_000_000)
          last = progress
        }
        #expect(last.fraction == 1 && transfer.progress.bytes == 2_000_000)
        guard case .done(2_000_000) = transfer.phase else {
          Issue.record("\(transfer.phase)")
          return
        }
      }
    }
  }

  /// If the server allows fewer sessions than the queue wants, the queue works with those.
  @Test func getsByWithFewerConnections() async throws {
    var configuration = try TransferRig.configuration(Self.tree(8))
    configuration.limits.sessionsPerUser = 1
    try await withMockServer(configuration) { server async throws in
      try await withQueue(server, connections: 4) { queue async throws in
        queue.add((0..<8).map { .download(FTPPath("\($0)"), to: rig.path("\($0)")) })
        #expect(await queue.complete().map { "\($0.phase)" } == [])
      }
      #expect(try rig.names.count == 8)
    }
  }

  @Test func whatIsNotDoneWhenItsUserFailsIsCancelled() async throws {
    struct Gone: Error {}
    let configuration = Self.ordered(try TransferRig.configuration(Self.tree(3)))
    try await withMockServer(configuration) { server async throws in
      let transfers = Guarded<[FTPTransfer]>([])
      await #expect(throws: Gone.self) {
        try await withQueue(server) { queue async throws in
          let all = queue.add((0..<3).map { .download(FTPPath("\($0)"), to: rig.path("\($0)")) })
          transfers.withLock { $0 = all }
          throw Gone()
        }
      }
      for transfer in transfers.withLock({ $0 }) {
        await #expect(throws: FTPError.self) { try await transfer.value }
      }
    }
  }

  /// A transfer that is retried waits in between, resumes where it stopped, and asks only once before it overwrites.
  @Test func triesAgainWhatMayPass() async throws {
    try rig.write(TransferRig.noise(200_000), to: "source")
    var tree = VirtualTree()
    tree.addFile("copy", FileContents([1]))
    let configuration = try TransferRig.configuration(tree, faults: ["data-close=70000"])
    try await withMockServer(configuration) { server async throws in
      try await withQueue(server) { queue async throws in
        let questions = Guarded(0)
        var request = FTPRequest.upload(rig.path("source"), to: "copy")
        request.overwriting = .asking { _ in
          questions.withLock { $0 += 1 }
          return true
        }
        #expect(try await queue.add(request).value == 200_000)
        #expect(questions.withLock { $0 } == 1)
      }
      #expect(server.tree.bytes(of: "copy") == TransferRig.noise(200_000))
      #expect(rig.waits.withLock { $0.count } >= 2)
    }
  }
}
