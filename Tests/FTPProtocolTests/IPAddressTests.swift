import FTPProtocol
import TestSupport
import Testing

@Suite("IP addresses are read in all their text forms and written in the canonical one")
struct IPAddressTests {
  static let good: [(String, String)] = [
    ("0.0.0.0", "0.0.0.0"), ("127.0.0.1", "127.0.0.1"), ("255.255.255.255", "255.255.255.255"),
    ("::", "::"), ("::1", "::1"), ("1::", "1::"), ("0:0:0:0:0:0:0:0", "::"),
    ("2001:DB8::8:800:200C:417A", "2001:db8::8:800:200c:417a"),
    ("1080::8:800:200C:417A", "1080::8:800:200c:417a"),
    ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("2001:0db8:0000:0000:0000:0000:0000:0001", "2001:db8::1"),
    ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"), ("2001:db8::1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
    ("2001:0:0:1:0:0:0:1", "2001:0:0:1::1"), ("::ffff:1.2.3.4", "::ffff:1.2.3.4"),
    ("::FFFF:0102:0304", "::ffff:1.2.3.4"), ("::13.1.68.3", "::d01:4403"),
    ("64:ff9b::192.0.2.33", "64:ff9b::c000:221"), ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
    ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"), ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"),
    ("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"), ("1:0:0:4:0:0:7:8", "1::4:0:0:7:8"),
    ("ff02::1", "ff02::1"), ("fe80::1", "fe80::1"),
  ]

  @Test(arguments: good) func canonical(written: String, canonical: String) {
    #expect(IPAddress(written)?.description == canonical)
    #expect(IPAddress(canonical)?.description == canonical)
    #expect(IPAddress(written).flatMap { IPAddress(octets: $0.octets) } == IPAddress(written))
  }

  @Test(arguments: [
    "", "1", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.04", "1..2.3", ".1.2.3", "1.2.3.4 ",
    " 1.2.3.4",
    "1.2.3.-4", "+1.2.3.4", "0x7f.0.0.1", "1.2.3.4294967297", ":", ":::", "1:", ":1", "1:2:3:4:5:6:7",
    "1::2::3",
    "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "::1:2:3:4:5:6:7:8", "12345::", "g::", "fe80::1%eth0", "[::1]",
    "::1.2.3", "::1.2.3.4:5", "1.2.3.4::", "::1.2.3.256", "1:2:3:4:5:6:7:1.2.3.4", "::1 ", "1::2:", ":1::2",
    "::-1", "::ffff:01.2.3.4",
  ]) func refused(text: String) {
    #expect(IPAddress(text) == nil)
  }

  @Test(arguments: [
    ("0.0.0.0", "unspecified"), ("0.1.2.3", "unspecified"), ("::", "unspecified"),
    ("::ffff:0.0.0.0", "unspecified"), ("127.255.0.1", "loopback"), ("::1", "loopback"),
    ("::ffff:127.0.0.1", "loopback"), ("10.255.0.1", "private"), ("172.16.0.1", "private"),
    ("172.31.255.255", "private"), ("172.32.0.1", ""), ("172.15.0.1", ""), ("192.168.0.1", "private"),
    ("192.169.0.1", ""), ("100.64.0.1", "private"), ("100.127.255.255", "private"), ("100.128.0.0", ""),
    ("169.254.1.1", "private"), ("fc00::1", "private"), ("fdff::1", "private"), ("fe00::1", ""),
    ("fe80::1", "private"), ("febf::1", "private"), ("fec0::1", ""), ("224.0.0.1", "multicast"),
    ("239.255.255.255", "multicast"), ("240.0.0.1", ""), ("ff02::1", "multicast"),
    ("255.255.255.255", "broadcast"), ("8.8.8.8", ""), ("2001:db8::1", ""),
  ]) func kinds(text: String, expected: String) throws {
    let address = try #require(IPAddress(text))
    let kinds = [
      address.isUnspecified ? "unspecified" : "", address.isLoopback ? "loopback" : "",
      address.isPrivate ? "private" : "", address.isMulticast ? "multicast" : "",
      address.isBroadcast ? "broadcast" : "",
    ]
    #expect(kinds.joined() == expected)
  }

  @Test func randomAddressesSurvive() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<5000 {
      var halves = (
        UInt64.random(in: 0...UInt64.max, using: &random), UInt64.random(in: 0...UInt64.max, using: &random)
      )
      for shift in stride(from: UInt64(0), to: 64, by: 16) where Bool.random(using: &random) {
        halves.0 &= ~(0xFFFF << shift)
        halves.1 &= ~(0xFFFF << (48 - shift))
      }
      let six = IPv6Address(high: halves.0, low: halves.1)
      #expect(IPv6Address(six.description) == six)
      let four = IPv4Address(rawValue: UInt32(truncatingIfNeeded: halves.0))
      #expect(IPv4Address(four.description) == four)
    }
  }

  @Test func randomTextNeverTraps() {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<Thoroughness.rounds(20_000) {
      let bytes = random.bytes(upTo: 48, from: Array("0123:::...aF%[]".utf8))
      guard let address = IPAddress(text: bytes) else { continue }
      #expect(IPAddress(address.description) == address)
    }
  }
}
