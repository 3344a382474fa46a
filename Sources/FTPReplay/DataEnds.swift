import FTPClient
import FTPConversation
import FTPProtocol
import FTPTransport

/// The data connections of a replay, both ends of each, and the agreement on the next.
struct DataEnds {
  /// One data connection.
  struct Ends {
    let server: PeerConnection
    let client: DataTransfer
    /// How many bytes the rows have shown.
    var byteCount = 0
    /// Whether their number is exact: they contain no placeholder.
    var isExact = true
    var isUpload = false
    /// Whether the server's end has already written all of it.
    var isSentAhead = false
  }

  /// What the client's side knows.
  var play = DataPlay()
  private var connections: [DataConnectionID: Ends] = [:]
  /// The server's listening addresses, by name.
  private var listeners: [String: PeerListener] = [:]
  private var lastListener: String?
  /// Names of the client's listening addresses.
  private var clientNames: Set<String> = []

  subscript(connection: DataConnectionID) -> Ends? {
    get { connections[connection] }
    set { connections[connection] = newValue }
  }

  /// Whether something is listened on for a name.
  func listens(for name: String) -> Bool { listeners[name] != nil || clientNames.contains(name) }

  /// Makes the server's end listen, or only hold a port if no connection should succeed.
  mutating func listen(
    for name: String, isIPv6: Bool, isSilent: Bool
  ) throws(TransportError) -> SocketAddress {
    let listener = try PeerListener(isIPv6: isIPv6, isSilent: isSilent)
    listeners[name] = listener
    lastListener = name
    return listener.address
  }

  mutating func listen(for name: String, on client: isolated RawFTPClient) async throws -> SocketAddress {
    clientNames.insert(name)
    return try await play.listen(on: client)
  }

  /// The server's listening address for one of these names, or for the last one.
  func listener(for names: [String]) -> PeerListener? {
    for name in names { if let listener = listeners[name] { return listener } }
    return lastListener.flatMap { listeners[$0] }
  }

  /// Closes all open connections.
  nonisolated(nonsending) mutating func closeAll() async {
    for ends in connections.values { await ends.client.close() }
    connections = [:]
    listeners = [:]
  }
}
