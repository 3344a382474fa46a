import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPSystem
import TestSupport
import Testing

@testable import FTPTransfers

@Suite("A download in segments gives the whole file or an error", .queueing, .serialized)
struct SegmentedDownloadTests {
  let rig: TransferRig

  init() throws { rig = try TransferRig() }

  @Test(arguments: [0, 1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 1000, 70_000], [1, 2, 3, 4])
  func makesTheSameFile(size: Int, segments: Int) async throws {
    let bytes = TransferRig.noise(size)
    try await withMockServer(TransferRig.configuration(TransferRig.tree(bytes))) { server async throws in
      #expect(try await rig.run(rig.download(server, segments: segments)) == UInt64(size))
      #expect(try rig.contents("copy") == bytes)
      #expect(try rig.names == ["copy"])
      let status = try LocalFile.open(rig.path("copy")).status()
      #expect(status.modified.seconds == 1_715_938_200)
      #expect(server.receivedCommands(.pass).count <= segments)
    }
  }

  /// The download uses ranges if they are offered, and otherwise REST.
  @Test(arguments: [false, true])
  func asksForRangesWhereTheyAreOffered(hasRange: Bool) async throws {
    let bytes = TransferRig.noise(100_000)
    var configuration = try TransferRig.configuration(TransferRig.tree(bytes))
    if !hasRange { configuration.disabledVerbs = [.rang] }
    try await withMockServer(configuration) { server async throws in
      #expect(try await rig.run(rig.download(server, segments: 4)) == 100_000)
      #expect(try rig.contents("copy") == bytes)
      #expect(server.receivedCommands(.rang).count == (hasRange ? 3 : 0))
      #expect(server.receivedCommands(.rest).count == (hasRange ? 1 : 3))
    }
  }

  /// Whatever a server does about REST and ranges, the file is right.
  @Test(
    arguments: [
      "restart-off-by-one", "restart-ignored", "restart-leaks", "restart-refused", "code-answer=REST:500",
      "code-answer=REST:550", "code-answer=RANG:500", "code-answer=MDTM:550",
    ], [false, true])
  func getsOverRestartsThatAreNone(fault: String, hasRange: Bool) async throws {
    let bytes = TransferRig.noise(50_000)
    var configuration = try TransferRig.configuration(TransferRig.tree(bytes), faults: [fault])
    if !hasRange { configuration.disabledVerbs = [.rang] }
    try await withMockServer(configuration) { server async throws in
      #expect(try await rig.run(rig.download(server, segments: 3)) == 50_000)
      #expect(try rig.contents("copy") == bytes)
      #expect(try rig.names == ["copy"])
    }
  }

  /// A file with missing or surplus bytes is never accepted.
  @Test(
    arguments: FaultCatalogue.all.map(\.name).filter { name in
      ["size-", "transfer-", "data-", "time-"].contains { name.hasPrefix($0) }
    }, [1, 3])
  func neverClaimsASuccessThatIsNone(fault: String, segments: Int) async throws {
    // Drop by drop, a large file would take an hour, with progress all the time.
    let size = fault == "data-dripped" ? 20 : 20_000
    let bytes = TransferRig.noise(size)
    var configuration = try TransferRig.configuration(TransferRig.tree(bytes), faults: [fault])
    configuration.disabledVerbs = [.rang]
    try await withMockServer(configuration) { server async throws in
      let download = try rig.download(server, segments: segments, idleLimit: .milliseconds(500)) {
        $0.retries = 1
      }
      do {
        let count = try await rig.run(download)
        // With seven of eight bits the number of bytes is right, and nothing shows the loss.
        guard fault != "data-seven-bit" else { return }
        #expect(try rig.contents("copy") == bytes && count == UInt64(size))
      } catch {
        #expect(try rig.contents("copy") == nil, "\(error)")
      }
    }
  }

  /// If the server allows fewer connections than requested, those fetch the file.
  @Test(arguments: [1, 2, 3])
  func getsByWithFewerConnections(allowed: Int) async throws {
    let bytes = TransferRig.noise(200_000)
    for kind in 0..<3 {
      var configuration = try TransferRig.configuration(TransferRig.tree(bytes))
      switch kind {
      case 0: configuration.limits.sessions = allowed
      case 1: configuration.limits.sessionsPerAddress = allowed
      default: configuration.limits.sessionsPerUser = allowed
      }
      try await withMockServer(configuration) { server async throws in
        #expect(try await rig.run(rig.download(server, segments: 4)) == 200_000)
        #expect(try rig.contents("copy") == bytes)
      }
    }
  }

