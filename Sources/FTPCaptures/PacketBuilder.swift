import FTPProtocol

/// Builds IP datagrams that carry TCP, checksums included.
enum PacketBuilder {
  /// The content of one segment.
  struct Segment {
    var source: CaptureEndpoint
    var destination: CaptureEndpoint
    var sequence: UInt32
    var acknowledgement: UInt32
    var flags: TCPSegment.Flags
    var data: ArraySlice<UInt8>
  }

  /// The most bytes of data that are put into a segment.
  static let segmentSize = 1_400

  /// An IPv6 datagram if both hosts are IPv6, otherwise an IPv4 datagram; `identification` distinguishes IPv4 datagrams.
  static func datagram(_ segment: Segment, identification: UInt16) -> [UInt8] {
    let source = segment.source.host.octets
    let destination = segment.destination.host.octets
    let isIPv6 = source.count == 16 && destination.count == 16
    var tcp = header(segment)
    let length = tcp.count + segment.data.count
    var pseudo = source + destination
    if isIPv6 {
      pseudo.appendNetwork(UInt32(clamping: length))
      pseudo.appendNetwork(UInt32(6))
    } else {
      pseudo.appendNetwork(UInt16(6))
      pseudo.appendNetwork(UInt16(clamping: length))
    }
    let sum = checksum(sum(of: pseudo[...]) + sum(of: tcp[...]) + sum(of: segment.data))
    tcp[16] = UInt8(truncatingIfNeeded: sum >> 8)
    tcp[17] = UInt8(truncatingIfNeeded: sum)
    var bytes = isIPv6 ? ipv6Header(length) : ipv4Header(length, identification, source + destination)
    if isIPv6 { bytes += source + destination }
    return bytes + tcp + segment.data
  }

  private static func header(_ segment: Segment) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendNetwork(segment.source.port)
    bytes.appendNetwork(segment.destination.port)
    bytes.appendNetwork(segment.sequence)
    bytes.appendNetwork(segment.acknowledgement)
    let isOpening = segment.flags.contains(.synchronize)
    bytes += [isOpening ? 0x60 : 0x50, segment.flags.rawValue]
    bytes.appendNetwork(UInt16.max)
    // Checksum and urgent pointer, then the one option that every opening has.
    bytes += [0, 0, 0, 0]
    if isOpening {
      bytes += [2, 4]
      bytes.appendNetwork(UInt16(1_460))
    }
    return bytes
  }

  private static func ipv4Header(_ length: Int, _ identification: UInt16, _ addresses: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x45, 0]
    bytes.appendNetwork(UInt16(clamping: length + 20))
    bytes.appendNetwork(identification)
    // Not to be fragmented, 64 hops, TCP, and room for the checksum.
    bytes += [0x40, 0, 64, 6, 0, 0]
    bytes += addresses
    let sum = checksum(sum(of: bytes[...]))
    bytes[10] = UInt8(truncatingIfNeeded: sum >> 8)
    bytes[11] = UInt8(truncatingIfNeeded: sum)
    return bytes
  }

  private static func ipv6Header(_ length: Int) -> [UInt8] {
    var bytes: [UInt8] = [0x60, 0, 0, 0]
    bytes.appendNetwork(UInt16(clamping: length))
    return bytes + [6, 64]
  }

  /// The sum of 16-bit words (RFC 1071), an odd byte at the end as the first half of one.
  static func sum(of bytes: ArraySlice<UInt8>) -> UInt64 {
    var sum: UInt64 = 0
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let low = index + 1 < bytes.endIndex ? bytes[index + 1] : 0
      sum += UInt64(bytes[index]) << 8 | UInt64(low)
      index += 2
    }
    return sum
  }

  /// Folds a sum into the checksum that is sent.
  static func checksum(_ sum: UInt64) -> UInt16 {
    var sum = sum
    while sum > 0xFFFF { sum = sum >> 16 + sum & 0xFFFF }
    return ~UInt16(truncatingIfNeeded: sum)
  }
}
