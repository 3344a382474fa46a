/// CRC-32 with the polynomial of ISO 3309, as zip, PNG and XCRC have it.
package struct CRC32: Digest, Hashable {
  private var state: UInt32 = .max

  /// The checksum of nothing.
  package init() {}

  /// The checksum of all bytes so far.
  package var value: UInt32 { ~state }

  /// Takes bytes, eight at a time.
  package mutating func update(_ bytes: Span<UInt8>) {
    var state = state
    let table = Self.table.span
    var index = 0
    while index + 8 <= bytes.count {
      let low = bytes.littleEndian32(at: index) ^ state
      let high = bytes.littleEndian32(at: index + 4)
      state =
        table[1792 + Int(low & 0xFF)] ^ table[1536 + Int(low >> 8 & 0xFF)]
        ^ table[1280 + Int(low >> 16 & 0xFF)] ^ table[1024 + Int(low >> 24)]
      state ^=
        table[768 + Int(high & 0xFF)] ^ table[512 + Int(high >> 8 & 0xFF)]
        ^ table[256 + Int(high >> 16 & 0xFF)] ^ table[Int(high >> 24)]
      index += 8
    }
    while index < bytes.count {
      state = table[Int((state ^ UInt32(bytes[index])) & 0xFF)] ^ state >> 8
      index += 1
    }
    self.state = state
  }

  /// The checksum in four bytes.
  package mutating func finish() -> [UInt8] { value.bigEndianBytes }

  /// Eight tables of 256: what a byte does to the checksum with 0 to 7 bytes after it.
  private static let table: [UInt32] = {
    var table: [UInt32] = []
    table.reserveCapacity(2048)
    for byte in 0..<UInt32(256) {
      var state = byte
      for _ in 0..<8 { state = state & 1 == 1 ? 0xEDB8_8320 ^ state >> 1 : state >> 1 }
      table.append(state)
    }
    for index in 256..<2048 {
      let previous = table[index - 256]
      table.append(table[Int(previous & 0xFF)] ^ previous >> 8)
    }
    return table
  }()
}
