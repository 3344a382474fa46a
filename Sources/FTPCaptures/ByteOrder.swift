/// Reads and writes numbers in one of the two orders of bytes.
///
/// Missing bytes count as zero.
struct ByteOrder: Hashable, Sendable {
  /// Whether the most significant byte comes first, as it does on the network.
  let isBigEndian: Bool

  static let network = ByteOrder(isBigEndian: true)
  static let little = ByteOrder(isBigEndian: false)

  func number16(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> UInt16 {
    UInt16(truncatingIfNeeded: number(bytes, offset, 2))
  }

  func number32(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: number(bytes, offset, 4))
  }

  func number64(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> UInt64 { number(bytes, offset, 8) }

  private func number(_ bytes: ArraySlice<UInt8>, _ offset: Int, _ count: Int) -> UInt64 {
    var number: UInt64 = 0
    for place in 0..<count {
      let index = bytes.startIndex + offset + (isBigEndian ? place : count - 1 - place)
      number = number << 8 | (bytes.indices.contains(index) ? UInt64(bytes[index]) : 0)
    }
    return number
  }
}

extension [UInt8] {
  /// Appends a number with the most significant byte first.
  mutating func appendNetwork(_ number: some FixedWidthInteger) {
    for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// Appends a number with the least significant byte first.
  mutating func appendLittle(_ number: some FixedWidthInteger) {
    for shift in stride(from: 0, to: number.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}
