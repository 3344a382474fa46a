import FTPProtocol

@testable import FTPCaptures

/// Ways to change packets. The importer does not verify checksums, so they stay as they are.
extension CaptureFixture {
  /// Longer than one segment.
  static let text = String(repeating: "A line of text that goes on for a while.\r\n", count: 200)

  /// Swaps neighbouring data segments of the same direction.
  mutating func swapDataSegments() {
    var index = 0
    var segments = packets.indices.filter {
      packets[$0].holds("A line of text") || packets[$0].holds("while.")
    }
    while segments.count >= 2 {
      index = segments.removeFirst()
      let other = segments.removeFirst()
      let (first, second) = (packets[index].time, packets[other].time)
      packets.swapAt(index, other)
      packets[index].time = first
      packets[other].time = second
    }
  }

  /// Replaces a port at either end.
  mutating func replacePort(_ old: UInt16, by new: UInt16) {
    for index in packets.indices {
      let start = packets[index].ipHeaderLength
      for offset in [start, start + 2] {
        let port = UInt16(packets[index].bytes[offset]) << 8 | UInt16(packets[index].bytes[offset + 1])
        guard port == old else { continue }
        packets[index].bytes[offset] = UInt8(new >> 8)
        packets[index].bytes[offset + 1] = UInt8(new & 255)
      }
    }
  }

  /// Replaces a text by another one, which may be longer if no data follow the packet on the same stream.
  mutating func replace(_ old: String, by new: String) {
    for index in packets.indices where packets[index].holds(old) {
      let bytes = packets[index].bytes
      let old = Array(old.utf8)
      guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: old) }) else { continue }
      packets[index].bytes.replaceSubrange(start..<start + old.count, with: Array(new.utf8))
      let difference = new.utf8.count - old.count
      packets[index].addToLength(difference, at: 2)
      packets[index].originalLength += difference
    }
  }
}

extension CapturedPacket {
  var ipHeaderLength: Int { bytes[0] >> 4 == 6 ? 40 : Int(bytes[0] & 15) * 4 }
  private var tcpHeaderLength: Int { Int(bytes[ipHeaderLength + 12] >> 4) * 4 }

  /// Whether the packet contains a text.
  func holds(_ text: String) -> Bool {
    let text = Array(text.utf8)
    return bytes.indices.contains { bytes[$0...].starts(with: text) }
  }

  /// The same packet, a little later.
  var later: CapturedPacket {
    var copy = self
    copy.time += 60_000
    return copy
  }

  /// Adds to a length of 16 bits.
  mutating func addToLength(_ count: Int, at offset: Int) {
    let length = Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
    bytes[offset] = UInt8((length + count) >> 8)
    bytes[offset + 1] = UInt8((length + count) & 255)
  }

  /// Adds to the sequence number and the acknowledgement number.
  mutating func moveSequence(by count: UInt32) {
    let start = ipHeaderLength
    for offset in [start + 4, start + 8] {
      let number = bytes[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } &+ count
      for place in 0..<4 {
        bytes[offset + place] = UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32(place)))
      }
    }
  }

  /// The packet as several packets, with its data in this many pieces, or fewer if there are not enough bytes.
  func split(into count: Int) -> [CapturedPacket] {
    let header = ipHeaderLength + tcpHeaderLength
    let data = bytes[header...]
    guard data.count > 1, count > 1 else { return [self] }
    let size = max(1, data.count / count)
    return stride(from: 0, to: data.count, by: size).map { offset in
      let piece = data.dropFirst(offset).prefix(size)
      var packet = self
      packet.bytes = Array(bytes[..<header]) + piece
      packet.originalLength = packet.bytes.count
      packet.addToLength(piece.count - data.count, at: 2)
      let start = ipHeaderLength + 4
      let number =
        packet.bytes[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } &+ UInt32(offset)
      for place in 0..<4 {
        packet.bytes[start + place] = UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32(place)))
      }
      return packet
    }
  }
}

extension String {
  /// The text with every occurrence of `old` replaced.
  func replacingAll(_ old: String, _ new: String) -> String {
    split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}
