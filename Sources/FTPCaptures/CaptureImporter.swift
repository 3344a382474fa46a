import FTPConversation
import FTPProtocol

/// Finds the FTP conversations in a capture, which may be appended in pieces.
///
///     var importer = CaptureImporter()
///     try importer.append(bytesOfTheFile)
///     try importer.finish()
///     for conversation in importer.conversations { print(conversation.transcript) }
///
/// A control connection is one to port 21 or another port that was named, or one whose server greets with 220 or 120 and
/// whose client does not continue with EHLO or HELO. A data connection is one between the addresses that 227, 228, 229,
/// PORT, EPRT or LPRT agreed on; if NAT has changed them, the port at the other end of the control connection is enough.
public struct CaptureImporter: Sendable {
  /// The limits for each conversation.
  public let recording: RecordingLimits
  /// The limits for the capture.
  public let limits: CaptureLimits
  /// The ports of servers, at which a control connection is recognized even if its beginning was not captured.
  public let controlPorts: Set<UInt16>
  /// The other contents so far.
  package private(set) var counts = CaptureCounts()

  private struct Connection {
    var flow: TCPFlow
    var role: Role
  }

  private enum Role {
    /// Its protocol is unknown until the server has sent a line; the bytes so far.
    case undecided([[UInt8]])
    /// The control connection of a conversation.
    case control(Int)
    case data(CapturedDataConnection)
    /// Nothing of interest.
    case other
  }

  private var parser: CaptureParser
  private var connections: [Ends: Connection] = [:]
  private var feeds: [CapturedControlConnection] = []
  private var expectations = DataExpectations()
  private var newest: UInt64 = 0
  private var failure: CaptureError?

  /// Makes an importer at the beginning of a capture.
  ///
  /// By default, 64 KiB of each data connection are kept.
  public init(
    recording: RecordingLimits = RecordingLimits(dataBytes: 65_536), limits: CaptureLimits = CaptureLimits(),
    controlPorts: Set<UInt16> = [21]
  ) {
    self.controlPorts = controlPorts
    self.recording = recording
    self.limits = limits
    parser = CaptureParser(limits: limits)
  }

  /// The conversations so far, in the order in which they began.
  public var conversations: [CapturedConversation] {
    feeds.filter { $0.hasBegun && !$0.isMail }.map(\.conversation)
  }

  /// Appends bytes of the file.
  ///
  /// - Throws: if the file is not a capture, or is malformed; earlier conversations are kept.
  public mutating func append(_ bytes: some Collection<UInt8>) throws(CaptureError) {
    if let failure { throw failure }
    do throws(CaptureError) {
      parser.append(bytes)
      while let packet = try parser.next() { try take(packet) }
    } catch {
      failure = error
      throw error
    }
  }

  /// Marks the end of the file, which ends the connections that are still open.
  ///
  /// - Throws: what ``append(_:)`` threw, and if the file ends inside something.
  public mutating func finish() throws(CaptureError) {
    for ends in connections.keys.sorted(by: { $0.order < $1.order }) { close(ends) }
    for index in feeds.indices { feeds[index].finish() }
    if let failure { throw failure }
    try parser.finish()
  }

  private mutating func take(_ packet: CapturedPacket) throws(CaptureError) {
    counts.packets += 1
    let lag = newest > packet.time && packet.time > 0 ? newest - packet.time : 0
    guard Duration.nanoseconds(Int64(clamping: lag)) <= limits.disorder else {
      let lag = Duration.nanoseconds(Int64(clamping: lag))
      throw CaptureError(.outOfOrder(by: lag), packet: counts.packets)
    }
    newest = max(newest, packet.time)
    switch packet.linkType.network(of: packet.bytes) {
    case .other: return
    case .unknownLink: counts.unknownLinks += 1
    case .ip(let offset):
      let length = packet.originalLength - offset
      guard let datagram = IPDatagram(packet.bytes[offset...], length: length) else { return }
      switch datagram.content {
      case .other: return
      case .fragment: counts.fragments += 1
      case .tcp(let bytes, let length):
        guard let segment = TCPSegment(bytes, length: length) else { return }
        counts.segments += 1
        try take(
          segment, from: CaptureEndpoint(host: datagram.source, port: segment.sourcePort),
          to: CaptureEndpoint(host: datagram.destination, port: segment.destinationPort))
      }
    }
  }

