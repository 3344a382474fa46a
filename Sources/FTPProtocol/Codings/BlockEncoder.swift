/// Writes block mode (RFC 959, section 3.4.2).
///
/// ```swift
/// var encoder = BlockEncoder()
/// var bytes: [UInt8] = []
/// try encoder.encode(.data([0x68, 0x69]), into: &bytes)   // 00 00 02 68 69
/// try encoder.encode(.endOfFile, into: &bytes)            // 40 00 00
/// ```
package struct BlockEncoder: TransferEncoder, Hashable {
  /// The most octets of data in one block, 1 to 65,535.
  package let blockSize: Int

  /// Makes an encoder; a block size outside its range is moved to the nearest inside.
  package init(blockSize: Int = 65_535) { self.blockSize = min(max(blockSize, 1), 65_535) }

  /// Appends data as blocks, an end as an empty block with a flag, and a marker as its own block.
  ///
  /// - Throws: if a marker fits into no block.
  package mutating func encode(
    _ element: TransferElement, into bytes: inout [UInt8]
  ) throws(ValueDeviation) {
    switch element {
    case .data(let data): if !data.isEmpty { append(data, to: &bytes) }
    case .suspectData(let data): if !data.isEmpty { append(data, .suspectData, to: &bytes) }
    case .endOfRecord: append([], .endOfRecord, to: &bytes)
    case .endOfFile: append([], .endOfFile, to: &bytes)
    case .marker(let marker):
      guard let count = UInt16(exactly: marker.count) else {
        throw ValueDeviation(
          "959:3.4.2:block-header", "a marker of \(marker.count) octets, which fits no block")
      }
      bytes += BlockHeader(.restartMarker, count: count).bytes
      bytes += marker
    }
  }

  /// Appends data as one block or more, the ends flagged on the last: the form with the fewest octets.
  package func append(
    _ data: ArraySlice<UInt8>, _ descriptor: BlockDescriptor = [], to bytes: inout [UInt8]
  ) {
    var rest = data
    while rest.count > blockSize {
      let flags = descriptor.subtracting([.endOfRecord, .endOfFile])
      bytes += BlockHeader(flags, count: UInt16(blockSize)).bytes
      bytes += rest.prefix(blockSize)
      rest = rest.dropFirst(blockSize)
    }
    bytes += BlockHeader(descriptor, count: UInt16(rest.count)).bytes
    bytes += rest
  }
}
