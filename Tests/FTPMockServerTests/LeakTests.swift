#if os(Linux)
  import FTPProtocol
  import FTPTransport
  import Foundation
  import Testing

  @testable import FTPMockServer

  /// Each test counts in a process of its own, where nothing else opens and closes.
  @Suite("A server that has stopped holds nothing")
  struct LeakTests {
    private static func count(_ directory: String) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(directory)").count
    }

    /// Looks again until the count is small, because a thread that has ended is counted a moment longer.
    private static func comesBelow(_ limit: Int, _ directory: String) throws -> Bool {
      for _ in 0..<100_000 where try count(directory) >= limit { continue }
      return try count(directory) < limit
    }

    @Test func noDescriptorAndNoThread() async {
      await #expect(processExitsWith: .success) {
        let descriptors = try LeakTests.count("fd")
        let threads = try LeakTests.count("task")
        for _ in 0..<300 {
          let server = try MockServer.start()
          var client = try TestClient.loggedIn(server)
          _ = try client.send("EPSV")
          server.stop()
        }
        #expect(try LeakTests.comesBelow(descriptors + 20, "fd"))
        #expect(try LeakTests.comesBelow(threads + 20, "task"))
      }
    }

    @Test func sessionsThatEndHoldNothing() async {
      await #expect(processExitsWith: .success) {
        try withMockServer { server in
          let descriptors = try LeakTests.count("fd")
          for _ in 0..<300 {
            var client = try TestClient.loggedIn(server)
            #expect(try client.text("NLST pub/deep") == "pub/deep/er\r\n")
            try client.write("QUIT\r\n")
            #expect(try client.rest().map(\.code) == [221])
          }
          #expect(try LeakTests.comesBelow(descriptors + 20, "fd"))
        }
      }
    }
  }
#endif
