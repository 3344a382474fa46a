import FTPConversation
import FTPProtocol
import FTPTransfers
import Foundation
import TestSupport
import Testing

@testable import FTPMockServer
@testable import ftpraw

@Suite(
  "get --segments and mirror do what they say, and survive the end of the program", .queueing,
  .endsWhenItHangs)
struct SegmentedGetTests {
  private func run(
    _ words: [String], at server: MockServer
  ) async -> (status: Int32, output: String, error: String) {
    let console = RecordingConsole(width: 100)
    let words = words.map { $0.replacingOccurrences(of: "URL", with: Self.url(server)) }
    let status = await Program(table: .ftpraw, console: console).run(words.map { Argument($0) })
    return (status.code, console.output, console.error)
  }

  private static func url(_ server: MockServer) -> String { "ftp://ftpraw:secret@127.0.0.1:\(server.port)" }

  @Test func comesOverSeveralConnectionsWithAllTheirConversations() async throws {
    try await withMockServer { server async throws in
      try await withScratchFolder { folder async throws in
        let file = folder.appending(path: "big").path
        let said = folder.appending(path: "said").path
        let outcome = await run(
          ["get", "URL/pub/64MiB.bin", "-o", file, "--segments", "3", "--transcript", said], at: server)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(outcome.output.hasPrefix("downloaded \(file): 67108864 bytes, "))
        #expect(
          try ProcessRunner.bytes(of: URL(filePath: file))
            == FileContents.patternBytes(at: 0, count: 64 << 20))
        #expect(folder.names == ["big", "said"])
        let transcript = folder.appending(path: "said").text
        #expect(transcript.split(separator: "\n").count { $0.hasSuffix("RETR pub/64MiB.bin") } == 3)
      }
    }
  }

  @Test func saysWhatWasNoticed() async throws {
    try await withMockServer(.init(faults: [Fault("restart-ignored")])) { server async throws in
      server.updateTree { $0.addFile("file", .pattern(count: 3 << 20)) }
      try await withScratchFolder { folder async throws in
        let file = folder.appending(path: "file").path
        let outcome = await run(
          ["get", "URL/file", "-o", file, "--segments", "2", "--retries", "1"], at: server)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(
          try ProcessRunner.bytes(of: URL(filePath: file)) == FileContents.patternBytes(at: 0, count: 3 << 20)
        )
      }
    }
  }

  private final class Killing: Sendable {
    let isDone = Guarded(false)
  }

  /// The process is killed when the state file claims some bytes, and another one resumes the download.
  @Test func aDownloadThatWasKilledContinuesWhereItWas() async throws {
    let size = 12 << 20
    var configuration = MockServer.Configuration()
    configuration.tree = VirtualTree()
    configuration.tree.addFile("file", .pattern(count: UInt64(size)))
    // Until the process is killed, the file would take more than an hour, so that even a busy machine kills it in the
    // middle.
    let killing = Killing()
    let held = FaultKind(
      "held", "A byte a millisecond for the first process.", .field("", ""),
      FaultBody(
        .onData { _ in
          killing.isDone.withLock { $0 } ? nil : DrippingFilter(count: 1, pause: .milliseconds(1))
        }))
    configuration.faults = [try Fault(held)]
    let program = try ProcessRunner.ftpraw()
    try await withMockServer(configuration) { server async throws in
      try await withScratchFolder { folder async throws in
        let file = folder.appending(path: "copy").path
        let state = folder.appending(path: "copy.ftpraw-state")
        let words = ["get", "\(Self.url(server))/file", "-o", file, "--segments", "3"]
        let killed = try await program.run(words) { child in
          // Reading the file at any moment is safe, because it is always replaced as a whole.
          while !Self.claims(state, atLeast: 100), !folder.names.contains("copy") { await Task.yield() }
          child.kill()
          killing.isDone.withLock { $0 = true }
        }
        #expect(killed.status == -9)
        #expect(
          folder.names.filter { !$0.hasSuffix("-new") }
            == ["copy.ftpraw-lock", "copy.ftpraw-segments", "copy.ftpraw-state"])
        let outcome = try await program.run(words + ["--resume"])
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(
          try ProcessRunner.bytes(of: URL(filePath: file)) == FileContents.patternBytes(at: 0, count: size))
        #expect(folder.names == ["copy"])
        let restarts = server.receivedCommands.filter { $0.verb == .rest || $0.verb == .rang }
        #expect(restarts.contains { $0.argument.map { !["0", "4194304", "8388608"].contains($0) } ?? false })
      }
    }
  }

  private static func claims(_ file: URL, atLeast count: UInt64) -> Bool {
    let done = file.text.split(separator: "\n").filter { $0.hasPrefix("part ") }
      .compactMap { $0.split(separator: " ").last.flatMap { UInt64($0) } }
    return done.reduce(0, +) >= count
  }

  @Test func mirrorsBothWays() async throws {
    try await withMockServer { server async throws in
      server.updateTree { tree in
        tree.addFile("site/a", FileContents([1]))
        tree.addFile("site/sub/b.iso", FileContents([2, 3]))
      }
      try await withScratchFolder { folder async throws in
        let dry = await run(["mirror", "URL/site/", folder.path, "-n"], at: server)
        #expect(
          dry.output == """
            > a: it is not there
            + sub/
            > sub/b.iso: it is not there
            would be: 2 transferred, 1 made

            """)
        #expect(folder.names.isEmpty)
        #expect(await run(["mirror", "URL/site", folder.path, "--exclude", "*.iso"], at: server).status == 0)
        #expect(folder.names == ["a", "sub"])
        try Data([7]).write(to: folder.appending(path: "extra"))
        let up = await run(["mirror", folder.path, "URL/site", "--delete", "--json"], at: server)
        #expect(up.status == 0, "\(up.error)")
        #expect(
          up.output.contains(#"{"step":"transfer","path":"extra","reason":"it is not there","bytes":1}"#))
        // An empty folder is not a reason to delete.
        #expect(server.tree.contains("site/sub/b.iso") && up.output.contains("it is not deleted"))
        let down = await run(["mirror", "URL/site", folder.path, "--delete"], at: server)
        #expect(down.output.hasSuffix("1 transferred, 2 the same\n"))
        let path = await run(["mirror", "-s", "URL", "--upload", folder.path, "other/place"], at: server)
        #expect(path.status == 0 && server.tree.bytes(of: "other/place/sub/b.iso") == [2, 3])
      }
    }
  }

  @Test(
    arguments: [
      (["mirror", "URL/a", "URL/b"], 64), (["mirror", "URL/a"], 64),
      (["mirror", "URL/a", "b", "--upload"], 64),
      (["mirror", "URL/none", "."], 1), (["mirror", "URL/", "/dev/null/folder"], 74),
      (["get", "URL/a", "--segments", "0"], 64),
    ] as [([String], Int32)])
  func endsWithTheStatusThatIsDocumented(words: [String], status: Int32) async throws {
    try await withMockServer { server async throws in
      #expect(await run(words, at: server).status == status)
    }
  }
}
