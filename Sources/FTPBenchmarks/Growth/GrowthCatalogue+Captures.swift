import FTPCaptures
import FTPVectors

/// Captures of one conversation: whole, with lost packets, and out of order.
extension GrowthCatalogue {
  @Sendable static func capturePackets(_ count: Int) throws -> Growth.Run {
    reading(try packets(count).joined)
  }

  /// Every seventh packet is lost.
  @Sendable static func captureHoles(_ count: Int) throws -> Growth.Run {
    reading(try packets(count).enumerated().filter { $0.offset % 7 != 6 }.map(\.element).joined)
  }

  /// The later half of the packets comes first, and each half is backwards.
  ///
  /// Only the handshakes stay where they are, and the times still ascend.
  @Sendable static func captureShuffled(_ count: Int) throws -> Growth.Run {
    let packets = try packets(count)
    let middle = packets.dropFirst(4).dropLast(4)
    let half = middle.count / 2
    let moved = middle.suffix(half).reversed() + middle.dropLast(half).reversed()
    let timed = zip(middle, moved).map { $0.prefix(8) + $1.dropFirst(8) }
    return reading((packets.prefix(4) + timed + packets.suffix(4)).joined)
  }

  private static func reading(_ capture: [UInt8]) -> Growth.Run {
    {
      var importer = CaptureImporter(recording: unlimited)
      var start = 0
      while start < capture.count {
        try importer.append(capture[start..<min(capture.count, start + piece)])
        start += piece
      }
      try importer.finish()
      guard importer.conversations.count == 1 else { throw BenchmarkFailure("there is not one conversation") }
    }
  }

  /// The file header of a capture of this many commands, and each of its packets.
  private static func packets(_ count: Int) throws -> [ArraySlice<UInt8>] {
    let capture = try Vector(parsing: vector(count)).capture()
    var pieces = [capture.prefix(24)]
    while let start = pieces.last?.endIndex, start + 16 <= capture.count {
      let length = capture[start + 8..<start + 12].reversed().reduce(0) { $0 << 8 | Int($1) }
      pieces.append(capture[start..<min(capture.count, start + 16 + length)])
    }
    return pieces
  }
}

extension Sequence<ArraySlice<UInt8>> {
  fileprivate var joined: [UInt8] { flatMap { $0 } }
}
