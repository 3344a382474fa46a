/// The progress of a transfer.
public struct FTPProgress: Hashable, Sendable {
  /// Bytes of the file so far, including those before the offset at which the transfer began.
  public let bytes: UInt64
  /// Bytes of the whole file; nil if unknown.
  public let size: UInt64?

  /// Makes a progress value.
  public init(bytes: UInt64, size: UInt64?) {
    self.bytes = bytes
    self.size = size
  }

  /// From 0 to 1; nil if the size is unknown.
  ///
  /// An empty file is complete.
  public var fraction: Double? {
    size.map { $0 == 0 ? 1 : min(1, Double(bytes) / Double($0)) }
  }
}
