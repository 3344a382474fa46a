/// Remembers where the segments of a stream ended, to tell where a reply had been cut.
struct SegmentTracker {
  private var received = 0
  private var taken = 0
  private var boundaries: [Int] = []

  /// A segment of so many bytes has come.
  mutating func received(_ count: Int) {
    received += count
    boundaries.append(received)
  }

  /// The next so many bytes make a reply; returns the offsets in it at which a segment ended.
  mutating func take(_ count: Int) -> [Int] {
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
