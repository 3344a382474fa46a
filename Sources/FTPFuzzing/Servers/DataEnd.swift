import FTPConversation
import FTPProtocol
import FTPTransport

/// A data connection that is made and never used.
struct DataEnd: Sendable {
  private let connection: Handover<TCPConnection>

  static func connect(
    to address: SocketAddress, from local: SocketAddress? = nil, within limit: Duration
  ) async throws(TransportError) -> DataEnd {
    let wakeUp = WakeUp()
    return try await BlockingThread.run(waitingWith: wakeUp) { () throws(TransportError) in
      DataEnd(
        connection: Handover(
          try TCPConnection.connect(to: address, from: local, deadline: .after(limit), wakeUp: wakeUp)))
    }
  }
}

extension SocketAddress {
  /// An address of this machine that no client of a sequence uses.
  static var stranger: SocketAddress { SocketAddress(.ipv4(IPv4Address(127, 0, 0, 2)), port: 0) }
}
