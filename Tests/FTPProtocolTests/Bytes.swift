import FTPProtocol

extension String {
  /// The scalars as bytes, so that `"\u{FF}\r\n"` is three bytes.
  var latin1: [UInt8] { unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }
}

/// A generator that gives the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// The ways to cut bytes that every parser is tried with: whole, byte by byte, and at every single place.
func segmentations(_ bytes: [UInt8]) -> [[ArraySlice<UInt8>]] {
  var all: [[ArraySlice<UInt8>]] = [[bytes[...]], bytes.indices.map { bytes[$0...$0] }]
  for cut in bytes.indices.dropFirst() { all.append([bytes[..<cut], bytes[cut...]]) }
  return all
}
