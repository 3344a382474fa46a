/// The end of a segment within a row.
public struct SegmentCut: Hashable, Sendable {
  /// How many bytes of the row stand before it.
  public var offset: Int
  /// How long the sender waits before it goes on; nil for not at all.
  public var pause: Duration?

  /// Makes the end of a segment.
  public init(offset: Int, pause: Duration? = nil) {
    self.offset = offset
    self.pause = pause
  }
}
