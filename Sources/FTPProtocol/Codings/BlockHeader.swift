/// The descriptor of a block: flags, of which any number may be set (RFC 959, section 3.4.2).
package struct BlockDescriptor: OptionSet, Hashable, Sendable {
  /// The octet on the wire.
  package let rawValue: UInt8

  /// Wraps an octet; bits that no document assigns are kept.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let endOfRecord = BlockDescriptor(rawValue: 128)
  package static let endOfFile = BlockDescriptor(rawValue: 64)
  /// The sender suspects errors in the data.
  package static let suspectData = BlockDescriptor(rawValue: 32)
  /// The block holds a restart marker and no data.
  package static let restartMarker = BlockDescriptor(rawValue: 16)

  /// The bits that no document assigns.
  package var unassigned: BlockDescriptor { BlockDescriptor(rawValue: rawValue & 0x0F) }
}

/// What the decoders of block and compressed mode know of the block, or the string, that they read.
struct BlockContent: Hashable, Sendable {
  /// The flags; those of ends that were given are removed.
  var descriptor: BlockDescriptor = []
  /// Errors that were tolerated.
  private(set) var deviations: [RequirementID] = []
  private var marker: [UInt8] = []

  mutating func note(_ requirement: RequirementID) {
    if !deviations.contains(requirement) { deviations.append(requirement) }
  }

  mutating func add(flags octet: UInt8) {
    let flags = BlockDescriptor(rawValue: octet)
    if !flags.unassigned.isEmpty { note("959:3.4.2:block-flags") }
    descriptor.formUnion(flags)
  }

  /// Data, or nil if it is empty or belongs to a marker.
  mutating func pass(_ data: ArraySlice<UInt8>) -> TransferElement? {
    if data.isEmpty { return nil }
    if descriptor.contains(.restartMarker) {
      marker += data
      return nil
    }
    return descriptor.contains(.suspectData) ? .suspectData(data) : .data(data)
  }

  /// What ends with it before the file, one per call: its marker, the record.
  mutating func end() -> TransferElement? {
    if descriptor.contains(.restartMarker) {
      descriptor.remove(.restartMarker)
      defer { marker = [] }
      if (try? RestartMarker(marker)) == nil { note("959:3.4.2:marker-printable") }
      return .marker(marker)
    }
    guard descriptor.contains(.endOfRecord) else { return nil }
    descriptor.remove(.endOfRecord)
    return .endOfRecord
  }
}

/// The three octets before a block: a descriptor and a count, high octet first (RFC 959, section 3.4.2).
package struct BlockHeader: Hashable, Sendable {
  /// The flags of the block.
  package var descriptor: BlockDescriptor
  /// How many octets follow the header.
  package var count: UInt16

  package init(_ descriptor: BlockDescriptor = [], count: UInt16) {
    self.descriptor = descriptor
    self.count = count
  }

  /// The octets of the wire.
  package var bytes: [UInt8] {
    [descriptor.rawValue, UInt8(count >> 8), UInt8(truncatingIfNeeded: count)]
  }
}
