import FTPTransport
import TestSupport

extension LayerSchedule {
  /// That of a control connection that a test has made itself.
  package init?(ofTest side: RecordLayers.Side) {
    self.init(.inherited, as: side, limit: .patience)
  }
}

extension TCPListener {
  /// Accepts a data connection, on which the caller is this side.
  package func acceptData(
    as side: RecordLayers.Side, deadline: Deadline = .test
  ) throws -> TCPConnection {
    var connection = try accept(deadline: deadline)
    try connection.coverData(.inherited, as: side)
    return connection
  }
}

extension TCPConnection {
  /// Makes a data connection, on which the caller is this side.
  package static func connectData(
    to address: SocketAddress, from local: SocketAddress? = nil, as side: RecordLayers.Side,
    deadline: Deadline = .test
  ) throws -> TCPConnection {
    var connection = try connect(to: address, from: local, deadline: deadline)
    try connection.coverData(.inherited, as: side)
    return connection
  }

  /// Ends a data connection in order, over which nothing need have gone: under a layer the handshake comes before the
  /// end, and the close after the peer's, because what the peer still says in the layer must find somebody.
  package consuming func closeData(deadline: Deadline = .test) {
    guard carriesLayer else { return }
    do throws(TransportError) {
      try handshake(deadline: deadline)
      try shutdownWrite()
      var bytes: [UInt8] = []
      while try read(appendingTo: &bytes, deadline: deadline) > 0 { bytes.removeAll() }
    } catch {
      // An end that cannot be in order is none, as the other end will tell.
    }
  }
}
