import FTPProtocol

/// How the bytes of a server are cut into segments.
public enum Segmentation: Hashable, Sendable {
  /// As the vector writes it: a segment ends at `\|`, and where the other side speaks.
  case asWritten
  /// All that the server says until the other side speaks, at once.
  case whole
  /// Each byte for itself.
  case byteByByte
  /// In front of each LF and after it.
  case lineEnds
  /// In two, at an offset of what the server says after a line of the vector.
  case singleCut(offset: Int, line: Int)
  /// At places that follow from a number.
  case random(seed: UInt64)

  /// Where segments end within bytes; `written` are the offsets that the vector has.
  package func cuts(in bytes: [UInt8], written: [Int], generator: inout SeededGenerator) -> [Int] {
    switch self {
    case .asWritten: written
    case .whole: []
    case .byteByByte: Array(bytes.indices.dropFirst())
    case .lineEnds:
      bytes.indices.filter { index in
        index > 0 && (bytes[index] == 0x0A || bytes[index - 1] == 0x0A)
      }
    case .singleCut(let offset, _): [offset]
    case .random: bytes.indices.dropFirst().filter { _ in generator.next() % 4 == 0 }
    }
  }
}

extension Segmentation: CustomStringConvertible {
  /// The segmentation in words.
  public var description: String {
    switch self {
    case .asWritten: "segments as written"
    case .whole: "one segment"
    case .byteByByte: "byte by byte"
    case .lineEnds: "cut at line ends"
    case .singleCut(let offset, let line): "cut at byte \(offset) of what begins in line \(line)"
    case .random(let seed): "cut at random with seed \(seed)"
    }
  }
}
