import FTPConversation
import FTPTransport

/// A data connection that is made and left alone.
struct DataEnd: Sendable {
  private let connection: Handover<TCPConnection>

  static func connect(to address: SocketAddress, within limit: Duration) async throws(TransportError)
    -> DataEnd
  {
    try await BlockingThread.run { () throws(TransportError) in
      DataEnd(connection: Handover(try TCPConnection.connect(to: address, deadline: .after(limit))))
    }
  }
}
