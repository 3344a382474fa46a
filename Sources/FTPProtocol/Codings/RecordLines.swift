/// Records as lines: how a file of lines, each ended by LF, is converted to record structure and back (RFC 959,
/// section 3.1.2; RFC 1123, section 4.1.2.4).
///
/// Records without LF are unchanged after a round trip. A last line without LF becomes a record, and so gets one.
package enum RecordLines {
  /// Cuts a file into records.
  package struct Splitter: Hashable, Sendable {
    private var isInsideLine = false

    /// Makes a splitter at the beginning of a file.
    package init() {}

    /// The elements of a part of the file.
    package mutating func split(_ bytes: ArraySlice<UInt8>) -> [TransferElement] {
      var elements: [TransferElement] = []
      var rest = bytes
      while let end = rest.firstIndex(of: NetworkText.lf) {
        if end > rest.startIndex { elements.append(.data(rest[..<end])) }
        elements.append(.endOfRecord)
        isInsideLine = false
        rest = rest[(end + 1)...]
      }
      if !rest.isEmpty {
        elements.append(.data(rest))
        isInsideLine = true
      }
      return elements
    }

    /// The elements of the end of the file.
    package mutating func finish() -> [TransferElement] {
      defer { isInsideLine = false }
      return isInsideLine ? [.endOfRecord, .endOfFile] : [.endOfFile]
    }
  }
}
