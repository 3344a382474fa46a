/// What a file is taken for on its way (RFC 959, section 3.1.1), as a URL can say after `;type=` (RFC 1738, section 3.2.2).
public enum FTPRepresentation: String, Hashable, Sendable, CaseIterable {
  /// `i`: bytes, as they are.
  case image = "i"
  /// `a`: lines of text, which here end as this machine has it.
  case text = "a"
  /// `d`: the names in a directory, as NLST tells them.
  case names = "d"
}

/// Lines as they go over the network, and as this machine has them: CR LF there, LF here.
///
/// A CR alone stays.
struct NetworkLines: Sendable {
  private var hasPendingCR = false

  /// What a piece becomes; a CR at its end waits for what follows.
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

  /// What is left at the end.
  mutating func rest() -> [UInt8] {
    defer { hasPendingCR = false }
    return hasPendingCR ? [0x0D] : []
  }
}
