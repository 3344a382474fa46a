/// One direction of a TCP connection, assembled from its segments.
///
/// Segments may be repeated, overlap, be in the wrong order, or be missing; the sequence numbers may wrap. If two
/// copies of a byte differ, the first one counts.
struct TCPHalf {
  /// What a segment adds to the stream.
  enum Delivery: Equatable {
    /// The next bytes of the stream.
    case bytes([UInt8])
    /// This many bytes are missing from the capture.
    case gap(Int)
    /// The stream ends here.
    case end
  }

  /// The sequence number of the first byte; nil if unknown.
  private var origin: UInt32?
  /// Whether the segment that opened the connection was seen.
  private(set) var isOpened = false
  /// How much of the stream has been delivered.
  private var position: Int64 = 0
  /// Bytes that arrived too early.
  private(set) var waiting = WaitingPieces()
  /// Where the stream ends, once known.
  private var end: Int64?
  /// How far the other side has acknowledged.
  private var acknowledged: Int64 = 0
  /// How far segments reached, of which parts may be missing.
  private var reach: Int64 = 0
  /// Whether the end was delivered, or the connection was reset.
  private(set) var hasEnded = false

  private static let mostPieces = 16_384
  /// Bytes farther ahead than any window belong to another connection.
  private static let farthest: Int64 = 1 << 30

  /// The connection is opened with this sequence number.
  mutating func open(_ sequence: UInt32) {
    isOpened = true
    if origin == nil { origin = sequence &+ 1 }
  }

  /// Whether this is the number that the connection was opened with, so that a SYN is a repeated one.
  func wasOpened(with sequence: UInt32) -> Bool { origin == sequence &+ 1 }

  /// Takes a segment in.
  ///
  /// `length` is how many bytes it had, of which the last may be missing in `bytes`.
  mutating func receive(
    _ sequence: UInt32, _ bytes: ArraySlice<UInt8>, length: Int, isLast: Bool, limit: Int
  ) -> [Delivery] {
    guard !hasEnded else { return [] }
    let start = place(sequence)
    guard abs(start - position) < Self.farthest else { return [] }
    if isLast, end == nil { end = start + Int64(length) }
    reach = max(reach, start + Int64(length))
    if start + Int64(bytes.count) > position { waiting.insert(bytes, at: start) }
    var deliveries = deliver()
    while waiting.byteCount > limit || waiting.count > Self.mostPieces { deliveries += skip() }
    return deliveries + skipAcknowledged()
  }

  /// The other side has everything before this number.
  mutating func acknowledge(_ number: UInt32) -> [Delivery] {
    guard !hasEnded else { return [] }
    let place = place(number)
    guard place > acknowledged, place - position < Self.farthest else { return [] }
    acknowledged = place
    return skipAcknowledged()
  }

  /// Nothing more will arrive: waiting bytes are delivered, missing ones reported.
  mutating func finish() -> [Delivery] {
    guard !hasEnded else { return [] }
    var deliveries: [Delivery] = []
    while !waiting.isEmpty { deliveries += skip() }
    if let end, end > position { deliveries += skip() }
    // What was acknowledged, but not captured. One number more is that of the end.
    let known = end ?? max(reach, acknowledged - 1)
    if known > position {
      deliveries.append(.gap(Int(known - position)))
      position = known
    }
    hasEnded = true
    return deliveries
  }

  /// The side has sent a segment with this number, so everything before it, whether captured or not.
  mutating func reaches(_ number: UInt32) {
    guard !hasEnded else { return }
    let place = place(number)
    if place - position < Self.farthest { reach = max(reach, place) }
  }

  /// The stream position of a sequence number, the nearest to the present position.
  private mutating func place(_ sequence: UInt32) -> Int64 {
    let origin = origin ?? sequence
    self.origin = origin
    let next = origin &+ UInt32(truncatingIfNeeded: position)
    return position + Int64(Int32(bitPattern: sequence &- next))
  }

  /// Delivers the bytes that are now in order.
  private mutating func deliver() -> [Delivery] {
    var deliveries: [Delivery] = []
    while let first = waiting.first, first.start <= position, let piece = waiting.removeFirst() {
      guard piece.end > position else { continue }
      deliveries.append(.bytes(Array(piece.bytes[Int(position - piece.start)...])))
      position = piece.end
    }
    if let end, position >= end, !hasEnded {
      hasEnded = true
      waiting.removeAll()
      deliveries.append(.end)
    }
    return deliveries
  }

  /// Where the stream continues after missing bytes.
  private var nextKnown: Int64? {
    guard let start = waiting.first?.start else { return end }
    return min(start, end ?? start)
  }

  /// Gives up on missing bytes before waiting ones, or before the end.
  private mutating func skip() -> [Delivery] {
    guard let next = nextKnown, next > position else { return deliver() }
    let gap = Int(next - position)
    position = next
    return [.gap(gap)] + deliver()
  }

  /// Gives up on bytes that the other side has but the capture lacks: they will not be sent again.
  ///
  /// This requires that the other side also has later bytes, since an acknowledgement may have been
  /// captured a little earlier than the bytes it acknowledges.
  private mutating func skipAcknowledged() -> [Delivery] {
    var deliveries: [Delivery] = []
    while !hasEnded, let needed = waiting.first?.end ?? end.map({ $0 + 1 }), needed <= acknowledged {
      deliveries += skip()
    }
    return deliveries
  }
}
