/// How far a transfer has come.
public struct FTPProgress: Hashable, Sendable {
  /// Bytes of the file that are there, those before the offset that the transfer began at included.
  public let bytes: UInt64
  /// Bytes of the whole file; nil where that is not known.
  public let size: UInt64?
  /// Bytes per second over the last few seconds; nil if it is not measured, or not yet.
  public let rate: Double?

  /// Tells how far it has come.
  public init(bytes: UInt64, size: UInt64?, rate: Double? = nil) {
    self.bytes = bytes
    self.size = size
    self.rate = rate
  }

  /// From 0 to 1; nil where the size is not known.
  ///
  /// An empty file is whole.
  public var fraction: Double? {
    size.map { $0 == 0 ? 1 : min(1, Double(bytes) / Double($0)) }
  }

  /// How long the rest takes at the present rate; nil where size or rate is not known.
  public var remaining: Duration? {
    guard let size, let rate, rate > 0 else { return nil }
    // A century is long enough to say, and has room in a duration.
    return .seconds(min(Double(size - min(bytes, size)) / rate, 3_200_000_000))
  }
}
