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
