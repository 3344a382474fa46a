/// A pcap file: one header, then packets.
struct PlainCapture: Sendable {
  let order: ByteOrder
  let hasNanoseconds: Bool
  let linkType: LinkType

  /// The byte order, from the first four bytes; nil if it is not clear yet.
  ///
  /// - Throws: if they do not begin a capture.
  static func order(_ bytes: ArraySlice<UInt8>) throws(CaptureError) -> ByteOrder? {
    guard bytes.count >= 4 else { return nil }
    for order in [ByteOrder.network, .little] {
      switch order.number32(bytes, 0) {
      case 0xA1B2_C3D4, 0xA1B2_3C4D: return order
      case 0xA1B2_CD34:
        throw CaptureError(.unsupported("a modified pcap; tcpdump -r and -w make it a plain one"))
      default: continue
      }
    }
    if bytes.starts(with: [0x1F, 0x8B]) {
      throw CaptureError(.unsupported("compressed by gzip; gunzip it first"))
    }
    throw CaptureError(.notACapture(Array(bytes.prefix(8))))
  }

  /// Reads the header, whose 24 bytes have all arrived.
  init(_ bytes: ArraySlice<UInt8>, _ order: ByteOrder) throws(CaptureError) {
    self.order = order
    hasNanoseconds = order.number32(bytes, 0) == 0xA1B2_3C4D
    let version = order.number16(bytes, 4)
    guard version == 2 else {
      throw CaptureError(.unsupported("a pcap of version \(version); only version 2 is supported"))
    }
    linkType = LinkType(rawValue: UInt16(truncatingIfNeeded: order.number32(bytes, 20)))
  }

  /// Reads one packet; nil if more bytes are needed.
  func step(_ bytes: ArraySlice<UInt8>, _ place: CapturePlace) throws(CaptureError) -> CaptureStep? {
    guard bytes.count >= 16 else { return nil }
    let length = Int(order.number32(bytes, 8))
    let limit = place.limits.packetBytes
    guard length <= limit else {
      throw place.error(.tooLong(part: "packet \(place.packet)", length: length, limit: limit))
    }
    guard bytes.count >= 16 + length else { return nil }
    let fraction = UInt64(order.number32(bytes, 4))
    let time =
      UInt64(order.number32(bytes, 0)) * 1_000_000_000 + (hasNanoseconds ? fraction : fraction * 1_000)
    let body = bytes.dropFirst(16).prefix(length)
    return CaptureStep(
      length: 16 + length,
      packet: CapturedPacket(
        time: time, linkType: linkType, bytes: Array(body),
        originalLength: Int(order.number32(bytes, 12))))
  }

  /// The unfinished part at the end of the file.
  func shortage(_ rest: ArraySlice<UInt8>, packet: Int) -> CaptureError.Reason? {
    if rest.isEmpty { return nil }
    if rest.count < 16 {
      return .truncated(part: "the header of packet \(packet)", length: 16, found: rest.count)
    }
    return .truncated(
      part: "packet \(packet)", length: Int(order.number32(rest, 8)), found: rest.count - 16)
  }
}
