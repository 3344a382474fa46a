/// The end of a segment within a row.
package struct SegmentCut: Hashable, Sendable {
  /// How many bytes of the row precede it.
  package var offset: Int
  /// How long the sender waits before it continues; nil for no wait.
  package var pause: Duration?

  /// Makes the end of a segment.
  package init(offset: Int, pause: Duration? = nil) {
    self.offset = offset
    self.pause = pause
  }
}

extension [UInt8] {
  /// The segments that end at cuts, in order, and how long to wait after each.
  package func segments(endingAt cuts: [SegmentCut]) -> [(bytes: [UInt8], pause: Duration?)] {
    var segments: [(bytes: [UInt8], pause: Duration?)] = []
    var start = 0
    for cut in cuts where start...count ~= cut.offset && (cut.offset > start || cut.pause != nil) {
      segments.append((Array(self[start..<cut.offset]), cut.pause))
      start = cut.offset
    }
    if start < count { segments.append((Array(self[start...]), nil)) }
    return segments
  }
}
