import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPSystem
import TestSupport

@testable import FTPTransfers

/// A folder, sites for the test's servers, and a clock that never waits.
final class TransferRig: Sendable {
  let folder: TemporaryFolder
  /// The durations of the requested waits.
  let waits = Guarded<[Duration]>([])

  init() throws { folder = try TemporaryFolder("ftpraw-transfers-") }

  var clock: TransferClock {
    TransferClock(
      now: LocalClock.monotonicNanoseconds,
      wait: { duration in
        try Task.checkCancellation()
        self.waits.withLock { $0.append(duration) }
      }, seed: 1)
  }

  func site(_ server: MockServer, idleLimit: Duration = .patience) -> FTPSite {
    var site = FTPSite("127.0.0.1", port: server.port, user: "tester", password: "opensesame")
    site.idleLimit = idleLimit
    site.connectLimit = .patience
    return site
  }

  static func configuration(_ tree: VirtualTree, faults: [String] = []) throws -> MockServer.Configuration {
    var configuration = MockServer.Configuration(
      users: [User("tester", password: .exactly("opensesame"))], tree: tree)
    configuration.faults = try faults.map { try Fault($0) }
    return configuration
  }

  /// Random bytes, without long repetitions.
  static func noise(_ count: Int, seed: UInt64 = 7) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    // Eight at a time: in a debug build, each call of a generic function takes long.
    return [UInt8](unsafeUninitializedCapacity: count + 7) { buffer, initialized in
      for start in stride(from: 0, to: count, by: 8) {
        UnsafeMutableRawBufferPointer(buffer).storeBytes(
          of: generator.next(), toByteOffset: start, as: UInt64.self)
      }
      initialized = count
    }
  }

  static func tree(_ bytes: [UInt8], modified: FileTime = VirtualTree.defaultTime) -> VirtualTree {
    var tree = VirtualTree()
    tree.addFile("file", FileContents(bytes), modified: modified)
    return tree
  }

  func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  func contents(_ name: String) throws -> [UInt8]? {
    let file: LocalFile
    do { file = try LocalFile.open(path(name)) } catch {
      guard error.cause == .noSuchFile else { throw error }
      return nil
    }
    var buffer = [UInt8](repeating: 0, count: Int(try file.size()))
    let count = try file.read(into: &buffer)
    return Array(buffer[..<count])
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    let file = try LocalFile.create(path(name))
    try file.write(bytes)
    try file.close()
  }

  var names: [String] {
    get throws {
      try DirectoryRoot.open(folder.path).names(in: []).map { String(decoding: $0, as: UTF8.self) }.sorted()
    }
  }

  /// A queue for a server, whose waits are only written down.
  func options(
    _ server: MockServer, connections: Int = 1, idleLimit: Duration = .patience,
    _ change: (inout FTPQueueOptions) -> Void = { _ in }
  ) -> FTPQueueOptions {
    var options = FTPQueueOptions(site(server, idleLimit: idleLimit))
    (options.connections, options.clock) = (connections, clock)
    change(&options)
    return options
  }

  /// A download of `file` to `copy`, with segments that may be small.
  func download(
    _ server: MockServer, segments: Int, overlap: UInt64 = 16, idleLimit: Duration = .patience,
    _ change: (inout FTPQueueOptions) -> Void = { _ in }
  ) throws -> SegmentedDownload {
    let queue = FTPQueue(options(server, connections: segments, idleLimit: idleLimit, change))
    var download = SegmentedDownload(
      queue: queue, path: "file", target: try SegmentTarget(path: path("copy")), segments: segments,
      options: FTPFileOptions())
    (download.leastSegment, download.overlap) = (1, overlap)
    return download
  }

  func run(_ download: SegmentedDownload) async throws -> UInt64 {
    let result: Result<UInt64, any Error>
    do {
      result = .success(try await download.queue.withConnection { try await download.run(over: $0) })
    } catch {
      result = .failure(error)
    }
    await download.queue.close()
    return try result.get()
  }
}
