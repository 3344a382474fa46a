import FTPProtocol
import FTPTransfers
import Foundation
import TestSupport
import Testing

@testable import ftpraw

@Suite(
  "A server that is killed during an upload leaves the old file or the new one", .queueing, .endsWhenItHangs)
struct ServeKillTests {
  private static let old = Array("the old contents".utf8)
  private static let piece = [UInt8](repeating: 7, count: 20_000)

  /// The pieces of an upload, one of which ends the server.
  private struct Pieces: AsyncSequence, AsyncIteratorProtocol {
    let count: Int
    let fatal: Int
    let kill: @Sendable () -> Void
    var next = 0

    func makeAsyncIterator() -> Pieces { self }

    mutating func next() async -> [UInt8]? {
      if next == fatal { kill() }
      guard next < count else { return nil }
      next += 1
      return ServeKillTests.piece
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGKILL])
  func atARandomMoment(signal: Int32) async throws {
    var random = SeededGenerator(seed: UInt64(signal))
    for round in 0..<Thoroughness.rounds(100) {
      let count = Int.random(in: 0...12, using: &random)
      let fatal = Int.random(in: 0...count, using: &random)
      let isThere = Bool.random(using: &random)
      try await withScratchFolder { folder in
        let file = folder.appending(path: "file")
        if isThere { try Data(Self.old).write(to: file) }
        let words = ["--port", "0", "--root", folder.path, "--user", "marta:secret"]
        let outcome = try await ServeProcess.run(words, signal: nil) { server in
          let site = FTPSite("127.0.0.1", port: server.port, user: "marta", password: "secret")
          let ftp = try await FTPSession.open(site)
          let sent = try? await ftp.upload(
            "file", Pieces(count: count, fatal: fatal) { server.signal(signal) })
          ftp.abandon()
          let new = [UInt8](repeating: 7, count: count * Self.piece.count)
          let result = try? ProcessRunner.bytes(of: file)
          let before = isThere ? Self.old : nil
          #expect(
            sent == nil ? result == before || result == new : result == new,
            "round \(round): \(result?.count ?? -1) bytes, piece \(fatal) of \(count)")
          if signal != SIGKILL {
            #expect(sent != nil || ftp.transcript.description.contains("S> 421 "))
          }
        }
        #expect(outcome.status == (signal == SIGKILL ? -SIGKILL : 0), "\(outcome.error)")
        let names = folder.names.filter { $0 != "file" }
        // Only a process that is killed outright leaves something, which the next one hides and removes.
        #expect(names.isEmpty || signal == SIGKILL, "\(names)")
        guard !names.isEmpty else { return }
        _ = try await ServeProcess.run(words) { server in
          let site = FTPSite("127.0.0.1", port: server.port, user: "marta", password: "secret")
          try await withFTPSession(site) { ftp in
            let seen = try await ftp.list("").map(\.text)
            #expect(seen.allSatisfy { $0 == "file" })
          }
        }
        #expect(folder.names.allSatisfy { $0 == "file" })
      }
    }
  }
}
