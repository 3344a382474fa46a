import FTPTransport

/// How the next data connection is opened.
enum DataChannel {
  /// The server connects to the client's port of the control connection (RFC 959, section 3.2).
  case defaultPort
  /// The server connects to the address of PORT, EPRT or LPRT, which applies until it is changed.
  case active(SocketAddress)
  /// The client connects to the announced port, which serves one transfer.
  case passive(PassivePort)
  /// A passive port has served its transfer or was closed; there is no other address.
  case spent
}

/// A port that waits for a data connection; releasing this object frees the port.
final class PassivePort: Sendable {
  let listener: TCPListener

  /// Listens on the host of `local`, on any port or on one of `ports`.
  ///
  /// - Throws: with step `.bind` or `.listen` if none is left.
  init(on local: SocketAddress, ports: ClosedRange<UInt16>?) throws(TransportError) {
    guard let ports else {
      listener = try TCPListener(on: local.with(port: 0), backlog: 8)
      return
    }
    // The order is random, so that no other host can connect before the client (RFC 2577, section 8).
    var candidates = ports.shuffled()
    while let port = candidates.popLast() {
      do throws(TransportError) {
        listener = try TCPListener(on: local.with(port: port), backlog: 8)
        return
      } catch {
        if candidates.isEmpty { throw error }
      }
    }
    throw TransportError(step: .bind, peer: local.host, cause: .system(.addressInUse))
  }
}
