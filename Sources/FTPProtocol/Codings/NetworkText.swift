/// Line ends in ASCII type: LF in a file, CRLF on the wire (RFC 959, section 3.1.1.1).
///
/// Every LF of a file is sent as CRLF, even after a CR, so that a received file is sent back as
/// it arrived. A CR without LF, and an LF without CR, are received unchanged.
package enum NetworkText {
  static let cr: UInt8 = 0x0D
  static let lf: UInt8 = 0x0A

  /// Bytes of a file as they are sent; unchanged if none of them is an LF.
  ///
  /// Pieces can be encoded one by one.
  package static func encode(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
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

  /// Bytes of a file as they are sent if a CRLF of the file is already a line end; `previous` is the byte before them,
  /// and becomes the last of them.
  package static func encode(
    _ bytes: ArraySlice<UInt8>, keepingReturnsAfter previous: inout UInt8
  ) -> ArraySlice<UInt8> {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 16 + 16)
    for byte in bytes {
      if byte == lf, previous != cr { text.append(cr) }
      text.append(byte)
      previous = byte
    }
    return text[...]
  }

  /// How many bytes of a file are sent as `count` bytes, and how many those are: fewer if the file ends before, one
  /// fewer if the count ends between CR and LF.
  ///
  /// `previous` is the byte before them if a CRLF of the file is kept.
  package static func prefix(
    of bytes: ArraySlice<UInt8>, travellingAs count: UInt64, keepingReturnsAfter previous: UInt8? = nil
  ) -> (local: Int, network: UInt64) {
    var local = 0
    var network: UInt64 = 0
    var previous = previous
    for byte in bytes {
      let width: UInt64 = byte == lf && previous != cr ? 2 : 1
      guard network + width <= count else { break }
      network += width
      local += 1
      if previous != nil { previous = byte }
    }
    return (local, network)
  }

  /// Takes text from the wire in any segments, and counts wrong line ends.
  package struct Decoder: Hashable, Sendable {
    /// How many LF had no CR before them; a sign of a sender that does not convert its line ends.
    package private(set) var bareLineFeeds: UInt64 = 0
    /// How many CR had no LF after.
    package private(set) var loneReturns: UInt64 = 0
    /// A CR at the end of a piece, which the next piece may complete.
    private var hasReturn = false

    package init() {}

    /// Whether the last byte was a CR, which the next may complete.
    package var isInsideLineEnd: Bool { hasReturn }

    /// The bytes of a file that travelled as these; a CR at the end is held back.
    package mutating func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count + 1)
      for byte in bytes {
        if byte == lf, !hasReturn { bareLineFeeds &+= 1 }
        if hasReturn, byte != lf {
          text.append(cr)
          loneReturns &+= 1
        }
        hasReturn = byte == cr
        if !hasReturn { text.append(byte) }
      }
      return text
    }

    /// A final CR that nothing followed, if any.
    package mutating func finish() -> [UInt8] {
      guard hasReturn else { return [] }
      hasReturn = false
      loneReturns &+= 1
      return [cr]
    }
  }
}
