/// Records where the segments of a stream ended, to find where a reply was cut.
package struct SegmentTracker: Sendable {
  /// How many bytes have arrived in all.
  package private(set) var received = 0
  private var taken = 0
  private var boundaries: [Int] = []

  /// Begins with an empty stream.
  package init() {}

  /// A segment of this many bytes has arrived.
  package mutating func received(_ count: Int) {
    received += count
    boundaries.append(received)
  }

  /// The next `count` bytes form a reply; returns the offsets in it at which a segment ended.
  package mutating func take(_ count: Int) -> [Int] {
    let start = taken
    taken += count
    // Nearly always one segment is one reply, and nothing is allocated.
    if boundaries.count == 1, boundaries[0] == taken {
      boundaries.removeAll(keepingCapacity: true)
      return []
    }
    let cuts = boundaries.filter { $0 > start && $0 < taken }.map { $0 - start }
    boundaries.removeAll { $0 <= taken }
    return cuts
  }
}
