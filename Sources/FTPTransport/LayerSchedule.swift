import FTPProtocol

/// Switches the layer of one control connection on and off at the replies that call for it.
package struct LayerSchedule: Sendable {
  private let layers: RecordLayers
  private let side: RecordLayers.Side
  private let limit: Duration?
  private var parser = ReplyParser(.lenient)
  private var hasGreeted = false

  /// Makes a schedule; nil if there are no layers.
  ///
  /// - Parameters:
  ///   - layers: the layers; nil for none.
  ///   - side: the side that they are for.
  ///   - limit: how long a handshake, and the end of a layer, may take.
  package init?(_ layers: RecordLayers?, as side: RecordLayers.Side, limit: Duration?) {
    guard let layers else { return nil }
    self.layers = layers
    self.side = side
    self.limit = limit
  }

  /// Handles the opening of the connection.
  package func begin(_ connection: inout TCPConnection) throws(TransportError) {
    try reach(.connected, on: &connection)
  }

  /// Handles a reply with this code that was read or sent.
  ///
  /// Bytes read after it are still clear text.
  package mutating func pass(
    _ code: ReplyCode, on connection: inout TCPConnection
  ) throws(TransportError) {
    if !hasGreeted, code.kind == .completion {
      hasGreeted = true
      try reach(.greeted, on: &connection)
    }
    if code == 230 { try reach(.loggedIn, on: &connection) }
  }

  /// Handles bytes of replies that were read or sent.
  package mutating func pass(
    _ bytes: [UInt8], on connection: inout TCPConnection
  ) throws(TransportError) {
    parser.append(bytes)
    while let reply = try? parser.next() { try pass(reply.code, on: &connection) }
  }

  private func reach(
    _ moment: RecordLayers.Moment, on connection: inout TCPConnection
  ) throws(TransportError) {
    let deadline = Deadline.after(limit)
    if layers.start == moment {
      try connection.startLayer(layers.makeLayer(side))
      try connection.handshake(deadline: deadline)
    }
    if layers.end == moment { try connection.endLayer(deadline: deadline) }
  }
}
