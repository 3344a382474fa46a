import FTPProtocol
import FTPTransport
import TestSupport
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite("A server starts, stops and leaves nothing behind", .alsoUnderToyLayer)
struct LifecycleTests {
  @Test func listensOnLoopbackByDefault() throws {
    try withMockServer { server in
      #expect(server.address.isLoopback)
      #expect(server.port != 0)
      #expect(server.url == "ftp://127.0.0.1:\(server.port)")
    }
  }

  @Test func listensOnBothFamilies() throws {
    try withMockServer(.init(addresses: [.loopbackIPv4(port: 0), .loopbackIPv6(port: 0)])) { server in
      for address in server.addresses {
        var client = try TestClient(address)
        #expect(try client.reply().code == 220)
      }
    }
  }

  @Test func refusesAnAddressThatIsTaken() throws {
    try withMockServer { server in
      #expect(throws: TransportError.self) { _ = try MockServer.start(.init(addresses: [server.address])) }
    }
  }

  @Test func stopsInAsynchronousCode() async throws {
    let port = try SilentPort()
    let configuration = MockServer.Configuration(addresses: [.loopbackIPv4(port: port.number)])
    let address = try await withMockServer(configuration) { server in
      await Task.yield()
      return server.address
    }
    #expect(throws: TransportError.self) { _ = try TCPConnection.connect(to: address) }
  }

  @Test func stoppingEndsEverySessionWith421() throws {
    let server = try MockServer.start()
    var idle = try TestClient.loggedIn(server)
    var fresh = try TestClient(server.address)
    #expect(try fresh.reply().code == 220)
    server.stop()
    #expect(try idle.rest().map(\.code) == [421])
    #expect(try fresh.rest().map(\.code) == [421])
    #expect(server.sessionCount == 0)
    server.stop()
  }

  @Test func aServerNobodyHoldsStops() throws {
    let port = try SilentPort()
    let address = try MockServer.start(.init(addresses: [.loopbackIPv4(port: port.number)])).address
    // The listener ends with its thread, a moment after the last reference is gone.
    let end = ContinuousClock.now + .patience
    while let connection = try? TCPConnection.connect(to: address) {
      connection.close()
      try #require(ContinuousClock.now < end, "the server still listens")
    }
  }

  @Test func oneSessionTooManyIsRefused() throws {
    try withMockServer(.init(limits: .init(sessions: 1))) { server in
      var first = try TestClient.loggedIn(server)
      var second = try TestClient(server.address)
      #expect(try second.rest().map(\.code) == [421])
      #expect(try first.send("NOOP").code == 200)
    }
  }

  @Test func anIdleSessionEndsWith421() throws {
    try withMockServer(.init(timeouts: .init(idle: .milliseconds(20)))) { server in
      var client = try TestClient(server.address)
      #expect(try client.rest().map(\.code) == [220, 421])
    }
  }
}
