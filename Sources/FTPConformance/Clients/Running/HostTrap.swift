import FTPConversation
import FTPSystem
import FTPTransport

/// A host that no client should connect to: it listens on 127.0.0.2 and counts connections.
package final class HostTrap: Sendable {
  package let port: UInt16
  private let wakeUp = WakeUp()
  private let visits = Monitor(0)

  /// Starts to listen on a port that is free on 127.0.0.1, too, where the server of the scenario needs it; throws if this
  /// machine has no such address.
  package init() throws(TransportError) {
    guard let address = SocketAddress(host: "127.0.0.2", port: 0) else {
      throw TransportError(step: .bind, peer: "127.0.0.2", cause: .cancelled)
    }
    let listener = try Self.listener(on: address)
    port = listener.localAddress.port
    let handover = Handover(listener)
    let (wakeUp, visits) = (wakeUp, visits)
    try BlockingThread.start {
      guard let listener = handover.take() else { return }
      while let connection = try? listener.accept(wakeUp: wakeUp) {
        _ = connection.peerAddress
        visits.withLock { $0 += 1 }
      }
    }
  }

  private static let attempts = 20

  private static func listener(on address: SocketAddress) throws(TransportError) -> TCPListener {
    for _ in 1..<attempts {
      let listener = try TCPListener(on: address)
      let own = SocketAddress(host: "127.0.0.1", port: listener.localAddress.port)
      if let own, (try? TCPListener(on: own)) != nil { return listener }
    }
    return try TCPListener(on: address)
  }

  deinit { wakeUp.signal() }

  /// How many connections were made.
  package var visitCount: Int { visits.withLock { $0 } }
}
