/// Reads block mode (RFC 959, section 3.4.2).
///
/// Bits of a descriptor that no document assigns, and markers with bytes that may not be in one, are noted and
/// otherwise ignored. What a peer can make this keep is one marker, 65,535 octets.
package struct BlockDecoder: TransferDecoder, Hashable {
  /// True once the end of the file has been given.
  package private(set) var isFinished = false
  /// What was wrong and understood anyway.
  package private(set) var departures: [RequirementID] = []

  private var head: [UInt8] = []
  private var descriptor: BlockDescriptor = []
  /// Octets of the block that are still to come; nil between blocks.
  private var left: Int?
  private var marker: [UInt8] = []
  private var offset: UInt64 = 0

  /// Makes a decoder.
  package init() {}

  /// Takes the next element; nothing that comes can be an error.
  package mutating func next(_ bytes: inout ArraySlice<UInt8>) throws(Departure) -> TransferElement? {
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
      guard descriptor.contains(.restartMarker) else {
        return descriptor.contains(.suspectData) ? .suspectData(piece) : .data(piece)
      }
      marker += piece
    }
    return nil
  }

  /// Throws where the close came before the end of the file.
  package mutating func finish() throws(Departure) -> [TransferElement] {
    if isFinished { return [] }
    guard left == nil, head.isEmpty else {
      let place = left.map { "with \($0) octets of a block to come" } ?? "inside a block header"
      throw Departure("959:3.4.2:block-header", "the close \(place)", at: offset)
    }
    throw Departure("959:3.4.2:block-eof-flag", "the close before a block that ends the file", at: offset)
  }

  private mutating func readHeader(_ bytes: inout ArraySlice<UInt8>) -> Bool {
    let piece = bytes.prefix(3 - head.count)
    bytes = bytes[piece.endIndex...]
    offset += UInt64(piece.count)
    head += piece
    guard head.count == 3 else { return false }
    descriptor = BlockDescriptor(rawValue: head[0])
    left = Int(head[1]) << 8 | Int(head[2])
    head.removeAll(keepingCapacity: true)
    if !descriptor.unassigned.isEmpty { note("959:3.4.2:block-flags") }
    return true
  }

  /// What the end of a block brings: the marker it was, the end of the record, the end of the file, one at each call.
  private mutating func endBlock() -> TransferElement? {
    if descriptor.contains(.restartMarker) {
      descriptor.remove(.restartMarker)
      defer { marker = [] }
      if (try? RestartMarker(marker)) == nil { note("959:3.4.2:marker-printable") }
      return .marker(marker)
    }
    if descriptor.contains(.endOfRecord) {
      descriptor.remove(.endOfRecord)
      return .endOfRecord
    }
    left = nil
    guard descriptor.contains(.endOfFile) else { return nil }
    isFinished = true
    return .endOfFile
  }

  private mutating func note(_ requirement: RequirementID) {
    if !departures.contains(requirement) { departures.append(requirement) }
  }
}
