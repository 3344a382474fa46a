import FTPTransport

/// One direction between two connections: bytes read from one and not yet written to the other.
struct RelayQueue {
  private struct Chunk {
    var bytes: ArraySlice<UInt8>
    var isUrgent = false
  }

  private var chunks: [Chunk] = []
  private var head = 0
  /// How many bytes wait.
  private(set) var byteCount = 0
  /// Whether the one side will send nothing more.
  private(set) var hasEnded = false
  /// Whether the other side was informed.
  private(set) var isOver = false
  /// Whether that is to look like a cut, without the close alert of TLS.
  private var isCut = false

  /// No more is read from a side while the other does not accept the waiting bytes.
  static let capacity = 4 << 20

  /// Whether there is room to read more.
  var wantsMore: Bool { !hasEnded && byteCount < Self.capacity }

  /// Whether something is left to write.
  var hasWork: Bool { byteCount > 0 || hasEnded && !isOver }

  /// Appends bytes to be sent separately from earlier ones; `isUrgent` marks the last as urgent.
  mutating func append(_ bytes: [UInt8], isUrgent: Bool = false) {
    guard !bytes.isEmpty else { return }
    chunks.append(Chunk(bytes: bytes[...], isUrgent: isUrgent))
    byteCount += bytes.count
  }

  /// The one side has closed its direction, or under TLS lost it, without a close alert.
  mutating func end(isCut: Bool = false) {
    hasEnded = true
    self.isCut = isCut
  }

  /// Writes as much as there is room for, and passes the end on when all is written.
  mutating func flush(to connection: borrowing TCPConnection) throws(TransportError) {
    while head < chunks.count {
      let chunk = chunks[head]
      if chunk.isUrgent {
        // One byte, for which there is room as soon as there is any.
        guard connection.ready(for: .writable).contains(.writable) else { return }
        try connection.writeUrgent(Array(chunk.bytes))
        byteCount -= chunk.bytes.count
        head += 1
        continue
      }
      let count = try connection.writeAvailable(chunk.bytes.span)
      byteCount -= count
      guard count == chunk.bytes.count else {
        chunks[head].bytes = chunk.bytes.dropFirst(count)
        return
      }
      head += 1
    }
    chunks.removeAll(keepingCapacity: true)
    head = 0
    if hasEnded, !isOver {
      // The close alert needs room too, which a slow peer makes in its own time.
      let needsRoom = !isCut && connection.carriesLayer && !connection.isHandshaking
      if needsRoom, connection.ready(for: .writable).isEmpty { return }
      isOver = true
      if isCut { try connection.cutWrite() } else { try connection.shutdownWrite() }
    }
  }
}
