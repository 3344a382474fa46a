/// Line ends in ASCII type: LF in a file, CRLF on the wire (RFC 959, section 3.1.1.1).
///
/// Every LF of a file travels as CRLF, one behind a CR as well, so that a file that was received is sent back as
/// it came. A CR without LF, and an LF without CR, are received as they are.
enum LineEnds {
  private static let cr: UInt8 = 0x0D
  private static let lf: UInt8 = 0x0A

  /// Bytes of a file as they travel.
  static func toNetwork(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard var end = bytes.firstIndex(of: lf) else { return bytes }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 16 + 16)
    var start = bytes.startIndex
    while true {
      text += bytes[start..<end]
      text.append(cr)
      text.append(lf)
      start = end + 1
      guard let next = bytes[start...].firstIndex(of: lf) else { break }
      end = next
    }
    text += bytes[start...]
    return text[...]
  }

  /// How many bytes of a file travel as this many bytes; nil where the count ends between CR and LF, or behind
  /// the end.
  static func localOffset(in contents: FileContents, ofNetwork count: UInt64) -> UInt64? {
    var local: UInt64 = 0
    var network: UInt64 = 0
    while network < count {
      let chunk = contents.bytes(at: local, limit: transferChunkSize)
      if chunk.isEmpty { return nil }
      for byte in chunk {
        if network >= count { break }
        network += byte == lf ? 2 : 1
        local += 1
      }
    }
    return network == count ? local : nil
  }

  /// Takes bytes from the wire in any pieces.
  struct Decoder {
    /// A CR at the end of a piece, which the next piece may complete.
    private var hasReturn = false

    mutating func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count + 1)
      for byte in bytes {
        if hasReturn, byte != lf { text.append(cr) }
        hasReturn = byte == cr
        if !hasReturn { text.append(byte) }
      }
      return text
    }

    /// The CR that nothing followed, if there is one.
    mutating func finish() -> [UInt8] {
      defer { hasReturn = false }
      return hasReturn ? [cr] : []
    }
  }
}
