import FTPProtocol
import FTPTransport
import TestSupport
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite("Data connections go only to the client", .alsoUnderToyLayer)
struct DataPolicyTests {
  @Test(arguments: [
    ("PORT 127,0,0,2,200,10", 504), ("PORT 127,0,0,1,0,21", 504), ("PORT 10,0,0,1,200,10", 504),
    ("PORT 127,0,0,1,200,10", 200), ("PORT 127,0,0,1,0,0", 501), ("PORT 127,0,0,1,200", 501), ("PORT", 501),
    ("PORT 256,0,0,1,200,10", 501), ("PORT 127.0.0.1:2000", 501), ("EPRT |1|127.0.0.1|2000|", 200),
    ("EPRT |1|127.0.0.2|2000|", 504), ("EPRT |1|127.0.0.1|21|", 504), ("EPRT |2|::1|2000|", 504),
    ("EPRT |7|x|2000|", 522), ("EPRT |1|127.0.0.1|0|", 501), ("EPRT x", 501),
    ("LPRT 4,4,127,0,0,1,2,200,10", 200),
    ("LPRT 4,4,127,0,0,2,2,200,10", 504), ("LPRT 5,4,127,0,0,1,2,200,10", 521), ("LPRT 4,3,1,2,3,2,1,1", 501),
    ("PASV", 227), ("PASV x", 501), ("EPSV", 229), ("EPSV 1", 229), ("EPSV 2", 522), ("EPSV x", 501),
    ("EPSV 9", 522), ("EPSV ALL", 200), ("LPSV", 228),
  ])
  func answer(line: String, code: Int) throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      let reply = try client.send(line)
      #expect(reply.code.rawValue == UInt16(code), "\(line): \(reply)")
      if reply.code == 522 { #expect(AddressFamily.listed(in: reply.text.utf8) == [.ipv4]) }
    }
  }

  @Test func pasvCannotTellAnIPv6Address() throws {
    try withMockServer(.init(addresses: [.loopbackIPv6(port: 0)])) { server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.send("PASV").code == 522)
      #expect(try client.send("EPSV 1").code == 522)
      #expect(try client.send("EPSV 2").code == 229)
    }
  }

  @Test func afterEpsvAllOnlyEpsvSetsUp() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.send("EPSV all").code == 200)
      for line in [
        "PASV", "LPSV", "PORT 127,0,0,1,200,10", "EPRT |1|127.0.0.1|2000|", "LPRT 4,4,127,0,0,1,2,200,10",
      ] {
        #expect(try client.send(line).code == 503)
      }
      #expect(try client.text("NLST pub/deep") == "pub/deep/er\r\n")
    }
  }

  @Test func strangersOnThePassivePortAreSentAway() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      let announced = try client.send("EPSV")
      let port = try ExtendedAddress.read(reply: announced.text.utf8).value.port
      let stranger = try TCPConnection.connect(
        to: .loopbackIPv4(port: port), from: SocketAddress(host: "127.0.0.9", port: 0))
      let own = try client.connect(announced)
      #expect(try client.send("RETR pub/hello.txt").code == 150)
      #expect(try TestClient.readToEnd(own) == Array("hello\r\n".utf8))
      #expect(try client.reply().code == 226)
      #expect((try? TestClient.readToEnd(stranger)) ?? [] == [])
    }
  }

  @Test func theActiveConnectionComesFromTheServersAddress() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      let listener = try client.active(.port)
      #expect(try client.send("NLST").code == 150)
      let data = try listener.acceptData(as: .client, deadline: client.patience)
      #expect(data.peerAddress.hasSameHost(as: server.address))
      #expect(try TestClient.readToEnd(data).isEmpty == false)
      #expect(try client.reply().code == 226)
    }
  }

  @Test func aNewSetUpGivesUpTheOldPort() throws {
    try withMockServer(.init(addresses: [.apart()])) { server in
      var client = try TestClient.loggedIn(server)
      let first = try client.send("EPSV")
      let second = try client.send("EPSV")
      #expect(first.text != second.text)
      #expect(throws: TransportError.self) { _ = try client.connect(first) }
    }
  }

  @Test func passivePortsComeFromTheRange() throws {
    let port = try SilentPort()
    let free = port.number
    try withMockServer(.init(dataPolicy: .init(passivePorts: free...free))) { server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.send("EPSV").text.hasSuffix("(|||\(free)|)"))
      var other = try TestClient.loggedIn(server)
      #expect(try other.send("EPSV").code == 425)
      #expect(try client.send("EPSV").code == 229)
    }
  }
}