  /// Interrupted transfers resume on a new connection, as often as each brings some bytes.
  @Test(arguments: [1, 3])
  func takesUpWhatWasCut(segments: Int) async throws {
    let bytes = TransferRig.noise(300_000)
    var configuration = try TransferRig.configuration(TransferRig.tree(bytes), faults: ["data-close=40000"])
    configuration.disabledVerbs = [.rang]
    try await withMockServer(configuration) { server async throws in
      let download = try rig.download(server, segments: segments) { $0.retries = 1 }
      #expect(try await rig.run(download) == 300_000)
      #expect(try rig.contents("copy") == bytes)
      #expect(rig.waits.withLock { $0.count } >= 6 && server.receivedCommands(.pass).count > 6)
    }
  }

  /// A stopped download requests only what is missing when it is resumed.
  @Test(arguments: [1, 3])
  func resumesWhatWasStopped(segments: Int) async throws {
    let bytes = TransferRig.noise(3_000_000)
    try await withMockServer(TransferRig.configuration(TransferRig.tree(bytes))) { server async throws in
      var download = try rig.download(server, segments: segments)
      let limit: UInt64 = 900_000
      let task = Guarded<Task<UInt64, any Error>?>(nil)
      let started = download
      download.options.progress = { progress in
        if progress.bytes > limit { task.withLock { $0?.cancel() } }
      }
      let stopped = download
      let running = Task { try await rig.run(stopped) }
      task.withLock { $0 = running }
      // A fast server may have sent everything before the task can be cancelled.
      let outcome = await running.result
      if case .failure(let error) = outcome {
        #expect(error is FTPError || error is CancellationError)
        #expect(try rig.names == ["copy.ftpraw-segments", "copy.ftpraw-state"])
        let state = try #require(try started.target.readState())
        #expect(state.size == 3_000_000 && state.parts.count == segments)
        #expect(state.parts.contains { $0.done > 0 })
        let part = try #require(try rig.contents("copy.ftpraw-segments"))
        for part_ in state.parts where part_.done > 0 {
          let range = Int(part_.range.lowerBound)..<Int(part_.range.lowerBound + part_.done)
          #expect(part[range] == bytes[range])
        }
      }
      var again = started
      again.options.resumes = true
      #expect(try await rig.run(again) == 3_000_000)
      #expect(try rig.contents("copy") == bytes)
      #expect(try rig.names == ["copy"])
    }
  }

  /// A file that was changed meanwhile, which its size, time or contents show, is fetched from the beginning.
  @Test(arguments: [
    ("size", 250_001, VirtualTree.defaultTime), ("time", 250_000, FileTime(year: 2025, month: 1, day: 1)),
    ("content", 250_000, VirtualTree.defaultTime),
  ])
  func doesNotSpliceAFileThatWasChanged(what: String, size: Int, time: FileTime) async throws {
    let old = TransferRig.noise(250_000)
    let new = TransferRig.noise(size, seed: 99)
    try await withMockServer(TransferRig.configuration(TransferRig.tree(new, modified: time))) {
      server async throws in
      var plan = SegmentPlan(size: 250_000, count: 2, leastSize: 1, overlap: 16)
      for end in [100_000, 200_000] as [UInt64] {
        let job = plan.nextJob()
        plan.wrote(to: end, of: job?.index ?? 0)
        if let job { plan.end(job) }
      }
      var download = try rig.download(server, segments: 2)
      download.options.resumes = true
      let state = SegmentState(
        server: Array("127.0.0.1:\(server.port)".utf8), path: Array("file".utf8),
        modified: TimeValue(year: 2024, month: 5, day: 17, hour: 9, minute: 30), plan: plan)
      try download.target.write(state)
      try rig.write(old, to: "copy.ftpraw-segments")
      #expect(try await rig.run(download) == UInt64(size))
      #expect(try rig.contents("copy") == new)
      #expect(try rig.names == ["copy"])
    }
  }

  /// A file that changes while it is being fetched is fetched again.
  @Test func noticesAChangeMeanwhile() async throws {
    let old = TransferRig.noise(400_000)
    let new = TransferRig.noise(400_000, seed: 5)
    try await withMockServer(TransferRig.configuration(TransferRig.tree(old))) { server async throws in
      var download = try rig.download(server, segments: 2)
      let isChanged = Guarded(false)
      download.options.progress = { progress in
        guard progress.bytes > 100_000 else { return }
        let isFirst = isChanged.withLock { flag in
          defer { flag = true }
          return !flag
        }
        guard isFirst else { return }
        server.updateTree { tree in
          tree.addFile("file", FileContents(new), modified: FileTime(year: 2025, month: 2, day: 2))
        }
      }
      let remarks = Guarded<[String]>([])
      download.options.remark = { remark in remarks.withLock { $0.append(remark) } }
      #expect(try await rig.run(download) == 400_000)
      #expect(try rig.contents("copy") == new)
      #expect(remarks.withLock { $0 }.contains { $0.contains("starting over") })
    }
  }

