/// Bytes in chunks of the same size, so that received data can grow without being moved.
///
/// A single array would be copied each time it grows, and would then need both copies at once.
struct ByteChunks: Sendable {
  /// The size of all pieces but the last.
  static let chunkSize = 1 << 18

  private var chunks: [[UInt8]] = []
  private(set) var count = 0

  /// Adds bytes at the end.
  mutating func append(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while !rest.isEmpty {
      let used = count % Self.chunkSize
      if used == 0 {
        chunks.append([])
        // A file that fills a chunk is likely to fill the next one; a small file takes only what it needs.
        if count > 0 || rest.count >= Self.chunkSize {
          chunks[chunks.count - 1].reserveCapacity(Self.chunkSize)
        }
      }
      let part = rest.prefix(Self.chunkSize - used)
      chunks[chunks.count - 1] += part
      count += part.count
      rest = rest.dropFirst(part.count)
    }
  }

  /// The bytes from an offset to the end of its chunk, at most `limit`; none at or after the end.
  func bytes(at offset: Int, limit: Int) -> ArraySlice<UInt8> {
    guard offset >= 0, offset < count, limit > 0 else { return [] }
    return chunks[offset / Self.chunkSize].dropFirst(offset % Self.chunkSize).prefix(limit)
  }
}
