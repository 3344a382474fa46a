import FTPProtocol

/// The bytes of a file, or of a listing, from an offset on.
struct FileSource: DataSource {
  private let contents: FileContents
  /// The offset of the next byte in the file.
  private(set) var offset: UInt64 = 0
  private let end: UInt64
  private let isText: Bool
  /// The previous byte, if an existing CRLF is kept; nil if every LF becomes CRLF.
  private var previous: UInt8?
  /// The rest of a chunk after a skip.
  private var rest: ArraySlice<UInt8> = []

  /// All of a file, or the existing part of a range of it.
  init(
    _ contents: FileContents, isText: Bool, keepingReturns: Bool = false, range: ClosedRange<UInt64>? = nil
  ) {
    self.contents = contents
    self.isText = isText
    previous = keepingReturns ? 0 : nil
    let last = range?.upperBound ?? .max
    end = last < contents.count ? last + 1 : contents.count
    offset = min(range?.lowerBound ?? 0, end)
  }

  /// How many bytes will be sent; nil if they are not counted yet.
  var count: UInt64? { isText ? nil : end - offset }

  /// Whether the end was reached.
  var isAtEnd: Bool { rest.isEmpty && offset >= end }

  var piece: FilePiece? {
    guard !isText, rest.isEmpty, let file = contents.file else { return nil }
    return FilePiece(file: file, offset: offset, count: end - offset)
  }

  mutating func next() throws(StorageError) -> ArraySlice<UInt8> {
    if !rest.isEmpty {
      defer { rest = [] }
      return rest
    }
    let chunk = contents.bytes(at: offset, limit: Int(min(end - offset, UInt64(transferChunkSize))))
    // The file has become shorter than announced, which only a file on disk can.
    guard !chunk.isEmpty || offset >= end else { throw Self.changed }
    offset += UInt64(chunk.count)
    guard isText else { return chunk }
    guard var last = previous else { return NetworkText.encode(chunk) }
    defer { previous = last }
    return NetworkText.encode(chunk, keepingReturnsAfter: &last)
  }

  /// Skips bytes as they would be sent; false if there are fewer (RFC 3659, section 5.3).
  mutating func skip(_ count: UInt64) throws(StorageError) -> Bool {
    guard isText else {
      guard count <= end - offset else { return false }
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

  /// Moves to an offset in the file; false if it does not exist.
  mutating func seek(to place: UInt64) -> Bool {
    guard place <= end else { return false }
    offset = place
    rest = []
    if previous != nil { previous = place > 0 ? contents.bytes(at: place - 1, limit: 1).first : 0 }
    return true
  }

  static let changed = StorageError.temporary("The file became shorter meanwhile, or cannot be read")
}
