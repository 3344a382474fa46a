import FTPClient
import FTPProtocol
import FTPSystem
import FTPTransport
import TestSupport
import Testing

@testable import FTPTransfers

@Suite(
  "Interop: sessions at the servers that people run", .serialized, .timeLimit(.minutes(10)),
  .enabled(if: RealServer.list != nil, "FTPRAW_INTEROP_SERVERS names no servers; see Tests/Interop"))
struct InteropTests {
  private static func perform(_ operation: Int, _ ftp: FTPSession, _ folder: String) async throws {
    switch operation {
    case 0: _ = try await ftp.download("one-mib.bin")
    case 1: try await ftp.download("big.bin", to: "\(folder)/copy")
    case 2: try await ftp.upload("up/cancelled", bytes: [UInt8](repeating: 7, count: 2_000_000))
    case 3: _ = try await ftp.list("dir")
    case 4: _ = try await ftp(.size("one-mib.bin"))
    case 5: try await ftp.makeDirectories("up/a/b")
    case 6: try await ftp.removeTree("up/a")
    default:
      try await ftp.exclusively { client in
        let transfer = try await client.passive(.pasv, "RETR one-mib.bin")
        _ = try await transfer.readToEnd()
        try await transfer.finish()
      }
    }
  }

  private static func open(_ server: RealServer) async throws -> FTPSession {
    let host = server.address.host
    return try await FTPSession.open(
      FTPSite(host, port: server.address.port, user: server.user, password: server.password))
  }

