/// The descriptor of a block: flags, of which any number may be set (RFC 959, section 3.4.2).
package struct BlockDescriptor: OptionSet, Hashable, Sendable {
  /// The octet on the wire.
  package let rawValue: UInt8

  /// Wraps an octet; bits that no document assigns are kept.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The end of the block is the end of a record.
  package static let endOfRecord = BlockDescriptor(rawValue: 128)
  /// The end of the block is the end of the file.
  package static let endOfFile = BlockDescriptor(rawValue: 64)
  /// The sender suspects errors in the data.
  package static let suspectData = BlockDescriptor(rawValue: 32)
  /// The block holds a restart marker and no data.
  package static let restartMarker = BlockDescriptor(rawValue: 16)

  /// The bits that no document assigns.
  package var unassigned: BlockDescriptor { BlockDescriptor(rawValue: rawValue & 0x0F) }
}

/// The three octets before a block: a descriptor and a count, high octet first (RFC 959, section 3.4.2).
package struct BlockHeader: Hashable, Sendable {
  /// The flags of the block.
  package var descriptor: BlockDescriptor
  /// How many octets follow the header.
  package var count: UInt16

  /// Makes a header.
  package init(_ descriptor: BlockDescriptor = [], count: UInt16) {
    self.descriptor = descriptor
    self.count = count
  }

  /// The octets of the wire.
  package var bytes: [UInt8] {
    [descriptor.rawValue, UInt8(count >> 8), UInt8(truncatingIfNeeded: count)]
  }
}
