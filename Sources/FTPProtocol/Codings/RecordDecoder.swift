/// Reads stream mode with record structure (RFC 959, section 3.4.1).
///
/// The code 3 ends both a record and the file. A file whose last record has no end is
/// accepted, and noted.
package struct RecordDecoder: TransferDecoder, Hashable {
  /// True once the end of the file was returned.
  package private(set) var isFinished = false
  /// Errors that were tolerated.
  package private(set) var deviations: [RequirementID] = []

  private var isEscaped = false
  /// The code 3 has been read and the end of the record given.
  private var isLastRecordGiven = false
  private var isInsideRecord = false
  private var offset: UInt64 = 0

  /// Takes the next element; throws if 0xFF is followed by anything but 1, 2, 3 or 0xFF.
  package mutating func next(_ bytes: inout ArraySlice<UInt8>) throws(ValueDeviation) -> TransferElement? {
    if isLastRecordGiven, !isFinished { return end() }
    while !isFinished, let first = bytes.first {
      if isEscaped, first != RecordEncoder.escape { return try control(first, &bytes) }
      guard isEscaped || first != RecordEncoder.escape else {
        isEscaped = true
        take(1, of: &bytes)
        continue
      }
      // A doubled 0xFF begins the run of data after it, so that no byte is copied.
      isEscaped = false
      isInsideRecord = true
      let end = bytes.dropFirst().firstIndex(of: RecordEncoder.escape) ?? bytes.endIndex
      let data = bytes[..<end]
      take(data.count, of: &bytes)
      return .data(data)
    }
    return nil
  }

  /// Throws if the close precedes the end of the file.
  package mutating func finish() throws(ValueDeviation) -> [TransferElement] {
    if isFinished { return [] }
    throw ValueDeviation(
      "959:3.4.1:record-escapes",
      isEscaped ? "the close in the middle of a control code" : "the close before an end of file", at: offset)
  }

  private mutating func control(
    _ code: UInt8, _ bytes: inout ArraySlice<UInt8>
  ) throws(ValueDeviation) -> TransferElement {
    guard (1...3).contains(code) else {
      throw ValueDeviation("959:3.4.1:record-escapes", "0xFF with \(code) after it", at: offset)
    }
    isEscaped = false
    take(1, of: &bytes)
    if code == RecordEncoder.endOfFile {
      if isInsideRecord { deviations.append("959:3.4:explicit-record-ends") }
      return end()
    }
    isInsideRecord = false
    isLastRecordGiven = code == 3
    return .endOfRecord
  }

  private mutating func end() -> TransferElement {
    isFinished = true
    return .endOfFile
  }

  private mutating func take(_ count: Int, of bytes: inout ArraySlice<UInt8>) {
    bytes = bytes[(bytes.startIndex + count)...]
    offset += UInt64(count)
  }
}
