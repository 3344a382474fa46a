/// Which record layer a client or a server uses on its connections, and in which part of a session.
///
/// This is the only place where a layer is switched on and off: a program that names none has none.
package struct RecordLayers: Sendable {
  /// The role of one end in the handshake.
  ///
  /// On a data connection, the FTP client is also the TLS client, whichever of the two has connected (RFC 4217, section
  /// 7).
  package enum Side: String, Sendable, CaseIterable { case client, server }

  /// A moment in a session that both ends know.
  package enum Moment: String, Sendable {
    /// The control connection was opened.
    case connected
    /// The greeting, not a preliminary one, was read or sent.
    case greeted
    /// A reply 230 was read or sent.
    case loggedIn
  }

  /// Makes the layer of a connection.
  package var makeLayer: @Sendable (Side) -> any RecordLayer
  /// When the control connection gets its layer; nil for never.
  package var start: Moment?
  /// When it loses it again; nil for never.
  package var end: Moment?
  /// Whether each data connection has a layer.
  package var coversData: Bool

  package init(
    from start: Moment? = .connected, to end: Moment? = nil, coveringData coversData: Bool = true,
    _ makeLayer: @escaping @Sendable (Side) -> any RecordLayer
  ) {
    self.makeLayer = makeLayer
    self.start = start
    self.end = end
    self.coversData = coversData
  }

  /// The default of clients and servers: none, except in tests that run whole suites
  /// under a layer.
  @TaskLocal package static var inherited: RecordLayers?
}

extension TCPConnection {
  /// Starts a layer on a data connection, if it is used; its handshake continues with the first reads and writes.
  package mutating func coverData(
    _ layers: RecordLayers?, as side: RecordLayers.Side
  ) throws(TransportError) {
    guard let layers, layers.coversData else { return }
    try startLayer(layers.makeLayer(side))
  }
}
