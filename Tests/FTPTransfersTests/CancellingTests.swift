import FTPClient
import FTPMockServer
import FTPProtocol
import FTPSystem
import TestSupport
import Testing

@testable import FTPTransfers

@Suite("Cancelling at any moment leaves a session usable or closed", .queueing, .serialized, .endsWhenItHangs)
struct CancellingTests {
  static let operations = ["download", "file", "upload", "list", "size", "tree", "exclusively"]

  private func perform(_ operation: String, _ ftp: FTPSession, _ folder: TemporaryFolder) async throws {
    switch operation {
    case "download": _ = try await ftp.download("file")
    case "file": try await ftp.download("file", to: "\(folder.path)/copy")
    case "upload": try await ftp.upload("copy", bytes: pattern(2_000_000))
    case "list": _ = try await ftp.list("folder")
    case "size": _ = try await ftp(.size("file"))
    case "tree": try await ftp.makeDirectories("a/b/c")
    default:
      try await ftp.exclusively { client in
        let transfer = try await client.passive(.pasv, "RETR file")
        _ = try await transfer.readToEnd()
        try await transfer.finish()
      }
    }
  }

  @Test(arguments: 0..<4)
  func atAnyMoment(seed: Int) async throws {
    let folder = try TemporaryFolder("ftpraw-cancel-")
    var there = tree(count: 2_000_000)
    there.addDirectory("folder")
    there.addFile("folder/one", "1")
    var random = SeededGenerator(seed: UInt64(seed))
    try await withMockServer(.testing(tree: there, without: seed.isMultiple(of: 2) ? [] : [.mlsd, .mlst])) {
      server in
      var ftp = try await FTPSession.open(.at(server))
      var closed = 0
      for round in 0..<Thoroughness.rounds(250) {
        let operation = Self.operations[Int.random(in: 0..<Self.operations.count, using: &random)]
        // A number of scheduling steps, not a time, so that the load of the machine does not matter.
        let delay = Int.random(in: 0..<2000, using: &random)
        let session = ftp
        let task = Task { try await perform(operation, session, folder) }
        for _ in 0..<delay { await Task.yield() }
        task.cancel()
        _ = await task.result
        do {
          #expect(try await session(.workingDirectory).text == "/", "\(operation) in round \(round)")
          #expect(try await session(.size("file")) == 2_000_000)
          #expect(
            try await session.download("folder/one") == Array("1".utf8), "\(operation) in round \(round)")
        } catch {
          guard !session.isOpen else {
            Issue.record("\(error) after \(operation) in round \(round)\n\(session.transcript)")
            return
          }
          closed += 1
          ftp = try await FTPSession.open(.at(server))
        }
      }
      #expect(closed < Thoroughness.rounds(250) / 2)
      await ftp.close()
    }
  }

  @Test func whoWaitsForATurnIsFreedAtOnce() async throws {
    try await withSession(.testing()) { ftp, _ async throws in
      try await ftp.exclusively { _ in
        let waiting = Task { try await ftp(.noop) }
        await Task.yield()
        waiting.cancel()
        #expect(await failure { try await waiting.value }?.kind == "cancelled")
      }
      try await ftp(.noop)
    }
  }
}
