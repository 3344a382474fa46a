import FTPProtocol

/// How the bytes of a server are cut into segments.
package enum Segmentation: Hashable, Sendable {
  /// As in the vector: a segment ends at `\|`, and at the other side's turn.
  case asWritten
  /// All of the server's bytes until the other side's turn, at once.
  case whole
  /// Each byte separately.
  case byteByByte
  /// Before and after each LF.
  case lineEnds
  /// In two, at an offset in the server's bytes after a line of the vector.
  case singleCut(offset: Int, line: Int)
  /// At places that follow from a number.
  case random(seed: UInt64)

  /// Where segments end in bytes; `written` are the offsets in the vector.
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
  package var description: String {
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
