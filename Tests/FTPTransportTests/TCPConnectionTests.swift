import FTPTransport
import Testing

@Suite("A TCP connection carries bytes both ways and closes when its owner goes")
struct TCPConnectionTests {
  @Test("Bytes arrive", arguments: Loopback.allCases)
  func bytesArrive(loopback: Loopback) throws {
    try loopback.withPair { client, server in
      try client.write("SYST\r\n".bytes, deadline: .test)
      #expect(try server.readBytes(6) == "SYST\r\n".bytes)
      try server.write("xx215 UNIX\r\n".bytes[2...], deadline: .test)
      var buffer = [UInt8](repeating: 0, count: 64)
      let count = try client.read(into: &buffer, deadline: .test, order: .waitFirst)
      #expect(Array(buffer[..<count]) == "215 UNIX\r\n".bytes)
      #expect(client.peerAddress == server.localAddress)
      #expect(server.peerAddress == client.localAddress)
      #expect(client.peerAddress.isIPv6 == (loopback == .ipv6))
    }
  }
}
