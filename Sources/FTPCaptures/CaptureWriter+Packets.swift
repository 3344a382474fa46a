import FTPConversation

/// The packets of connections.
extension CaptureWriter {
  mutating func open(
    from opener: ConversationMark.Side, _ client: CaptureEndpoint, _ server: CaptureEndpoint
  ) -> Connection {
    var connection = Connection(client: client, server: server)
    write(&connection, opener, .synchronize, [])
    write(&connection, opener.other, [.synchronize, .acknowledge], [])
    write(&connection, opener, .acknowledge, [])
    return connection
  }

  /// A connection that is requested and refused.
  mutating func refuse(
    from opener: ConversationMark.Side, _ client: CaptureEndpoint, _ server: CaptureEndpoint
  ) {
    var connection = Connection(client: client, server: server)
    write(&connection, opener, .synchronize, [])
    write(&connection, opener.other, [.reset, .acknowledge], [])
  }

  mutating func send(_ bytes: [UInt8], from sender: ConversationMark.Side, over key: DataConnectionID?) {
    guard var open = connections.removeValue(forKey: key) else { return }
    var rest = bytes[...]
    while !rest.isEmpty {
      write(&open, sender, [.push, .acknowledge], rest.prefix(PacketBuilder.segmentSize))
      rest = rest.dropFirst(PacketBuilder.segmentSize)
      write(&open, sender.other, .acknowledge, [])
    }
    connections[key] = open
  }

  mutating func end(by sender: ConversationMark.Side, _ key: DataConnectionID?) {
    guard var open = connections.removeValue(forKey: key) else { return }
    if open.ended.insert(sender).inserted {
      write(&open, sender, [.finish, .acknowledge], [])
      write(&open, sender.other, .acknowledge, [])
    }
    connections[key] = open
  }

  mutating func close(first sender: ConversationMark.Side, _ key: DataConnectionID?) {
    end(by: sender, key)
    end(by: sender.other, key)
  }

  mutating func reset(by sender: ConversationMark.Side, _ key: DataConnectionID?) {
    guard var open = connections.removeValue(forKey: key) else { return }
    write(&open, sender, [.reset, .acknowledge], [])
  }

  private mutating func write(
    _ connection: inout Connection, _ sender: ConversationMark.Side, _ flags: TCPSegment.Flags,
    _ data: ArraySlice<UInt8>
  ) {
    let ends =
      sender == .client ? (connection.client, connection.server) : (connection.server, connection.client)
    let sequence = connection.sequences[sender] ?? 0
    packetCount &+= 1
    let datagram = PacketBuilder.datagram(
      PacketBuilder.Segment(
        source: ends.0, destination: ends.1, sequence: sequence,
        acknowledgement: flags.contains(.acknowledge) ? connection.sequences[sender.other] ?? 0 : 0,
        flags: flags, data: data), identification: packetCount)
    let counted = data.count + (flags.isDisjoint(with: [.synchronize, .finish]) ? 0 : 1)
    connection.sequences[sender] = sequence &+ UInt32(truncatingIfNeeded: counted)
    bytes.appendLittle(UInt32(truncatingIfNeeded: time / 1_000_000_000))
    bytes.appendLittle(UInt32(truncatingIfNeeded: time % 1_000_000_000))
    bytes.appendLittle(UInt32(clamping: datagram.count))
    bytes.appendLittle(UInt32(clamping: datagram.count))
    bytes += datagram
    advance(by: 10_000)
  }
}

extension ConversationMark.Side {
  fileprivate var other: Self { self == .client ? .server : .client }
}
