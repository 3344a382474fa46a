/// The descriptor of a block: flags, of which any number may be set (RFC 959, section 3.4.2).
public struct BlockDescriptor: OptionSet, Hashable, Sendable {
  /// The octet on the wire.
  public let rawValue: UInt8

  /// Wraps an octet; bits that no document assigns are kept.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The end of the block is the end of a record.
  public static let endOfRecord = BlockDescriptor(rawValue: 128)
  /// The end of the block is the end of the file.
  public static let endOfFile = BlockDescriptor(rawValue: 64)
  /// The sender suspects errors in the data.
  public static let suspectData = BlockDescriptor(rawValue: 32)
  /// The block holds a restart marker and no data.
  public static let restartMarker = BlockDescriptor(rawValue: 16)

  /// The bits that no document assigns.
  public var unassigned: BlockDescriptor { BlockDescriptor(rawValue: rawValue & 0x0F) }
}

/// The three octets in front of a block: a descriptor and a count, high octet first (RFC 959, section 3.4.2).
public struct BlockHeader: Hashable, Sendable {
  /// What the block is.
  public var descriptor: BlockDescriptor
  /// How many octets follow the header.
  public var count: UInt16

  /// Makes a header.
  public init(_ descriptor: BlockDescriptor = [], count: UInt16) {
    self.descriptor = descriptor
    self.count = count
  }

  /// The octets of the wire.
  public var bytes: [UInt8] {
    [descriptor.rawValue, UInt8(count >> 8), UInt8(truncatingIfNeeded: count)]
  }
}
