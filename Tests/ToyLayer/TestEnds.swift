import FTPTransport
import TestSupport

extension LayerSchedule {
  /// The schedule of a control connection that a test has made itself.
  package init?(ofTest side: RecordLayers.Side) {
    self.init(.inherited, as: side, limit: .patience)
  }
}

extension TCPListener {
  /// Accepts a data connection; the caller acts as this side.
  package func acceptData(
    as side: RecordLayers.Side, deadline: Deadline = .test
  ) throws -> TCPConnection {
    var connection = try accept(deadline: deadline)
    try connection.coverData(.inherited, as: side)
    return connection
  }
}

extension TCPConnection {
  /// Opens a data connection; the caller acts as this side.
  package static func connectData(
    to address: SocketAddress, from local: SocketAddress? = nil, as side: RecordLayers.Side,
    deadline: Deadline = .test
  ) throws -> TCPConnection {
    var connection = try connect(to: address, from: local, deadline: deadline)
    try connection.coverData(.inherited, as: side)
    return connection
  }

  /// Ends a data connection in order, even if nothing was sent over it.
  ///
  /// Under a layer, the handshake comes before the end, and this side closes after the peer, because the peer's last
  /// records must be received.
  package consuming func closeData(deadline: Deadline = .test) {
    guard carriesLayer else { return }
    do throws(TransportError) {
      try handshake(deadline: deadline)
      try shutdownWrite()
      var bytes: [UInt8] = []
      while try read(appendingTo: &bytes, deadline: deadline) > 0 { bytes.removeAll() }
    } catch {
      // The other end reports an end that is not in order.
    }
  }
}
