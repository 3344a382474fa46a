import FTPTransport

/// The data connection that the next transfer will use.
enum PendingData: ~Copyable {
  /// No data connection was agreed on.
  case none
  /// Passive: the client has connected to the announced address, and perhaps begun a handshake.
  case connected(TCPConnection, TLSLayer?)
  /// Active: the client listens, and the server will connect.
  case listening(TCPListener)

  /// True if no data connection was agreed on.
  var isNone: Bool {
    switch self {
    case .none: true
    case .connected: false
    case .listening: false
    }
  }

  /// Takes the value, leaving none.
  mutating func take() -> PendingData {
    let taken = consume self
    self = .none
    return taken
  }
}
