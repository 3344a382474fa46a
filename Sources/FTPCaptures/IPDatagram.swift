import FTPProtocol

/// An IPv4 or IPv6 datagram, as far as it is needed to find TCP in it.
struct IPDatagram {
  /// The content of the datagram.
  enum Content {
    /// A TCP segment: the bytes that were kept, and how many there were on the link.
    case tcp(ArraySlice<UInt8>, length: Int)
    /// A part of something that was cut into fragments.
    case fragment
    /// Another protocol.
    case other
  }

  let source: IPAddress
  let destination: IPAddress
  let content: Content

  /// Reads a datagram of which `length` bytes were on the link; nil if it is not one.
  init?(_ bytes: ArraySlice<UInt8>, length: Int) {
    guard let first = bytes.first else { return nil }
    switch first >> 4 {
    case 4: self.init(ipv4: bytes, length: length)
    case 6: self.init(ipv6: bytes, length: length)
    default: return nil
    }
  }

  private static let tcp: UInt8 = 6

  private init?(ipv4 bytes: ArraySlice<UInt8>, length: Int) {
    let order = ByteOrder.network
    let headerLength = Int(bytes[bytes.startIndex] & 15) * 4
    guard headerLength >= 20, bytes.count >= headerLength,
      let source = IPAddress(octets: bytes.dropFirst(12).prefix(4)),
      let destination = IPAddress(octets: bytes.dropFirst(16).prefix(4))
    else { return nil }
    self.source = source
    self.destination = destination
    // A datagram that the network card segments later has no length yet; bytes after it may be padding.
    let stated = Int(order.number16(bytes, 2))
    let total = stated == 0 ? length : min(stated, length)
    guard total >= headerLength else { return nil }
    let fragment = order.number16(bytes, 6)
    if fragment & 0x3FFF != 0 {
      content = .fragment
    } else if bytes[bytes.startIndex + 9] == Self.tcp {
      content = .tcp(bytes.prefix(total).dropFirst(headerLength), length: total - headerLength)
    } else {
      content = .other
    }
  }

  private init?(ipv6 bytes: ArraySlice<UInt8>, length: Int) {
    let order = ByteOrder.network
    guard bytes.count >= 40, let source = IPAddress(octets: bytes.dropFirst(8).prefix(16)),
      let destination = IPAddress(octets: bytes.dropFirst(24).prefix(16))
    else { return nil }
    self.source = source
    self.destination = destination
    let stated = Int(order.number16(bytes, 4))
    let total = stated == 0 ? length : min(stated + 40, length)
    content = Self.content(bytes.prefix(total), length: total, next: bytes[bytes.startIndex + 6])
  }

  /// The part after the extension headers.
  private static func content(_ bytes: ArraySlice<UInt8>, length: Int, next: UInt8) -> Content {
    var next = next
    var offset = 40
    while offset + 8 <= bytes.count {
      let start = bytes.startIndex + offset
      switch next {
      case tcp: return .tcp(bytes.dropFirst(offset), length: length - offset)
      // Hop-by-hop, routing, destination, mobility, HIP, shim6
      case 0, 43, 60, 135, 139, 140: offset += (Int(bytes[start + 1]) + 1) * 8
      case 44:
        // A fragment that is the whole datagram is not a fragment.
        guard ByteOrder.network.number16(bytes, offset + 2) & 0xFFF9 == 0 else { return .fragment }
        offset += 8
      case 51: offset += (Int(bytes[start + 1]) + 2) * 4
      default: return .other
      }
      next = bytes[start]
    }
    return .other
  }
}