  /// State files that are damaged, or claim bytes that do not exist, are ignored.
  @Test(arguments: ["", "ftpraw-segments 1\n", "claims more than there is"])
  func believesNoStateThatIsNone(text: String) async throws {
    let bytes = TransferRig.noise(90_000)
    try await withMockServer(TransferRig.configuration(TransferRig.tree(bytes))) { server async throws in
      var download = try rig.download(server, segments: 2)
      download.options.resumes = true
      if text.hasPrefix("claims") {
        var plan = SegmentPlan(size: 90_000, count: 2, leastSize: 1, overlap: 16)
        let job = plan.nextJob()
        plan.wrote(to: 40_000, of: job?.index ?? 0)
        try download.target.write(
          SegmentState(
            server: Array("127.0.0.1:\(server.port)".utf8), path: Array("file".utf8),
            modified: TimeValue(year: 2024, month: 5, day: 17, hour: 9, minute: 30), plan: plan))
      } else {
        try rig.write(Array(text.utf8), to: "copy.ftpraw-state")
      }
      try rig.write(TransferRig.noise(30_000, seed: 3), to: "copy.ftpraw-segments")
      #expect(try await rig.run(download) == 90_000)
      #expect(try rig.contents("copy") == bytes)
    }
  }

  @Test func leavesWhatIsThereAloneWhereItShould() async throws {
    let bytes = TransferRig.noise(1000)
    try await withMockServer(TransferRig.configuration(TransferRig.tree(bytes))) { server async throws in
      try rig.write([1, 2, 3], to: "copy")
      var download = try rig.download(server, segments: 2)
      download.options.overwriting = .never
      await #expect { try await rig.run(download) } throws: { error in
        guard case FTPError.exists(let entry) = error else { return false }
        return entry.size == 3
      }
      #expect(try rig.contents("copy") == [1, 2, 3])
      download.options.overwriting = .asking { entry in entry.name == Array("copy".utf8) }
      #expect(try await rig.run(download) == 1000)
      #expect(try rig.contents("copy") == bytes)
    }
  }

  /// A permanent failure ends the download at once, and leaves nothing.
  @Test func failsAtOnceWhereNothingHelps() async throws {
    try await withMockServer(TransferRig.configuration(VirtualTree())) { server async throws in
      await #expect(throws: FTPError.self) { try await rig.run(rig.download(server, segments: 3)) }
      #expect(try rig.names.isEmpty)
      #expect(rig.waits.withLock { $0 }.isEmpty)
    }
  }

  /// The first connection does not give up early, whatever happens to the others.
  @Test(arguments: [1, 3])
  func waitsLongerAndLongerAndThenGivesUp(segments: Int) async throws {
    var configuration = try TransferRig.configuration(TransferRig.tree([1, 2, 3]))
    configuration.script = try Script(parsing: "RETR -> 451\n")
    try await withMockServer(configuration) { server async throws in
      let download = try rig.download(server, segments: segments) {
        $0.retries = 4
        $0.backoff.jitter = 0
      }
      await #expect(throws: FTPError.self) { try await rig.run(download) }
      #expect(rig.waits.withLock { $0 } == [1, 2, 4, 8].map { Duration.seconds($0) })
      #expect((5..<5 + segments).contains(server.receivedCommands(.retr).count))
    }
  }

  @Test func namesThatAreTooLongAreCutForWhatIsNotWholeYet() async throws {
    let bytes = TransferRig.noise(5000)
    let name = String(repeating: "n", count: 255)
    try await withMockServer(TransferRig.configuration(TransferRig.tree(bytes))) { server async throws in
      let download = SegmentedDownload(
        queue: FTPQueue(rig.options(server)), path: "file", target: try SegmentTarget(path: rig.path(name)),
        segments: 1, options: FTPFileOptions())
      #expect(download.target.part.last?.count == 255 && download.target.state.last?.count == 255)
      #expect(try await rig.run(download) == 5000)
      #expect(try rig.names == [name])
    }
  }
}
