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

  var piece: FilePiece? {
    guard !isText, rest.isEmpty, offset <= contents.count, let file = contents.file else { return nil }
    return FilePiece(file: file, offset: offset, count: contents.count - offset)
  }

  mutating func next() throws(StorageError) -> ArraySlice<UInt8> {
    if !rest.isEmpty {
      defer { rest = [] }
      return rest
    }
    let chunk = contents.bytes(at: offset, limit: transferChunkSize)
    // What was announced is no longer there: only a file on disk can do that.
    guard !chunk.isEmpty || offset >= contents.count else { throw Self.changed }
    offset += UInt64(chunk.count)
    return isText ? LineEnds.toNetwork(chunk) : chunk
  }

  /// Leaves out bytes as they would travel; false where there are fewer (RFC 3659, section 5.3).
  mutating func skip(_ count: UInt64) throws(StorageError) -> Bool {
    guard isText else {
      guard offset <= contents.count, count <= contents.count - offset else { return false }
      offset += count
      return true
    }
    var left = count
    while left > 0 {
      let chunk = try next()
      if chunk.isEmpty { return false }
      let part = min(left, UInt64(chunk.count))
      left -= part
      rest = chunk.dropFirst(Int(part))
    }
    return true
  }

  static let changed = StorageError.temporary("The file became shorter meanwhile, or cannot be read")
}
