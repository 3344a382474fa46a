/// Up to 63 bytes and their number in eight words: a reply of that size needs no allocation.
///
/// Unused bytes are 0, so that equal bytes are equal words.
@usableFromInline
struct ShortBytes: Hashable, Sendable {
  @usableFromInline typealias Words = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

  static let most = 63

  // One property for each word, because a tuple is not Hashable.
  @usableFromInline let a, b, c, d, e, f, g: UInt64
  /// Seven bytes, and then the number of bytes.
  @usableFromInline let h: UInt64

  /// Copies up to 63 bytes.
  init(_ bytes: UnsafeRawBufferPointer) {
    var words: Words = (0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: bytes) }
    (a, b, c, d, e, f, g) = (words.0, words.1, words.2, words.3, words.4, words.5, words.6)
    h = words.7 | (UInt64(truncatingIfNeeded: bytes.count) << 56).littleEndian
  }

  /// How many there are.
  @inlinable @inline(__always)
  var count: Int { Int(UInt64(littleEndian: h) >> 56) }

  /// Calls `body` with the bytes, which are valid only during the call.
  @inlinable
  func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let words = (a, b, c, d, e, f, g, h)
    return try withUnsafeBytes(of: words) { bytes throws(Failure) in
      try body(UnsafeRawBufferPointer(rebasing: bytes[..<count]).bindMemory(to: UInt8.self).span)
    }
  }
}
