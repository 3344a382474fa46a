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

  /// How the next data connection is opened.
  private(set) var agreement = DataAgreement.none
  /// The last reply of the server.
  private(set) var lastReply: Reply?
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
    let announced = try await client.listenForData()
    let address = client.localAddress.with(port: announced.port)
    clientNames.insert(name)
    agreement = .active(announced)
    return address
  }

  /// Has the server connect to an address of the client.
  mutating func agree(on address: DataAddress) { agreement = .active(address) }

  /// Takes a reply, which may announce the server's address.
  mutating func take(_ reply: Reply) {
    lastReply = reply
    if let announced = DataAgreement(announcedBy: reply) { agreement = announced }
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
