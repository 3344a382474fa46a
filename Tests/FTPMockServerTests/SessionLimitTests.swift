import FTPConversation
import FTPProtocol
import FTPTransport
import TestSupport
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite("Sessions beyond a limit get 421, and their places become free again", .alsoUnderToyLayer)
struct SessionLimitTests {
  @Test func countsSessionsOfAnAddress() throws {
    var configuration = MockServer.Configuration()
    configuration.limits.sessionsPerAddress = 2
    try withMockServer(configuration) { server in
      var first = try TestClient.loggedIn(server)
      var second = try TestClient.loggedIn(server)
      var third = try TestClient(server.address)
      #expect(try third.rest().map(\.code) == [421])
      let other = try TCPConnection.connect(
        to: server.address, from: SocketAddress(host: "127.0.0.2", port: 0), deadline: .after(.patience))
      var greeting: [UInt8] = []
      _ = try other.read(appendingTo: &greeting, deadline: .after(.patience))
      #expect(greeting.starts(with: "220 ".utf8))
      #expect(try first.send("QUIT").code == 221)
      #expect(try first.rest().isEmpty)
      server.waitForSessions(2)
      var next = try TestClient(server.address)
      #expect(try next.reply().code == 220)
      #expect(try second.send("NOOP").code == 200)
    }
  }

  @Test func countsSessionsOfAUser() throws {
    var configuration = MockServer.Configuration()
    configuration.limits.sessionsPerUser = 1
    try withMockServer(configuration) { server in
      var first = try TestClient.loggedIn(server)
      var second = try TestClient(server.address)
      #expect(try second.reply().code == 220)
      #expect(try second.send("USER ftpraw").code == 331)
      #expect(try second.send("PASS secret").code == 421)
      #expect(try second.rest().isEmpty)
      var guest = try TestClient(server.address)
      #expect(try guest.reply().code == 220)
      #expect(try guest.send("USER anonymous").code == 331)
      #expect(try guest.send("PASS x@").code == 230)
      // A client that logs in again, or out, makes room.
      #expect(try first.send("REIN").code == 220)
      var third = try TestClient.loggedIn(server)
      #expect(try third.send("USER anonymous").code == 331)
      #expect(try third.send("PASS x@").code == 421)
      _ = try TestClient.loggedIn(server)
      #expect(try guest.send("NOOP").code == 200)
    }
  }

  @Test func endsWithTheLastOfAllSessions() throws {
    let port = try SilentPort()
    var configuration = MockServer.Configuration(addresses: [.loopbackIPv4(port: port.number)])
    configuration.limits.totalSessions = 2
    let server = try MockServer.start(configuration)
    var first = try TestClient.loggedIn(server)
    #expect(try first.send("QUIT").code == 221)
    #expect(try first.rest().isEmpty)
    var second = try TestClient.loggedIn(server)
    var third = try TestClient(server.address)
    #expect(try third.rest().map(\.code) == [421])
    #expect(try second.send("QUIT").code == 221)
    server.waitUntilStopped()
    #expect(server.sessionCount == 0)
    #expect(throws: TransportError.self) { _ = try TCPConnection.connect(to: server.address) }
  }

  @Test func tellsAnObserverWhatHappensInWhichSession() throws {
    let seen = Guarded<[Int: [String]]>([:])
    var configuration = MockServer.Configuration()
    configuration.observer = { session, event in
      if case .command(let line, _) = event.content {
        seen.withLock { $0[session, default: []].append(VectorText.escape(line.bytes)) }
      }
    }
    try withMockServer(configuration) { server in
      for command in ["NOOP", "PASS hidden"] {
        var client = try TestClient(server.address)
        _ = try client.reply()
        _ = try client.send(command)
      }
    }
    #expect(seen.withLock { $0 } == [1: ["NOOP\\r\\n"], 2: ["PASS ****\\r\\n"]])
  }

  @Test func announcesAnotherAddress() throws {
    var configuration = MockServer.Configuration()
    configuration.addresses = [.loopbackIPv4(port: 0), .loopbackIPv6(port: 0)]
    configuration.dataPolicy.announcedAddress = SocketAddress(host: "192.0.2.7", port: 0)
    try withMockServer(configuration) { server in
      var client = try TestClient.loggedIn(server)
      let reply = try client.send("PASV")
      #expect(
        try HostPort.read(reply: reply.text.utf8, .strict).value.host == IPAddress(octets: [192, 0, 2, 7]))
      let long = try client.send("LPSV")
      #expect(long.text.contains("4,4,192,0,2,7,2,"))
      // The address does not belong to the family of the other listener.
      var other = try TestClient(server.addresses[1])
      _ = try other.reply()
      _ = try other.send("USER anonymous")
      _ = try other.send("PASS x@")
      #expect(try other.send("LPSV").text.contains("6,16,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,2,"))
    }
  }
}

extension MockServer {
  /// Waits until there are this many sessions, however long that takes.
  fileprivate func waitForSessions(_ count: Int) {
    while sessionCount != count { core.stopSignal.wait(.after(.milliseconds(1))) }
  }
}
