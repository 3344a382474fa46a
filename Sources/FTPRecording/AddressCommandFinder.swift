import FTPProtocol

/// Extracts the commands with an address from a client's bytes, and passes everything else at once.
///
/// It holds only the beginning of a line that may become PORT, EPRT or LPRT.
struct AddressCommandFinder {
  /// A piece of the client's bytes.
  enum Piece: Equatable {
    /// Bytes to be passed on unchanged.
    case plain([UInt8])
    /// A complete line that begins with PORT, EPRT or LPRT and a space.
    case addressLine([UInt8])
  }

  private var held: [UInt8] = []
  private var isInsideOtherLine = false
  private static let longest = 1_024
  private static let verbs = AddressForm.allCases.map { Array("\($0.activeVerb) ".utf8) }

  /// Takes one segment in.
  mutating func receive(_ segment: [UInt8]) -> [Piece] {
    var pieces: [Piece] = []
    var plain: [UInt8] = []
    for byte in segment {
      if isInsideOtherLine {
        plain.append(byte)
        isInsideOtherLine = byte != 0x0A
        continue
      }
      held.append(byte)
      if !Self.mayBeAddressLine(held) || held.count > Self.longest {
        plain += held
        held = []
        isInsideOtherLine = byte != 0x0A
      } else if byte == 0x0A {
        if !plain.isEmpty { pieces.append(.plain(plain)) }
        plain = []
        pieces.append(.addressLine(held))
        held = []
      }
    }
    if !plain.isEmpty { pieces.append(.plain(plain)) }
    return pieces
  }

  /// The held bytes, to be passed on unchanged.
  mutating func flush() -> [UInt8] {
    if !held.isEmpty { isInsideOtherLine = true }
    defer { held = [] }
    return held
  }

  private static func mayBeAddressLine(_ line: [UInt8]) -> Bool {
    let beginning = line.prefix(5).map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }
    return verbs.contains { $0.starts(with: beginning) }
  }
}
