#if os(Linux)
  import FTPProtocol
  import TestSupport
  import FTPTransport
  import Foundation
  import Testing
  import ToyLayer

  @testable import FTPMockServer

  /// Each test counts in its own process, where nothing else opens and closes descriptors.
  @Suite("A server that has stopped keeps no resources", .queueing)
  struct LeakTests {
    private static func count(_ directory: String) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(directory)").count
    }

    /// Counts again until the number is small, because a thread that has ended is still counted for a moment.
    private static func comesBelow(_ limit: Int, _ directory: String) throws -> Bool {
      for _ in 0..<100_000 { if try count(directory) < limit { return true } }
      return false
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

    /// The memory of this process that is in use, in bytes.
    private static func memory() throws -> Int {
      let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
      return (Int(pages[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    @Test func thousandsOfStartsAndStopsHoldNothing() async {
      await #expect(processExitsWith: .success) {
        // An address that no other test uses, because others expect their unused ports to be silent.
        let address = try #require(SocketAddress(host: "127.0.0.77", port: 0))
        func cycle(_ count: Int) throws {
          for number in 0..<count {
            try withMockServer(.init(addresses: [address])) { server in
              guard number % 10 == 0 else { return }
              let events = server.events()
              var client = try TestClient.loggedIn(server)
              #expect(try client.text("NLST pub/deep") == "pub/deep/er\r\n")
              _ = try server.waitForCommand("NLST")
              withExtendedLifetime(events) {}
            }
          }
        }
        // The first ones fill caches that the process keeps anyway.
        try cycle(500)
        let descriptors = try LeakTests.count("fd")
        let threads = try LeakTests.count("task")
        let memory = try LeakTests.memory()
        try cycle(Thoroughness.rounds(9000, oneIn: 6))
        #expect(try LeakTests.comesBelow(descriptors + 5, "fd"))
        #expect(try LeakTests.comesBelow(threads + 5, "task"))
        // If each server kept 1 KiB, the memory would grow by more than this.
        #expect(try LeakTests.memory() < memory + (1 << 20))
      }
    }

    @Test func sessionsThatEndHoldNothing() async {
      await #expect(processExitsWith: .success) { try LeakTests.endSessions() }
    }

    /// A new process does not know task-local values.
    @Test func sessionsThatEndHoldNothingUnderALayer() async {
      await #expect(processExitsWith: .success) {
        try RecordLayers.$inherited.withValue(.toy()) { try LeakTests.endSessions() }
      }
    }

    private static func endSessions() throws {
      try withMockServer { server in
        let descriptors = try count("fd")
        for _ in 0..<300 {
          var client = try TestClient.loggedIn(server)
          #expect(try client.text("NLST pub/deep") == "pub/deep/er\r\n")
          try client.write("QUIT\r\n")
          #expect(try client.rest().map(\.code) == [221])
        }
        #expect(try comesBelow(descriptors + 20, "fd"))
      }
    }
  }
#endif
