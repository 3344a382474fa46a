/// Stream mode with record structure: 0xFF is the escape, followed by 1 for the end of a record and 2 for the end
/// of the file; 0xFF as data is doubled (RFC 959, section 3.4.1).
package struct RecordEncoder: TransferEncoder, Hashable {
  /// Appends data with each 0xFF doubled, and the control codes; throws for markers, which stream mode does not have.
  package mutating func encode(
    _ element: TransferElement, into bytes: inout [UInt8]
  ) throws(ValueDeviation) {
    switch element {
    case .data(let data), .suspectData(let data): append(data, to: &bytes)
    case .endOfRecord: bytes += [Self.escape, Self.endOfRecord]
    case .endOfFile: bytes += [Self.escape, Self.endOfFile]
    case .marker: throw ValueDeviation("959:3.5:markers-need-mode", "a restart marker in stream mode")
    }
  }

  static let escape: UInt8 = 0xFF
  static let endOfRecord: UInt8 = 1
  static let endOfFile: UInt8 = 2

  private func append(_ data: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    var rest = data
    while let index = rest.firstIndex(of: Self.escape) {
      bytes += rest[...index]
      bytes.append(Self.escape)
      rest = rest[(index + 1)...]
    }
    bytes += rest
  }
}
