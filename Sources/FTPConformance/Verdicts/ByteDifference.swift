import FTPProtocol

/// Where the bytes of a transfer differ from those that were wanted.
struct ByteDifference {
  /// What became of the bytes: the same kind in two cases is one cause.
  enum Kind: String, Hashable, Sendable, Codable {
    /// Nothing came.
    case empty
    /// The end is missing.
    case cut
    /// The beginning is missing.
    case beheaded
    /// There are more bytes after the end.
    case extended
    /// There are more bytes before the beginning.
    case preceded
    /// Only CR and LF differ.
    case lineEnds = "line-ends"
    /// Only the highest bits of bytes are lost.
    case sevenBit = "seven-bit"
    /// Anything else.
    case altered
  }

  private let received: [UInt8]
  private let wanted: [UInt8]
  /// How many bytes at the beginning are the same.
  private let same: Int

  /// The first difference; nil if the bytes are the same.
  init?(_ received: [UInt8], from wanted: [UInt8]) {
    same = zip(received, wanted).prefix { $0 == $1 }.count
    guard same < max(received.count, wanted.count) else { return nil }
    self.received = received
    self.wanted = wanted
  }

  /// What became of the bytes.
  var kind: Kind {
    func withoutLineEnds(_ bytes: [UInt8]) -> [UInt8] { bytes.filter { $0 != 0x0D && $0 != 0x0A } }
    if received.isEmpty { return .empty }
    if same == received.count { return .cut }
    if same == wanted.count { return .extended }
    if !wanted.isEmpty, received.reversed().starts(with: wanted.reversed()) { return .preceded }
    if wanted.reversed().starts(with: received.reversed()) { return .beheaded }
    if withoutLineEnds(received) == withoutLineEnds(wanted) { return .lineEnds }
    return received == wanted.map { $0 & 0x7F } ? .sevenBit : .altered
  }

  /// What became of the bytes, or the first ones that differ.
  var words: String {
    switch kind {
    case .empty: return "no bytes"
    case .cut: return "only the first \(received.count) of \(wanted.count) bytes"
    case .beheaded: return "only the last \(received.count) of \(wanted.count) bytes"
    case .extended:
      return
        "\(received.count - same) bytes more at the end: '\(Escaping.ascii(received.dropFirst(same).prefix(8)))'"
    case .preceded: return "\(received.count - wanted.count) bytes more at the beginning"
    case .lineEnds, .sevenBit, .altered: break
    }
    func some(_ bytes: [UInt8]) -> String {
      let piece = bytes.dropFirst(same).prefix(8)
      return piece.isEmpty ? "the end" : "'\(Escaping.ascii(piece))'"
    }
    return "\(received.count) bytes, from byte \(same) on \(some(received)) instead of \(some(wanted))"
  }

  /// Both around the first difference, one above the other, with a mark under it.
  var exhibit: CaseAttempt.Exhibit {
    let start = max(0, same - 4)
    func line(_ name: String, _ bytes: [UInt8]) -> String {
      let shown = bytes.dropFirst(start).prefix(12)
      let numbers = shown.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
      let column = (numbers + Array(repeating: "  ", count: 12 - numbers.count)).joined(separator: " ")
      return "\(name) \(column)  \(Escaping.ascii(shown))"
    }
    let mark = String(repeating: " ", count: "expected ".count + (same - start) * 3) + "^^"
    return CaseAttempt.Exhibit(
      "the bytes from byte \(start) on", [line("expected", wanted), line("received", received), mark])
  }
}
