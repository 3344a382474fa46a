import FTPProtocol

extension String {
  /// The scalars as bytes, so that `"\u{FF}\r\n"` is three bytes.
  var latin1: [UInt8] { unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }
}

/// The ways to cut bytes that every parser is tried with: whole, byte by byte, and at every single place.
func segmentations(_ bytes: [UInt8]) -> [[ArraySlice<UInt8>]] {
  var all: [[ArraySlice<UInt8>]] = [[bytes[...]], bytes.indices.map { bytes[$0...$0] }]
  for cut in bytes.indices.dropFirst() { all.append([bytes[..<cut], bytes[cut...]]) }
  return all
}
