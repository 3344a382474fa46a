import FTPConversation
import FTPSystem
import Foundation
import TestSupport
import Testing

@testable import FTPMockServer
@testable import ftpraw

@Suite(
  "Two processes keep away from each other, and one that was killed blocks no other", .queueing,
  .endsWhenItHangs)
struct TwoProcessesTests {
  private static func url(_ server: MockServer) -> String { "ftp://ftpraw:secret@127.0.0.1:\(server.port)" }

  @Test func theSecondDownloadSaysWhichProcessHasTheFileOrWaits() async throws {
    // The server sends nothing until this is set.
    let isOpen = Monitor(false)
    var configuration = MockServer.Configuration()
    configuration.tree = VirtualTree()
    configuration.tree.addFile(
      "file",
      .generated(count: 100_000) { offset, count in
        isOpen.wait { $0 ? () : nil }
        // One that waits is woken at a time, and wakes the next.
        isOpen.withLockAndWakeOne { _ in }
        return FileContents.patternBytes(at: offset, count: count)
      })
    let program = try ProcessRunner.ftpraw()
    try await withMockServer(configuration) { server async throws in
      // Whatever goes wrong, the server can end.
      defer { isOpen.withLockAndWakeOne { $0 = true } }
      try await withScratchFolder { folder async throws in
        let file = folder.appending(path: "copy").path
        let words = ["get", "\(Self.url(server))/file", "-o", file, "--timeout", "600"]
        let first = try await program.run(words) { _ in
          while !folder.names.contains("copy.ftpraw-part") { await Task.yield() }
          let holder = folder.appending(path: "copy.ftpraw-lock").text.dropLast()
          for more in [[], ["--resume"], ["--segments", "2"]] {
            let second = try await program.run(words + more)
            #expect(second.status == 74)
            #expect(
              second.error
                == "ftpraw get: copy is being downloaded by process \(holder); --wait waits for it\n")
          }
          async let third = program.run(words + ["--wait", "--overwrite", "always"])
          isOpen.withLockAndWakeOne { $0 = true }
          #expect(try await third.status == 0)
        }
        #expect(first.status == 0, "\(first.error)")
        #expect(folder.names == ["copy"])
        #expect(
          try ProcessRunner.bytes(of: URL(filePath: file)) == FileContents.patternBytes(at: 0, count: 100_000)
        )
      }
    }
  }

  /// Passes the first piece, and the others so slowly that no machine is too busy to kill the client meanwhile.
  private struct SlowFilter: DataFilter {
    let count: Monitor<Int>
    var slow = DrippingFilter(count: 16, pause: .milliseconds(100))

    mutating func take(_ bytes: ArraySlice<UInt8>) -> [DataStep] {
      let isFirst = count.withLock { count in
        defer { count += 1 }
        return count == 0
      }
      return isFirst ? [.data(bytes)] : slow.take(bytes)
    }
  }

  @Test func anUploadThatWasKilledIsFoundAgain() async throws {
    let size = 4 << 20
    let isKilled = Guarded(false)
    let count = Monitor(0)
    var configuration = MockServer.Configuration()
    configuration.tree = VirtualTree()
    let held = FaultKind(
      "held", "Slow for the first process.", .field("", ""),
      FaultBody(.onData { _ in isKilled.withLock { $0 } ? nil : SlowFilter(count: count) }))
    configuration.faults = [try Fault(held)]
    configuration.timeouts.idle = .patience
    let program = try ProcessRunner.ftpraw()
    try await withMockServer(configuration) { server async throws in
      try await withScratchFolder { folder async throws in
        let file = folder.appending(path: "file")
        try Data(FileContents.patternBytes(at: 0, count: size)).write(to: file)
        let words = ["put", file.path, "\(Self.url(server))/copy", "--timeout", "600"]
        let environment = ["TMPDIR": folder.path]
        let killed = try await program.run(words, environment: environment) { child in
          while count.withLock({ $0 }) < 2 { await Task.yield() }
          child.kill()
          isKilled.withLock { $0 = true }
        }
        #expect(killed.status == -9)
        try await server.waitUntil { $0.tree.names(in: "/")?.count == 1 }
        let part = try #require(server.tree.names(in: "/")?.first)
        #expect(part.hasPrefix("copy.") && part.hasSuffix(".ftpraw-part") && part.count == 25)
        let left = server.tree.bytes(of: part)?.count ?? 0
        #expect(left > 0)
        let outcome = try await program.run(words + ["--resume"], environment: environment)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(server.tree.names(in: "/") == ["copy"])
        #expect(server.tree.bytes(of: "copy") == FileContents.patternBytes(at: 0, count: size))
        #expect(server.received("REST", matching: "\(left)", times: 1))
      }
    }
  }
}
