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

/// Bytes that are sent at once.
package struct Segment {
  package let bytes: ArraySlice<UInt8>
  /// The cut after them; nil for the last segment.
  package let cut: SegmentCut?
}

extension [SegmentCut] {
  /// Bytes in the segments that end at these places, which ascend; one without bytes is left out, unless it has a pause.
  package func segments(of bytes: [UInt8]) -> [Segment] {
    var segments: [Segment] = []
    var start = 0
    for cut in self where cut.offset >= start && cut.offset <= bytes.count {
      if cut.offset > start || cut.pause != nil {
        segments.append(Segment(bytes: bytes[start..<cut.offset], cut: cut))
      }
      start = cut.offset
    }
    if start < bytes.count { segments.append(Segment(bytes: bytes[start...], cut: nil)) }
    return segments
  }
}
