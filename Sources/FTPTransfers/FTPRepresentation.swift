/// How a file is transferred (RFC 959, section 3.1.1), as in `;type=` of a URL (RFC 1738, section 3.2.2).
public enum FTPRepresentation: String, Hashable, Sendable, CaseIterable {
  /// `i`: unchanged bytes.
  case image = "i"
  /// `a`: lines of text, with the line ends of this machine.
  case text = "a"
  /// `d`: the names in a directory, from NLST.
  case names = "d"
}

/// Converts line ends between CR LF on the network and LF on this machine.
///
/// A CR alone is unchanged.
struct NetworkLines: Sendable {
  private var hasPendingCR = false

  /// Converts a piece; a CR at its end waits for the next byte.
  mutating func local(_ piece: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(piece.count + 1)
    for index in piece.indices {
      let byte = piece[index]
      if hasPendingCR, byte != 0x0A { bytes.append(0x0D) }
      hasPendingCR = byte == 0x0D
      if !hasPendingCR { bytes.append(byte) }
    }
    return bytes
  }

  /// The rest at the end.
  mutating func rest() -> [UInt8] {
    defer { hasPendingCR = false }
    return hasPendingCR ? [0x0D] : []
  }
}
