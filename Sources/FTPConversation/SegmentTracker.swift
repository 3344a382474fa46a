/// Remembers where the segments of a stream ended, to tell where a reply had been cut.
package struct SegmentTracker: Sendable {
  /// How many bytes have come in all.
  package private(set) var received = 0
  private var taken = 0
  private var boundaries: [Int] = []

  /// Begins with a stream of which nothing has come.
  package init() {}

  /// A segment of so many bytes has come.
  package mutating func received(_ count: Int) {
    received += count
    boundaries.append(received)
  }

  /// The next so many bytes make a reply; returns the offsets in it at which a segment ended.
  package mutating func take(_ count: Int) -> [Int] {
    let start = taken
    taken += count
    // Nearly always one segment holds one reply, and nothing is allocated.
    if boundaries.count == 1, boundaries[0] == taken {
      boundaries.removeAll(keepingCapacity: true)
      return []
    }
    let cuts = boundaries.filter { $0 > start && $0 < taken }.map { $0 - start }
    boundaries.removeAll { $0 <= taken }
    return cuts
  }
}
