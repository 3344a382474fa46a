/// The bytes of a file, or of a listing, from an offset on.
struct FileSource: DataSource {
  private let contents: FileContents
  private var offset: UInt64 = 0
  private let isText: Bool
  /// What a skip left of a chunk.
  private var rest: ArraySlice<UInt8> = []

  init(_ contents: FileContents, isText: Bool) {
    self.contents = contents
    self.isText = isText
  }

  mutating func next() -> ArraySlice<UInt8> {
    if !rest.isEmpty {
      defer { rest = [] }
      return rest
    }
    let chunk = contents.bytes(at: offset, limit: transferChunkSize)
    offset += UInt64(chunk.count)
    return isText ? LineEnds.toNetwork(chunk) : chunk
  }

  /// Leaves out bytes as they would travel; false where there are fewer (RFC 3659, section 5.3).
  mutating func skip(_ count: UInt64) -> Bool {
    guard isText else {
      offset = count
      return count <= contents.count
    }
    var left = count
    while left > 0 {
      let chunk = next()
      if chunk.isEmpty { return false }
      let part = min(left, UInt64(chunk.count))
      left -= part
      rest = chunk.dropFirst(Int(part))
    }
    return true
  }
}
