import FTPTransport
import TestSupport
import Testing

@Suite("A socket address is read from text and from octets", .queueing)
struct SocketAddressTests {
  @Test(
    "Numeric hosts",
    arguments: [
      ("127.0.0.1", "127.0.0.1", [127, 0, 0, 1]),
      ("0.0.0.0", "0.0.0.0", [0, 0, 0, 0]),
      ("::1", "::1", [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
      ("[2001:db8::a]", "2001:db8::a", [0x20, 1, 0xD, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xA]),
      ("::ffff:192.0.2.7", "192.0.2.7", [192, 0, 2, 7]),
      ("fe80::1%7", "fe80::1%7", [0xFE, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
    ] as [(String, String, [UInt8])])
  func numeric(text: String, host: String, octets: [UInt8]) throws {
    let address = try #require(SocketAddress(host: text, port: 21))
    #expect(address.host == host)
    #expect(address.octets == octets)
    #expect(address.isIPv6 == (octets.count == 16))
    #expect(SocketAddress(octets: octets, port: 21, scope: address.scope) == address)
    let described = address.isIPv6 ? "[\(host)]:21" : "\(host):21"
    #expect(address.description == described)
    #expect(SocketAddress(described) == address)
  }

  @Test(
    "Texts that are not numeric hosts",
    arguments: [
      "", "localhost", "1.2.3", "1.2.3.256", "1.2.3.4.5", "127.0.0.1\0", "::1\0x", ":::", "[]", "[",
      "1.2.3.4%1",
      "::1%nosuchinterface", "0x7f.1", "-1.0.0.1", " 127.0.0.1", String(repeating: "1", count: 5000),
    ])
  func notNumeric(text: String) { #expect(SocketAddress(host: text, port: 21) == nil) }

  @Test(
    "Texts that are not addresses with a port",
    arguments: [
      "", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:+1", "::1:21", "[::1]", "[::1]:x", ":21",
    ])
  func notAddress(text: String) { #expect(SocketAddress(text) == nil) }

  @Test("A number of octets other than 4 and 16", arguments: [0, 1, 3, 5, 15, 17, 255])
  func wrongCount(count: Int) {
    #expect(SocketAddress(octets: [UInt8](repeating: 1, count: count), port: 1) == nil)
  }

  @Test("The kind of an address")
  func kinds() {
    #expect(SocketAddress.loopbackIPv4(port: 1).isLoopback && SocketAddress.loopbackIPv6(port: 1).isLoopback)
    #expect(SocketAddress(host: "127.9.9.9", port: 1)?.isLoopback == true)
    #expect(SocketAddress(host: "126.0.0.1", port: 1)?.isLoopback == false)
    #expect(SocketAddress(host: "::2", port: 1)?.isLoopback == false)
    #expect(SocketAddress.anyIPv4(port: 1).isAny && SocketAddress.anyIPv6(port: 1).isAny)
    #expect(!SocketAddress.loopbackIPv4(port: 1).isAny)
    let address = SocketAddress.loopbackIPv4(port: 1)
    #expect(address.with(port: 2).port == 2 && address.hasSameHost(as: address.with(port: 2)))
    #expect(!address.hasSameHost(as: .loopbackIPv6(port: 1)))
  }
}
