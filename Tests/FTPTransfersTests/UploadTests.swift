import FTPClient
import FTPMockServer
import FTPProtocol
import FTPSystem
import TestSupport
import Testing
import ToyLayer

@testable import FTPTransfers

@Suite("Uploads are complete or throw", .serialized, .alsoUnderToyLayer, .endsWhenItHangs)
struct UploadTests {
  struct Broken: Error {}

  @Test(arguments: DownloadTests.sizes, [FTPDataMode.epsv, .pasv, .eprt, .port])
  func eachWayOfWriting(size: Int, mode: FTPDataMode) async throws {
    try await withSession(.testing(tree: VirtualTree()), { $0.dataModes = [mode] }) {
      ftp, server async throws in
      let content = pattern(size)
      #expect(try await ftp.upload("memory", bytes: content) == UInt64(size))
      #expect(server.tree.bytes(of: "memory") == content)
      let pieces = AsyncStream<[UInt8]> { continuation in
        for start in stride(from: 0, to: size, by: 70_000) {
          continuation.yield(Array(content[start..<min(size, start + 70_000)]))
        }
        continuation.finish()
      }
      #expect(try await ftp.upload("pieces", pieces) == UInt64(size))
      #expect(server.tree.bytes(of: "pieces") == content)
      #expect(ftp.verdicts.isEmpty)
    }
  }

  @Test func atAnOffsetAndAtTheEnd() async throws {
    try await withSession(.testing(tree: tree(count: 1000))) { ftp, server async throws in
      try await ftp.upload("file", at: 1000, bytes: pattern(500, from: 1000))
      #expect(server.tree.bytes(of: "file") == pattern(1500))
      try await ftp.upload("file", kind: .append, bytes: pattern(100, from: 1500))
      #expect(server.tree.bytes(of: "file") == pattern(1600))
      #expect(await failure { try await ftp.upload("file", at: 1601, bytes: [1]) }?.kind == "changed")
      #expect(server.tree.bytes(of: "file") == pattern(1600))
    }
  }

  /// The first digit decides, for uploads as for downloads.
  @Test(arguments: ["code-200", "code-250", "code-range", "code-125"])
  func anyCompletionEndsAnUpload(fault: String) async throws {
    try await withSession(.testing(tree: tree(count: 10), faults: [fault])) { ftp, server async throws in
      try await ftp.upload("file", kind: .append, bytes: [1])
      try await ftp.upload("new", bytes: [1, 2])
      #expect(server.tree.bytes(of: "file") == pattern(10) + [1] && server.tree.bytes(of: "new") == [1, 2])
      #expect(try await ftp.list().count == 2)
    }
  }

  /// A second 226 is not taken for the reply to what follows, even if it comes only after that was sent.
  @Test(
    arguments: [
      "STOR * -> obey, raw \"226 Transfer complete.\\r\\n\"",
      "STOR * -> obey, raw \"226 That was all.\\r\\n\"",
      // In one piece: a 250 that came later could be the reply to the next command.
      "STOR * -> 150, store, close data, raw \"226 Done.\\r\\n250 Done.\\r\\n\"",
      "STOR * -> 150, store, 250, 226",
      "SIZE * -> raw \"226 Transfer complete.\\r\\n\", obey",
      "SIZE * -> raw \"226 That was all.\\r\\n\", obey",
    ])
  func aTransferThatEndsTwiceIsOne(rules: String) async throws {
    var configuration = try MockServer.Configuration.testing(tree: VirtualTree())
    configuration.script = try Script(parsing: rules + "\n")
    let folder = try TemporaryFolder("ftpraw-twice-")
    try write(pattern(1000), to: "\(folder.path)/source")
    try await withSession(configuration) { ftp, server async throws in
      try await ftp.upload(file: "\(folder.path)/source", to: "copy")
      #expect(server.tree.bytes(of: "copy") == pattern(1000))
      #expect(ftp.verdicts.map(\.requirement) == ["959:5.4:nothing-spontaneous"])
      try await ftp(.noop)
    }
  }

  @Test func whatTheSequenceThrowsIsNotTakenForTheEnd() async throws {
    try await withSession(.testing(tree: VirtualTree())) { ftp, _ async throws in
      let pieces = AsyncThrowingStream<[UInt8], any Error> { continuation in
        continuation.yield(pattern(100_000))
        continuation.finish(throwing: Broken())
      }
      await #expect(throws: Broken.self) { try await ftp.upload("file", pieces) }
      try await ftp(.noop)
    }
  }

  @Test func whereNothingMayBeWrittenIsRefused() async throws {
    try await withSession(.testing()) { ftp, _ async throws in
      #expect(await failure { try await ftp.upload("nowhere/file", bytes: [1]) }?.kind == "refused")
      try await ftp(.noop)
    }
  }
}
