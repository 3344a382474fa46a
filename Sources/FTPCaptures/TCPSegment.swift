/// A TCP segment (RFC 9293, section 3.1).
struct TCPSegment {
  /// The control bits that matter.
  struct Flags: OptionSet {
    let rawValue: UInt8
    static let finish = Flags(rawValue: 1)
    static let synchronize = Flags(rawValue: 2)
    static let reset = Flags(rawValue: 4)
    static let push = Flags(rawValue: 8)
    static let acknowledge = Flags(rawValue: 16)
  }

  let sourcePort: UInt16
  let destinationPort: UInt16
  let sequence: UInt32
  let acknowledgement: UInt32
  let flags: Flags
  /// The captured data.
  let data: ArraySlice<UInt8>
  /// How much data there was on the link.
  let length: Int

  /// Reads a segment of which `length` bytes were on the link; nil if it is not one.
  init?(_ bytes: ArraySlice<UInt8>, length: Int) {
    guard bytes.count >= 20 else { return nil }
    let order = ByteOrder.network
    let headerLength = Int(bytes[bytes.startIndex + 12] >> 4) * 4
    guard headerLength >= 20, headerLength <= length else { return nil }
    sourcePort = order.number16(bytes, 0)
    destinationPort = order.number16(bytes, 2)
    sequence = order.number32(bytes, 4)
    acknowledgement = order.number32(bytes, 8)
    flags = Flags(rawValue: bytes[bytes.startIndex + 13])
    data = bytes.dropFirst(headerLength)
    self.length = length - headerLength
  }
}
