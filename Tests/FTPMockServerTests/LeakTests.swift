#if os(Linux)
  import FTPProtocol
  import FTPTransport
  import Foundation
  import Testing

  @testable import FTPMockServer

  /// Counts are those of the process, which other tests change as well: a leak shows as growth with the number of
  /// servers, so the bound is far below that number and far above what else goes on.
  @Suite("A server that has stopped holds nothing", .serialized)
  struct LeakTests {
    private func count(_ directory: String) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(directory)").count
    }

    /// Looks again until the count is small, because a thread that has ended is counted a moment longer.
    private func comesBelow(_ limit: Int, _ directory: String) throws -> Bool {
      for _ in 0..<100_000 where try count(directory) >= limit { continue }
      return try count(directory) < limit
    }

    @Test func noDescriptorAndNoThread() throws {
      let descriptors = try count("fd")
      let threads = try count("task")
      for _ in 0..<300 {
        let server = try MockServer.start()
        var client = try TestClient.loggedIn(server)
        _ = try client.send("EPSV")
        server.stop()
      }
      #expect(try comesBelow(descriptors + 200, "fd"))
      #expect(try comesBelow(threads + 200, "task"))
    }

    @Test func sessionsThatEndHoldNothing() throws {
      try withMockServer { server in
        let descriptors = try count("fd")
        for _ in 0..<300 {
          var client = try TestClient.loggedIn(server)
          #expect(try client.text("NLST pub/deep") == "pub/deep/er\r\n")
          try client.write("QUIT\r\n")
          #expect(try client.rest().map(\.code) == [221])
        }
        while server.sessionCount > 0 {}
        #expect(try comesBelow(descriptors + 200, "fd"))
      }
    }
  }
#endif
