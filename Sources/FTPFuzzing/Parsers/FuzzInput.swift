import FTPProtocol

/// The bytes of a run, and the segments in which they may arrive.
package struct FuzzInput: Sendable {
  /// The input as a whole.
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The input in several segments: byte by byte, and cut at a few places.
  ///
  /// The places follow from the bytes, so that the same bytes are always cut in the same way.
  package var segmentations: [[ArraySlice<UInt8>]] {
    guard bytes.count > 1 else { return [] }
    var random = SeededGenerator(seed: hash)
    return [bytes.indices.map { bytes[$0...$0] }, pieces(&random)]
  }

  /// A number that follows from the bytes.
  var hash: UInt64 { SeededGenerator.seed(of: bytes) }

  private func pieces(_ random: inout SeededGenerator) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    let longest = max(2, bytes.count / 2)
    while !rest.isEmpty {
      let piece = rest.prefix(1 + random.below(longest))
      pieces.append(piece)
      rest = rest[piece.endIndex...]
    }
    return pieces
  }
}
