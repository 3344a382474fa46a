import FTPTransport

/// How the next data connection comes about.
enum DataChannel {
  /// The server connects to the port the control connection comes from (RFC 959, section 3.2).
  case defaultPort
  /// The server connects to what PORT, EPRT or LPRT named. It stays in force until it is changed.
  case active(SocketAddress)
  /// The client connects to what was announced. It serves one transfer.
  case passive(PassivePort)
  /// A passive port has served its transfer or was given up; there is nothing to fall back on.
  case spent
}

/// A port that waits for a data connection; it is free again when nobody holds this.
final class PassivePort: Sendable {
  let listener: TCPListener

  /// Listens on the host of `local`, on any port or on one of `ports`.
  ///
  /// - Throws: with step `.bind` or `.listen` when there is none left.
  init(on local: SocketAddress, ports: ClosedRange<UInt16>?) throws(TransportError) {
    guard let ports else {
      listener = try TCPListener(on: local.with(port: 0), backlog: 8)
      return
    }
    // The order is chance, so that nobody can connect ahead of the client (RFC 2577, section 8).
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
