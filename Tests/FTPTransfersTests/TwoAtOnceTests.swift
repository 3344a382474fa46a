import FTPConversation
import FTPProtocol
import FTPSystem
import Foundation
import TestSupport
import Testing

@testable import FTPMockServer
@testable import FTPTransfers

/// Pairs of transfers to one target that begin at random moments.
///
/// Each has a connection of its own. A lock belongs to an opened file, so it keeps tasks apart just as it does processes.
@Suite("Two transfers to one target never mix, and neither lies", .queueing, .endsWhenItHangs)
struct TwoAtOnceTests {
  /// What the two do.
  enum Pair: String, CaseIterable, CustomTestStringConvertible {
    case getGet, segmentsGet, segmentsSegments, resumeResume, putPut, putResumeResume, directDirect
    case mirrorMirror, mirrorUpMirrorUp

    var testDescription: String { rawValue }
    var isUpload: Bool { [.putPut, .putResumeResume, .directDirect, .mirrorUpMirrorUp].contains(self) }
    /// Whether both transfer the same file, so that a part may be of either.
    var isOfOneFile: Bool { self == .resumeResume }
  }

  /// A server whose data take some milliseconds, so that the transfers of a pair overlap.
  private func configuration() throws -> MockServer.Configuration {
    var configuration = try MockServer.Configuration.testing(tree: VirtualTree())
    let slow = FaultKind(
      "slow", "A few kilobytes a millisecond.", .field("", ""),
      FaultBody(.onData { _ in DrippingFilter(count: 8_192, pause: .milliseconds(1)) }))
    configuration.faults = [try Fault(slow)]
    return configuration
  }

  /// When the second begins: after this many events of the first, or after its end.
  private final class Start: Sendable {
    private let left: Guarded<Int>
    private let stream: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    init(at count: Int) {
      left = Guarded(count)
      (stream, continuation) = AsyncStream.makeStream(of: Never.self)
      if count == 0 { signal() }
    }

    func count() {
      let isNow = left.withLock { left in
        left -= 1
        return left == 0
      }
      if isNow { signal() }
    }

    func signal() { continuation.finish() }

    func wait() async { for await _ in stream {} }
  }

  /// One of the pair's files.
  private struct Content {
    let bytes: [UInt8]
    var contents: FileContents { FileContents(bytes) }

    init(_ random: inout SeededGenerator) {
      bytes = TransferRig.noise(Int.random(in: 1...120_000, using: &random), seed: random.next())
    }
  }

  @Test(arguments: Pair.allCases)
  func whatHasTheNameIsWhole(pair: Pair) async throws {
    try await withMockServer(configuration()) { server in
      var random = SeededGenerator(seed: 2)
      for round in 0..<Thoroughness.rounds(200) {
        let rig = try TransferRig()
        let contents = [Content(&random), Content(&random)]
        let sources = pair.isOfOneFile ? [contents[0], contents[0]] : contents
        server.updateTree { tree in
          tree = VirtualTree()
          tree.addDirectory("target")
          for (number, content) in sources.enumerated() {
            tree.addFile("source\(number)/file", content.contents)
          }
        }
        for (number, content) in sources.enumerated() {
          try DirectoryRoot.open(rig.folder.path).makeDirectory([Array("source\(number)".utf8)])
          try rig.write(content.bytes, to: "source\(number)/file")
        }
        try DirectoryRoot.open(rig.folder.path).makeDirectory([Array("target".utf8)])
        if Bool.random(using: &random) { try leavePart(of: contents[0], pair, rig, server, &random) }
        let waits = Int.random(in: 0..<8, using: &random) == 0
        let start = Start(at: Int.random(in: 0..<40, using: &random))
        let first = Int.random(in: 0..<2, using: &random)
        let successes = await withTaskGroup(of: Int?.self) { group in
          for number in 0..<2 {
            group.addTask {
              do {
                defer { start.signal() }
                var site = rig.site(server)
                if number == first {
                  site.hooks.event = { _ in start.count() }
                } else {
                  await start.wait()
                }
                try await run(pair, number, rig, site, waits: waits)
                return number
              } catch {
                return nil
              }
            }
          }
          return await group.reduce(into: [Int]()) { all, one in if let one { all.append(one) } }
        }
        let result =
          pair.isUpload ? server.tree.bytes(of: "target/file") : try rig.contents("target/file")
        // Direct uploads have no temporary name, so the failure of one may leave a part.
        let allowed = successes.map { sources[$0].bytes }
        #expect(!waits || successes.count == 2, "\(pair), round \(round)")
        guard let result else {
          #expect(successes.isEmpty, "\(pair), round \(round): nothing is there")
          continue
        }
        #expect(allowed.contains(result), "\(pair), round \(round): \(result.count) bytes, \(successes)")
      }
    }
  }

