import FTPTransport

extension ControlSession {
  func openDataConnection() throws(Stop) -> TCPConnection {
    if let start = planner?.dataStart() { try delay(start) }
    switch context.data {
    case .defaultPort: return try connect(to: context.peerAddress)
    case .active(let address): return try connect(to: address)
    case .spent: throw .noConnection
    case .passive(let port):
      context.data = .spent
      do throws(Stop) {
        return try accept(port)
      } catch {
        // A client that has connected meanwhile then reads the end instead of an error.
        _ = try? port.listener.accept(deadline: .after(.zero))
        throw error
      }
    }
  }

  private func delay(_ start: DataStart) throws(Stop) {
    switch start {
    case .late(let duration): try hold(duration, 0)
    case .never:
      try hold(core.configuration.timeouts.dataConnection, 0)
      context.releasePassivePort()
      throw .noConnection
    }
  }

  /// Connects from the address of the control connection (RFC 1123, section 4.1.2.12).
  private func connect(to address: SocketAddress) throws(Stop) -> TCPConnection {
    try reviewCommands(0)
    var local = context.localAddress.with(port: 0)
    if core.configuration.habits.contains(.connectsFromElsewhere) {
      local = SocketAddress(host: "127.0.0.2", port: 0) ?? local
    }
    do throws(TransportError) {
      return try TCPConnection.connect(
        to: address, from: local,
        deadline: .after(core.configuration.timeouts.dataConnection), wakeUp: core.stopSignal)
    } catch {
      throw error.isCancelled ? .session(End(error)) : .noConnection
    }
  }

  /// Waits for the client to connect; others are rejected (RFC 2577, section 4).
  private func accept(_ port: PassivePort) throws(Stop) -> TCPConnection {
    try reviewCommands(0)
    let deadline = Deadline.after(core.configuration.timeouts.dataConnection)
    while true {
      try wait(port.listener, .readable, deadline, 0, otherwise: .noConnection)
      guard let data = try acceptWaiting(port) else { continue }
      if core.configuration.dataPolicy.allowsForeignPeers
        || data.peerAddress.hasSameHost(as: context.peerAddress)
      {
        return data
      }
    }
  }

  /// Accepts a connection; nil if it is already gone.
  private func acceptWaiting(_ port: PassivePort) throws(Stop) -> TCPConnection? {
    do throws(TransportError) {
      return try port.listener.accept(deadline: .after(.zero), wakeUp: core.stopSignal)
    } catch {
      if error.isTimeout { return nil }
      // Other errors, such as a lack of descriptors, would only recur immediately.
      throw error.isCancelled ? .session(End(error)) : .noConnection
    }
  }
}
