import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPSystem
import TestSupport
import Testing

@testable import FTPTransfers

@Suite(
  "A queue shares its connections among calls, and tries again what may pass", .queueing, .endsWhenItHangs)
struct FTPQueueTests {
  let rig: TransferRig

  init() throws { rig = try TransferRig() }

  private static func tree(_ count: Int, size: Int = 1000) -> VirtualTree {
    var tree = VirtualTree()
    for number in 0..<count {
      tree.addFile("\(number)", FileContents(TransferRig.noise(size, seed: UInt64(number))))
    }
    return tree
  }

  /// Downloads files at the same time, and returns the names of those that failed.
  private func download(_ names: [String], _ queue: FTPQueue) async -> Set<String> {
    await withTaskGroup(of: String?.self) { group in
      for name in names {
        group.addTask {
          let count = try? await queue.download(FTPPath(name), to: rig.path(name))
          return count == 1000 ? nil : name
        }
      }
      return await group.reduce(into: []) { failed, name in if let name { failed.insert(name) } }
    }
  }

  @Test func aConnectionServesOneCallAfterTheOther() async throws {
    try rig.write([1, 2, 3], to: "source")
    try await withMockServer(TransferRig.configuration(Self.tree(2))) { server async throws in
      try await withFTPQueue(rig.options(server)) { queue async throws in
        try await queue.run { try await $0.makeDirectories("new/deep") }
        #expect(try await queue.upload(file: rig.path("source"), to: "new/file") == 3)
        #expect(try await queue.download("new/file", to: rig.path("copy")) == 3)
        #expect(try await queue.download("1", to: rig.path("1"), segments: 3) == 1000)
      }
      #expect(try rig.contents("copy") == [1, 2, 3])
      #expect(server.receivedCommands(.pass).count == 1)
    }
  }

  @Test(arguments: [1, 2, 5])
  func whatFailsDoesNotStopTheRest(connections: Int) async throws {
    try await withMockServer(TransferRig.configuration(Self.tree(3))) { server async throws in
      let failed = try await withFTPQueue(rig.options(server, connections: connections)) { queue async in
        await download(["0", "missing", "1", "2"], queue)
      }
      #expect(failed == ["missing"])
      #expect(try rig.names == ["0", "1", "2"])
      #expect((1...connections).contains(server.receivedCommands(.pass).count))
    }
  }

  /// If the server allows fewer sessions than the queue wants, the queue works with those.
  @Test(arguments: [1, 3])
  func getsByWithFewerConnections(allowed: Int) async throws {
    let names = (0..<8).map { "\($0)" }
    for limit in [\MockServer.Limits.sessionsPerUser, \.sessionsPerAddress] {
      var configuration = try TransferRig.configuration(Self.tree(8))
      configuration.limits[keyPath: limit] = allowed
      try await withMockServer(configuration) { server async throws in
        let remarks = Guarded<[String]>([])
        let options = rig.options(server, connections: 4) {
          $0.retries = 0
          $0.remark = { remark in remarks.withLock { $0.append(remark) } }
        }
        #expect(try await withFTPQueue(options) { queue async in await download(names, queue) }.isEmpty)
        #expect(remarks.withLock { $0 }.allSatisfy { $0.hasPrefix("continuing with one connection less: ") })
      }
      #expect(try rig.names == names)
    }
  }

  /// A download that was cancelled continues where it stopped.
  @Test(arguments: [1, 2])
  func isStoppedInTheMiddle(segments: Int) async throws {
    var tree = VirtualTree()
    tree.addFile("large", FileContents.pattern(count: 2_000_000))
    try await withMockServer(TransferRig.configuration(tree)) { server async throws in
      try await withFTPQueue(rig.options(server, connections: segments)) { queue async throws in
        let task = Guarded<Task<UInt64, any Error>?>(nil)
        var options = FTPFileOptions()
        options.progress = { progress in if progress.bytes > 500_000 { task.withLock { $0?.cancel() } } }
        let running = Task { [options] in
          try await queue.download("large", to: rig.path("large"), segments: segments, options: options)
        }
        task.withLock { $0 = running }
        let result = await running.result
        // A fast server may have sent everything before.
        guard case .failure(let error) = result else { return }
        guard case .cancelled? = error as? FTPError else { throw error }
        #expect(
          try rig.names
            == (segments == 1 ? ["large.ftpraw-part"] : ["large.ftpraw-segments", "large.ftpraw-state"]))
        var rest = FTPFileOptions()
        rest.resumes = true
        // What was begun in segments stays that.
        #expect(try await queue.download("large", to: rig.path("large"), options: rest) == 2_000_000)
        #expect(try rig.contents("large") == FileContents.patternBytes(at: 0, count: 2_000_000))
        #expect(try rig.names == ["large"])
      }
    }
  }

  /// A transfer that is tried again waits before, continues where it was cut, and asks only once before it overwrites.
  @Test func triesAgainWhatMayPass() async throws {
    try rig.write(TransferRig.noise(200_000), to: "source")
    var tree = VirtualTree()
    tree.addFile("copy", FileContents([1]))
    let configuration = try TransferRig.configuration(tree, faults: ["data-close=70000"])
    try await withMockServer(configuration) { server async throws in
      let questions = Guarded(0)
      let remarks = Guarded<[String]>([])
      let queueOptions = rig.options(server) {
        $0.backoff.jitter = 0
        $0.remark = { remark in remarks.withLock { $0.append(remark) } }
      }
      try await withFTPQueue(queueOptions) { queue async throws in
        var options = FTPFileOptions()
        options.overwriting = .asking { _ in
          questions.withLock { $0 += 1 }
          return true
        }
        #expect(try await queue.upload(file: rig.path("source"), to: "copy", options: options) == 200_000)
        #expect(questions.withLock { $0 } == 1)
      }
      #expect(server.tree.bytes(of: "copy") == TransferRig.noise(200_000))
      #expect(rig.waits.withLock { $0 } == [.seconds(1), .seconds(2)])
      #expect(remarks.withLock { $0.last }?.hasSuffix("; trying again in 2.0 seconds") == true)
    }
  }

  /// A call on a session that has ended was never made, so it is made again at once, but only once.
  @Test(arguments: [1, 2])
  func aSessionThatHasEndedIsReplaced(times: Int) async throws {
    try await withMockServer(TransferRig.configuration(Self.tree(1))) { server async throws in
      let attempts = Guarded(0)
      let size = try? await withFTPQueue(rig.options(server) { $0.retries = 0 }) { queue async throws in
        try await queue.run { session in
          let attempt = attempts.withLock { count in
            count += 1
            return count
          }
          if attempt <= times { session.abandon() }
          return try await session(.size("0"))
        }
      }
      #expect(size == (times == 1 ? 1000 : nil))
      #expect(attempts.withLock { $0 } == 2 && rig.waits.withLock { $0 }.isEmpty)
    }
  }

  @Test func whatIsUsedUpIsNotTriedAgain() async throws {
    let configuration = try TransferRig.configuration(Self.tree(1), faults: ["data-close=100"])
    try await withMockServer(configuration) { server async throws in
      let isSpent = Guarded(false)
      try await withFTPQueue(rig.options(server)) { queue async throws in
        let error = await failure {
          try await queue.run(unless: { isSpent.withLock { $0 } }) { session in
            try await session.download("0") { try await $0.forEach { _ in isSpent.withLock { $0 = true } } }
          }
        }
        #expect(error?.isTransient == true)
      }
      #expect(server.receivedCommands(.retr).count == 1 && rig.waits.withLock { $0 }.isEmpty)
    }
  }
}
