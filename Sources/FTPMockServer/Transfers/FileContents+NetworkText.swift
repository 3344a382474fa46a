import FTPProtocol

extension FileContents {
  /// How many bytes of the file are sent as this many bytes in ASCII type; nil if the count ends between CR and LF, or
  /// after the end.
  func localOffset(ofNetwork count: UInt64, keepingReturns: Bool) -> UInt64? {
    var local: UInt64 = 0
    var left = count
    var previous: UInt8? = keepingReturns ? 0 : nil
    while left > 0 {
      let chunk = bytes(at: local, limit: transferChunkSize)
      let part = NetworkText.prefix(of: chunk, travellingAs: left, keepingReturnsAfter: previous)
      if part.local == 0 { return nil }
      if keepingReturns { previous = chunk[chunk.startIndex + part.local - 1] }
      local += UInt64(part.local)
      left -= part.network
    }
    return local
  }
}
