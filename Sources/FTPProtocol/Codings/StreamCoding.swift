/// Stream mode with file structure: the unchanged bytes (RFC 959, section 3.4.1).
package struct StreamEncoder: TransferEncoder, Hashable {
  /// Appends data; the end of the file has no bytes.
  ///
  /// - Throws: for ends of records and markers.
  package mutating func encode(
    _ element: TransferElement, into bytes: inout [UInt8]
  ) throws(ValueDeviation) {
    switch element {
    case .data(let data), .suspectData(let data): bytes += data
    case .endOfFile: break
    case .endOfRecord:
      throw ValueDeviation("959:3.4.1:file-structure-eof", "the end of a record, where all bytes are data")
    case .marker: throw ValueDeviation("959:3.5:markers-need-mode", "a restart marker in stream mode")
    }
  }
}

/// Stream mode with file structure: all bytes are data, and the close is the end of the file.
package struct StreamDecoder: TransferDecoder, Hashable {
  /// True once the connection is closed.
  package private(set) var isFinished = false
  /// Nothing can be wrong.
  package var deviations: [RequirementID] { [] }

  /// Returns all available bytes.
  package mutating func next(_ bytes: inout ArraySlice<UInt8>) throws(ValueDeviation) -> TransferElement? {
    guard !isFinished, !bytes.isEmpty else { return nil }
    defer { bytes = bytes[bytes.endIndex...] }
    return .data(bytes)
  }

  /// The end of the file.
  package mutating func finish() throws(ValueDeviation) -> [TransferElement] {
    defer { isFinished = true }
    return isFinished ? [] : [.endOfFile]
  }
}
