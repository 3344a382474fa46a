/// Reads block mode (RFC 959, section 3.4.2).
///
/// Bits of a descriptor that no document assigns, and markers with forbidden bytes, are noted and
/// otherwise ignored. At most one marker is kept, 65,535 octets.
package struct BlockDecoder: TransferDecoder, Hashable {
  /// True once the end of the file was returned.
  package private(set) var isFinished = false
  /// Errors that were tolerated.
  package var deviations: [RequirementID] { content.deviations }

  private var head: [UInt8] = []
  private var content = BlockContent()
  /// Remaining octets of the block; nil between blocks.
  private var left: Int?
  private var offset: UInt64 = 0

  /// Takes the next element; no bytes are an error.
  package mutating func next(_ bytes: inout ArraySlice<UInt8>) throws(ValueDeviation) -> TransferElement? {
    while !isFinished {
      guard let left else {
        guard readHeader(&bytes) else { return nil }
        continue
      }
      if left == 0 {
        if let element = endBlock() { return element }
        continue
      }
      guard !bytes.isEmpty else { return nil }
      let piece = bytes.prefix(left)
      bytes = bytes[piece.endIndex...]
      offset += UInt64(piece.count)
      self.left = left - piece.count
      if let element = content.pass(piece) { return element }
    }
    return nil
  }

  /// Throws if the close precedes the end of the file.
  package mutating func finish() throws(ValueDeviation) -> [TransferElement] {
    if isFinished { return [] }
    guard left == nil, head.isEmpty else {
      let place = left.map { "with \($0) octets of a block to come" } ?? "inside a block header"
      throw ValueDeviation("959:3.4.2:block-header", "the close \(place)", at: offset)
    }
    throw ValueDeviation(
      "959:3.4.2:block-eof-flag", "the close before a block that ends the file", at: offset)
  }

  private mutating func readHeader(_ bytes: inout ArraySlice<UInt8>) -> Bool {
    let piece = bytes.prefix(3 - head.count)
    bytes = bytes[piece.endIndex...]
    offset += UInt64(piece.count)
    head += piece
    guard head.count == 3 else { return false }
    content.descriptor = []
    content.add(flags: head[0])
    left = Int(head[1]) << 8 | Int(head[2])
    head.removeAll(keepingCapacity: true)
    return true
  }

  /// What ends with a block, one per call: its marker, the record, the file.
  private mutating func endBlock() -> TransferElement? {
    if let element = content.end() { return element }
    left = nil
    guard content.descriptor.contains(.endOfFile) else { return nil }
    isFinished = true
    return .endOfFile
  }
}
