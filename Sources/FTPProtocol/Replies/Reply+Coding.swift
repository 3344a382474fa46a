extension Reply: Codable {
  /// Reads the bytes of a reply again; nil if they are not a reply.
  package init?(recorded bytes: [UInt8]) {
    var parser = ReplyParser()
    parser.append(bytes)
    guard let reply = try? parser.next() ?? parser.finish(), reply.bytes == bytes else { return nil }
    self = reply
  }

  /// Reads the bytes that ``encode(to:)`` wrote, and parses them.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let reply = Reply(recorded: try container.decode([UInt8].self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a reply")
    }
    self = reply
  }

  /// Writes the bytes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(bytes)
  }
}
