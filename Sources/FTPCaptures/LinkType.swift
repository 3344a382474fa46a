/// The link header of the packets in a capture, by its number in pcap and pcapng.
package struct LinkType: RawRepresentable, Hashable, Sendable {
  /// The number.
  package let rawValue: UInt16

  /// Wraps a number.
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// BSD loopback: four bytes of address family in the byte order of the capturing machine.
  package static let null = LinkType(rawValue: 0)
  package static let ethernet = LinkType(rawValue: 1)
  /// IPv4 or IPv6 without a header.
  package static let raw = LinkType(rawValue: 101)
  /// PPP: two bytes of protocol, perhaps after FF 03.
  package static let ppp = LinkType(rawValue: 9)
  /// PPP on a serial line, in frames like those of HDLC.
  package static let pppSerial = LinkType(rawValue: 50)
  /// PPPoE without a header of Ethernet.
  package static let pppoe = LinkType(rawValue: 51)
  /// OpenBSD loopback: four bytes of address family in network order.
  package static let loop = LinkType(rawValue: 108)
  /// Linux "cooked", as captures on all interfaces are.
  package static let linuxCooked = LinkType(rawValue: 113)
  /// IPv4 without a header.
  package static let ipv4 = LinkType(rawValue: 228)
  /// IPv6 without a header.
  package static let ipv6 = LinkType(rawValue: 229)
  /// Linux "cooked", version 2.
  package static let linuxCooked2 = LinkType(rawValue: 276)
}

extension LinkType {
  /// The content of a packet, as far as it matters here.
  enum Network: Hashable {
    /// An IP datagram that begins at this offset.
    case ip(Int)
    /// Something else, or too short to decide.
    case other
    /// The type of link is not known.
    case unknownLink
  }

  /// The offset of the IP datagram in a packet.
  func network(of bytes: [UInt8]) -> Network {
    switch self {
    case .ethernet: Self.afterEtherType(bytes, at: 12)
    case .linuxCooked: Self.afterEtherType(bytes, at: 14)
    case .linuxCooked2: Self.cooked2(bytes)
    case .null, .loop: Self.afterFamily(bytes)
    case .ppp, .pppSerial: Self.afterPPP(bytes, at: bytes.starts(with: [0xFF, 0x03]) ? 2 : 0)
    case .pppoe: Self.afterPPP(bytes, at: Self.pppoeHeader)
    case .raw, .ipv4, .ipv6, LinkType(rawValue: 12), LinkType(rawValue: 14): bytes.isEmpty ? .other : .ip(0)
    default: .unknownLink
    }
  }

  private static let ipv4Type = 0x0800
  private static let ipv6Type = 0x86DD

  /// The version and type, a code, the session and the length before a PPP frame on Ethernet (RFC 2516, section 4).
  private static let pppoeHeader = 6

  /// The protocol of a PPP frame is two bytes, or one if the first would be 0 (RFC 1661, section 2).
  private static func afterPPP(_ bytes: [UInt8], at start: Int) -> Network {
    guard bytes.count >= start + 2 else { return .other }
    let isShort = bytes[start] & 1 == 1
    let number = isShort ? bytes[start] : bytes[start] == 0 ? bytes[start + 1] : 0
    return number == 0x21 || number == 0x57 ? .ip(start + (isShort ? 1 : 2)) : .other
  }

  /// Skips the tags of virtual LANs.
  private static func afterEtherType(_ bytes: [UInt8], at start: Int) -> Network {
    var offset = start
    // Two tags exist in practice; a few more do no harm.
    for _ in 0..<8 {
      guard bytes.count >= offset + 2 else { return .other }
      switch Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) {
      case ipv4Type, ipv6Type: return .ip(offset + 2)
      case 0x8100, 0x88A8, 0x9100: offset += 4
      // A session of PPPoE; what sets one up is not of interest.
      case 0x8864: return afterPPP(bytes, at: offset + 2 + pppoeHeader)
      default: return .other
      }
    }
    return .other
  }

  private static func cooked2(_ bytes: [UInt8]) -> Network {
    guard bytes.count >= 20 else { return .other }
    switch Int(bytes[0]) << 8 | Int(bytes[1]) {
    case ipv4Type, ipv6Type: return .ip(20)
    case 0x8100, 0x88A8, 0x9100: return afterEtherType(bytes, at: 22)
    case 0x8864: return afterPPP(bytes, at: 20 + pppoeHeader)
    default: return .other
    }
  }

  /// The family is 2 for IPv4, and for IPv6 the system's number: 24, 28 or 30, 10 on Linux.
  private static func afterFamily(_ bytes: [UInt8]) -> Network {
    guard bytes.count >= 4 else { return .other }
    let family = bytes[0] == 0 && bytes[1] == 0 ? bytes[3] : bytes[0]
    return [2, 10, 24, 28, 30].contains(family) ? .ip(4) : .other
  }
}