  /// Leaves what an earlier transfer has left under the temporary names.
  private func leavePart(
    of content: Content, _ pair: Pair, _ rig: TransferRig, _ server: MockServer,
    _ random: inout SeededGenerator
  ) throws {
    let part = Array(content.bytes.prefix(Int.random(in: 0...content.bytes.count, using: &random)))
    if pair.isUpload {
      server.updateTree { $0.addFile("target/file\(FTPSession.temporarySuffix)", FileContents(part)) }
    } else {
      try rig.write(part, to: "target/file\(FTPSession.temporarySuffix)")
    }
  }

  private func run(
    _ pair: Pair, _ number: Int, _ rig: TransferRig, _ site: FTPSite, waits: Bool
  ) async throws {
    let there = FTPPath("source\(number)/file")
    let here = rig.path("target/file")
    let segments = pair == .segmentsSegments || pair == .segmentsGet && number == 0
    try await withFTPQueue(FTPQueueOptions(site)) { ftp in
      var options = FTPFileOptions()
      options.waits = waits
      options.resumes = pair == .resumeResume || pair == .putResumeResume
      options.usesTemporaryName = pair != .directDirect
      var mirror = FTPMirrorOptions()
      mirror.waits = waits
      switch pair {
      case .getGet, .segmentsGet, .resumeResume, .segmentsSegments:
        guard segments else {
          try await ftp.download(there, to: here, options: options)
          return
        }
        var settings = FTPQueueOptions(site)
        settings.connections = 3
        var download = SegmentedDownload(
          queue: FTPQueue(settings), path: there, target: try SegmentTarget(path: here), segments: 3,
          options: options)
        download.leastSegment = 1
        _ = try await rig.run(download)
      case .putPut, .putResumeResume, .directDirect:
        try await ftp.upload(file: rig.path("source\(number)/file"), to: "target/file", options: options)
      case .mirrorMirror:
        let report = try await ftp.mirror(
          from: there.parent, toFolder: rig.path("target"), options: mirror)
        for step in report.failures { if let failure = step.failure { throw failure } }
        guard report.count(.transfer) == 1 else { throw FTPError.unsupported("copy what is the same") }
      case .mirrorUpMirrorUp:
        let report = try await ftp.mirror(
          fromFolder: rig.path("source\(number)"), to: "target", options: mirror)
        for step in report.failures { if let failure = step.failure { throw failure } }
        guard report.count(.transfer) == 1 else { throw FTPError.unsupported("copy what is the same") }
      }
    }
  }

  @Test(arguments: [false, true])
  func theSecondIsToldWhoHasItOrWaits(waits: Bool) async throws {
    // The server sends nothing until this is set.
    let isOpen = Monitor(false)
    var tree = VirtualTree()
    tree.addFile(
      "file",
      .generated(count: 100_000) { offset, count in
        isOpen.wait { $0 ? () : nil }
        return FileContents.patternBytes(at: offset, count: count)
      })
    let configuration = try MockServer.Configuration.testing(tree: tree)
    let rig = try TransferRig()
    try await withMockServer(configuration) { server in
      async let first = withFTPSession(rig.site(server)) {
        try await $0.download("file", to: rig.path("copy"))
      }
      while try !rig.names.contains("copy.ftpraw-part") { await Task.yield() }
      #expect(try rig.names == ["copy.ftpraw-lock", "copy.ftpraw-part"])
      var options = FTPFileOptions()
      options.waits = waits
      options.remark = { text in
        #expect(text == "copy is being downloaded by process \(Self.process); waiting")
        isOpen.withLockAndWakeOne { $0 = true }
      }
      if waits {
        let count = try await withFTPSession(rig.site(server)) { [options] in
          try await $0.download("file", to: rig.path("copy"), options: options)
        }
        #expect(count == 100_000)
      } else {
        let error = await failure {
          try await withFTPSession(rig.site(server)) { try await $0.download("file", to: rig.path("copy")) }
        }
        #expect(error.map { "\($0)" } == "copy is being downloaded by process \(Self.process)")
        #expect(try rig.names == ["copy.ftpraw-lock", "copy.ftpraw-part"])
        isOpen.withLockAndWakeOne { $0 = true }
      }
      #expect(try await first == 100_000)
      #expect(try rig.names == ["copy"])
      #expect(try rig.contents("copy") == pattern(100_000))
    }
  }

  private static var process: Int32 { ProcessInfo.processInfo.processIdentifier }
}