  private mutating func take(
    _ segment: TCPSegment, from source: CaptureEndpoint, to destination: CaptureEndpoint
  ) throws(CaptureError) {
    let ends = Ends(source, destination)
    if let connection = connections[ends],
      connection.flow.isSucceeded(by: segment, from: connection.flow.side(of: source))
    {
      close(ends)
      connections[ends] = nil
    }
    var known = connections.removeValue(forKey: ends)
    if known == nil { known = try connect(segment, source, destination) }
    // Taken, because two owners of the waiting pieces would mean a copy of them for each packet.
    guard var connection = known.take() else { return }
    let side = connection.flow.side(of: source)
    for event in connection.flow.receive(segment, from: side, limit: limits.waitingBytes) {
      try handle(event, &connection)
    }
    switch connection.role {
    case .other: return
    case .data: if connection.flow.isOver { return }
    // A control connection is kept, so that a repeated segment is not mistaken for another conversation.
    case .control, .undecided: break
    }
    connections[ends] = connection
  }

  /// A connection that has not been seen before; nil for one that does not matter.
  private mutating func connect(
    _ segment: TCPSegment, _ source: CaptureEndpoint, _ destination: CaptureEndpoint
  ) throws(CaptureError) -> Connection? {
    guard connections.count < limits.connections else {
      throw CaptureError(.tooMany("connections", limit: limits.connections), packet: counts.packets)
    }
    let isOpening = segment.flags.contains(.synchronize)
    // The answer to an opening is sent by the listening side.
    let isAnswer = isOpening && segment.flags.contains(.acknowledge)
    let toSource = TCPFlow(initiator: destination, responder: source)
    let toDestination = TCPFlow(initiator: source, responder: destination)
    for flow in isOpening ? [isAnswer ? toSource : toDestination] : [toDestination, toSource] {
      guard let data = expectations.take(flow) else { continue }
      return Connection(flow: flow, role: .data(data))
    }
    guard isOpening || segment.length > 0, !segment.flags.contains(.reset) else { return nil }
    let flow =
      isOpening
      ? (isAnswer ? toSource : toDestination) : controlPorts.contains(source.port) ? toSource : toDestination
    if controlPorts.contains(flow.responder.port) {
      return Connection(flow: flow, role: .control(try beginConversation(flow, isWhole: isOpening)))
    }
    return isOpening ? Connection(flow: flow, role: .undecided([])) : nil
  }

  private mutating func beginConversation(_ flow: TCPFlow, isWhole: Bool) throws(CaptureError) -> Int {
    guard feeds.count < limits.conversations else {
      throw CaptureError(.tooMany("conversations", limit: limits.conversations), packet: counts.packets)
    }
    feeds.append(CapturedControlConnection(flow, at: newest, isWhole: isWhole, recording))
    return feeds.count - 1
  }

  private mutating func handle(_ event: TCPFlow.Event, _ connection: inout Connection) throws(CaptureError) {
    switch connection.role {
    case .other: return
    case .control(let index):
      for announcement in feeds[index].handle(event, at: newest) {
        expectations.add(announcement, of: index, between: connection.flow)
      }
    case .data(var data):
      data.handle(event, at: newest, feeds[data.conversation])
      connection.role = .data(data)
    case .undecided(let pieces): try decide(event, pieces, &connection)
    }
  }

  /// Finds out whether a connection is a control connection.
  private mutating func decide(
    _ event: TCPFlow.Event, _ pieces: [[UInt8]], _ connection: inout Connection
  ) throws(CaptureError) {
    switch event {
    case .opened: return
    case .bytes(.responder, let bytes):
      let pieces = pieces + [bytes]
      let opening = pieces.joined().prefix(4)
      guard
        opening.starts(with: "220".utf8) || opening.starts(with: "120".utf8)
          || opening.count < 3 && ("220".utf8.starts(with: opening) || "120".utf8.starts(with: opening))
      else {
        connection.role = .other
        return
      }
      connection.role = .undecided(pieces)
      guard opening.count == 4 else { return }
      guard let last = opening.last, [0x20, 0x2D, 0x0D, 0x0A].contains(last) else {
        connection.role = .other
        return
      }
      let index = try beginConversation(connection.flow, isWhole: true)
      connection.role = .control(index)
      try handle(.opened, &connection)
      for piece in pieces { try handle(.bytes(.responder, piece), &connection) }
    default: connection.role = .other
    }
  }

  private mutating func close(_ ends: Ends) {
    guard var connection = connections[ends] else { return }
    if case .control(let index) = connection.role { feeds[index].end(connection.flow) }
    for event in connection.flow.finish() { try? handle(event, &connection) }
    if case .data(var data) = connection.role {
      data.finish(feeds[data.conversation])
      connection.role = .data(data)
    }
    connections[ends] = connection
  }
}

/// The two ends of a connection, whichever comes first.
private struct Ends: Hashable {
  private let first: CaptureEndpoint
  private let second: CaptureEndpoint

  init(_ one: CaptureEndpoint, _ other: CaptureEndpoint) {
    let inOrder = (one.port, one.host.description) <= (other.port, other.host.description)
    first = inOrder ? one : other
    second = inOrder ? other : one
  }

  /// Puts connections in an order that is the same each time.
  var order: String { "\(first) \(second)" }
}