  /// Cancels operations at random moments, and expects after each that the session is in step or closed.
  ///
  /// - Returns: how many operations were cancelled, and how many sessions that closed.
  private static func cancel(
    _ server: RealServer, rounds: Int, _ folder: String
  ) async throws -> (cancelled: Int, closed: Int) {
    var random = SeededGenerator(seed: 959)
    var ftp = try await open(server)
    let hello = try await ftp.download("hello.txt")
    let home = try await ftp(.workingDirectory)
    var cancelled = 0, closed = 0
    for round in 0..<rounds {
      let operation = Int.random(in: 0...7, using: &random)
      let steps = Int.random(in: 0...(1 << Int.random(in: 0...12, using: &random)), using: &random)
      let session = ftp
      let task = Task { try await perform(operation, session, folder) }
      for _ in 0..<steps { await Task.yield() }
      task.cancel()
      if case .failure(let error) = await task.result, case .cancelled? = error as? FTPError {
        cancelled += 1
      }
      do {
        #expect(
          try await session.download("hello.txt") == hello, "\(server.name), \(operation), round \(round)")
        #expect(try await session(.workingDirectory) == home, "\(server.name), \(operation), round \(round)")
      } catch {
        if session.isOpen {
          Issue.record("\(server.name): \(error) after \(operation) in round \(round)\n\(session.transcript)")
        }
        closed += 1
        ftp = try await open(server)
      }
    }
    try? await ftp.removeTree("up/a")
    _ = try? await ftp(.delete("up/cancelled"))
    await ftp.close()
    return (cancelled, closed)
  }

  /// Runs `body`; if the server refuses a command permanently, prints that.
  private func ifOffered(_ what: String, by server: RealServer, _ body: () async throws -> Void) async throws
  {
    do { try await body() } catch {
      switch error as? FTPError {
      case .refused(let reply, _) where reply.code.firstDigit == 5:
        print("\(server.name) has no \(what): \(reply)")
      // rclone replaces a file instead of appending to it, which is noticed.
      case .incomplete where what == "APPE": print("\(server.name) does not add to a file: \(error)")
      case .unsupported: print("\(server.name) does not offer \(what)")
      default: throw error
      }
    }
  }

  /// Everything that a session can do, once, comparing all bytes.
  ///
  /// A server must refuse with a reply what it does not have.
  @Test(arguments: RealServer.all)
  func everyOperation(server: RealServer) async throws {
    let folder = try TemporaryFolder("ftpraw-all-")
    let work = FTPPath("up/all-\(server.address.isIPv6 ? 6 : 4)")
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
    let ftp = try await Self.open(server)
    let home = try await ftp(.workingDirectory)

    // The remains of an interrupted run.
    try? await ftp.removeTree(work)

    // Directories and names.
    try await ftp.makeDirectories(work.appending("a/b"))
    #expect(try await ftp.list(work).map(\.text) == ["a"])
    #expect(try await ftp.list(work.appending("a/b")).isEmpty)
    try await ftp(.rename(work.appending("a/b"), to: work.appending("a/c")))
    #expect(try await ftp.list(work.appending("a")).map(\.text) == ["c"])
    try await ftp(.removeDirectory(work.appending("a/c")))
    #expect(try await ftp.list(work.appending("a")).isEmpty)

    // Uploads from memory and from a sequence, an append, and downloads to memory, to a sequence and from the middle.
    let file = work.appending("file")
    #expect(try await ftp.upload(file, bytes: bytes) == 200_000)
    #expect(try await ftp.download(file) == bytes)
    let pieces = AsyncStream<[UInt8]> { stream in
      for start in stride(from: 0, to: 1_000, by: 100) { stream.yield(Array(bytes[start..<(start + 100)])) }
      stream.finish()
    }
    try await ifOffered("APPE", by: server) { () async throws in
      #expect(try await ftp.upload(file, kind: .append, pieces) == 1_000)
      #expect(try await ftp.download(file) == bytes + bytes[..<1_000])
    }
    try await ftp.upload(file, bytes: bytes)
    try await ifOffered("REST", by: server) { () async throws in
      #expect(try await ftp.download(file, at: 150_000) == Array(bytes[150_000...]))
    }
    #expect(
      try await ftp.download(file) { (pieces: FTPPieces) in
        var count = 0
        for try await piece in pieces { count += piece.count }
        return count
      } == 200_000)

    // Entries.
    let entry = try #require(try await ftp.entry(at: file))
    #expect(entry.kind == .file && entry.size == 200_000)
    #expect(try await !ftp.exists(work.appending("none")))
    try await ifOffered("MFMT", by: server) { () async throws in
      let time = try #require(TimeValue(secondsSince1970: 1_000_000_000))
      try await ftp.setTime(of: file, to: time)
      #expect(try await ftp(.modificationTime(file)) == time)
    }

    // Local files, in one piece and in segments, resumed, and a tree in both directions.
    let local = "\(folder.path)/local"
    #expect(try await ftp.download(file, to: local) == 200_000)
    #expect(contents(of: local) == bytes)
    #expect(try await ftp.upload(file: local, to: work.appending("second")) == 200_000)
    #expect(try await ftp.download(work.appending("second")) == bytes)
    try write(Array(bytes[..<100_000]), to: "\(folder.path)/resumed\(FTPSession.temporarySuffix)")
    var options = FTPFileOptions()
    options.resumes = true
    #expect(try await ftp.download(file, to: "\(folder.path)/resumed", options: options) == 200_000)
    #expect(contents(of: "\(folder.path)/resumed") == bytes)
    #expect(try await ftp.download("big.bin", to: "\(folder.path)/whole") == 64 << 20)
    let tree = try TemporaryFolder("ftpraw-tree-")
    var queueOptions = FTPQueueOptions(ftp.site)
    queueOptions.connections = 4
    try await withFTPQueue(queueOptions) { queue in
      #expect(try await queue.download("big.bin", to: "\(folder.path)/parts", segments: 4) == 64 << 20)
      #expect(contents(of: "\(folder.path)/whole") == contents(of: "\(folder.path)/parts"))
      var options = FTPMirrorOptions()
      options.jobs = 4
      #expect(try await queue.mirror(from: work, toFolder: tree.path, options: options).failures.isEmpty)
      #expect(contents(of: "\(tree.path)/file") == bytes && contents(of: "\(tree.path)/second") == bytes)
      let up = try await queue.mirror(fromFolder: tree.path, to: work.appending("copy"), options: options)
      #expect(up.failures.isEmpty)
    }
    #expect(Set(try await ftp.list(work.appending("copy")).map(\.text)) == ["a", "file", "second"])
    #expect(try await ftp.download(work.appending("copy/second")) == bytes)

    try await ftp(.delete(file))
    #expect(try await !ftp.exists(file))
    try await ftp.removeTree(work)
    #expect(try await !ftp.list("up").contains { $0.name == work.name })
    #expect(try await ftp(.workingDirectory) == home)
    await ftp.close()
  }

  @Test func cancelledOperationsLeaveNothingBehind() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let folder = try TemporaryFolder("ftpraw-cancel-")
      let rounds = Thoroughness.rounds(1_000, oneIn: 50)
      for server in RealServer.all where !server.address.isIPv6 {
        let descriptors = try #require(Resources.descriptorCount())
        let threads = try #require(Resources.threadCount())
        let (cancelled, closed) = try await InteropTests.cancel(server, rounds: rounds, folder.path)
        print("\(server.name): \(cancelled) of \(rounds) cancelled, \(closed) sessions closed")
        // Threads end a moment after their last job.
        let deadline = Deadline.test
        while !deadline.hasPassed, let now = Resources.descriptorCount(),
          let running = Resources.threadCount(),
          now > descriptors + 8 || running > threads + 8
        {
          await Task.yield()
        }
        #expect(try #require(Resources.descriptorCount()) <= descriptors + 8, "\(server.name)")
        #expect(try #require(Resources.threadCount()) <= threads + 8, "\(server.name)")
        #expect(rounds < 100 || cancelled > rounds / 5, "\(server.name)")
      }
    }
    print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
  }
}
