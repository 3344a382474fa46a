/// The progress of a transfer.
public struct FTPProgress: Hashable, Sendable {
  /// Bytes of the file so far, including those before the offset at which the transfer began.
  public let bytes: UInt64
  /// Bytes of the whole file; nil if unknown.
  public let size: UInt64?
  /// Bytes per second over the last few seconds; nil if it is not measured, or not yet.
  public let rate: Double?

  /// Makes a progress value.
  public init(bytes: UInt64, size: UInt64?, rate: Double? = nil) {
    self.bytes = bytes
    self.size = size
    self.rate = rate
  }

  /// From 0 to 1; nil if the size is unknown.
  ///
  /// An empty file is complete.
  public var fraction: Double? {
    size.map { $0 == 0 ? 1 : min(1, Double(bytes) / Double($0)) }
  }

  /// How long the rest takes at the current rate; nil if size or rate is unknown.
  public var remaining: Duration? {
    guard let size, let rate, rate > 0 else { return nil }
    // A century is a sufficient maximum, and fits into a duration.
    return .seconds(min(Double(size - min(bytes, size)) / rate, 3_200_000_000))
  }
}
