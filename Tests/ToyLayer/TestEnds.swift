import FTPTransport

extension LayerSchedule {
  /// That of a control connection that a test has made itself.
  package init?(ofTest side: RecordLayers.Side) {
    self.init(.inherited, as: side, limit: .seconds(30))
  }
}

extension TCPListener {
  /// Accepts a data connection, on which the caller is this side.
  package func acceptData(
    as side: RecordLayers.Side, deadline: Deadline = .after(.seconds(30))
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
    deadline: Deadline = .after(.seconds(30))
  ) throws -> TCPConnection {
    var connection = try connect(to: address, from: local, deadline: deadline)
    try connection.coverData(.inherited, as: side)
    return connection
  }
}
