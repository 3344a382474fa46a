import FTPTransport
import TestSupport
import Testing
import ToyLayer

/// A connection with a toy layer at one end; at the other end, the test writes the records itself.
struct RawEnd: ~Copyable {
  /// The end with the layer, in the role of the server.
  var layered: TCPConnection
  let raw: TCPConnection

  init(wakeUp: WakeUp? = nil) throws {
    let listener = try TCPListener(on: .loopbackIPv4(port: 0))
    let raw = try TCPConnection.connect(to: listener.localAddress, deadline: .test)
    layered = try listener.accept(deadline: .test, wakeUp: wakeUp)
    self.raw = raw
  }

  /// Closes the end with the layer and returns the other one.
  consuming func closeLayered(byReset isReset: Bool = false) -> TCPConnection {
    if isReset { layered.resetWhenClosed() }
    layered.close()
    return raw
  }

  /// The flights of a client that has seen the server's.
  static let handshake = ToyLayer.record(.handshake, "TOY?") + ToyLayer.record(.handshake, "DONE")

  /// Starts the layer and completes the handshake.
  mutating func establish(seed: UInt64 = 1) throws {
    try layered.startLayer(ToyLayer(.server, seed: seed))
    try raw.write(Self.handshake)
    try layered.handshake(deadline: .test)
    #expect(try raw.readBytes(Self.answer.count) == Self.answer)
  }

  /// What the server sends in the handshake.
  static let answer = ToyLayer.record(.handshake, "TOY!") + ToyLayer.record(.noise, "a ticket")
}

/// Two ends with a toy layer each, after their handshake.
struct LayerPair: ~Copyable {
  var client: TCPConnection
  var server: TCPConnection

  init(seed: UInt64 = 1, clientWakeUp: WakeUp? = nil, serverWakeUp: WakeUp? = nil) throws {
    let listener = try TCPListener(on: .loopbackIPv4(port: 0))
    var client = try TCPConnection.connect(
      to: listener.localAddress, deadline: .test, wakeUp: clientWakeUp)
    var server = try listener.accept(deadline: .test, wakeUp: serverWakeUp)
    try client.startLayer(ToyLayer(.client, seed: seed))
    try server.startLayer(ToyLayer(.server, seed: seed))
    // One thread serves both ends: each check lets the server answer what has arrived.
    while cause(of: { try client.handshake(deadline: .after(.zero)) }, orNone: true) != nil {
      _ = server.ready(for: .readable)
    }
    try server.handshake(deadline: .test)
    self.client = client
    self.server = server
  }

  /// Closes the client's end and returns the other one.
  consuming func closeClient() -> TCPConnection {
    client.close()
    return server
  }
}

/// The cause of the error that `body` throws; records an issue if it throws none, unless `orNone` is true.
func cause(
  sourceLocation: SourceLocation = #_sourceLocation, of body: () throws -> Void, orNone: Bool = false
) -> TransportError.Cause? {
  do {
    try body()
    if !orNone { Issue.record("nothing was thrown", sourceLocation: sourceLocation) }
    return nil
  } catch {
    return (error as? TransportError)?.cause
  }
}
