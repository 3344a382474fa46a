import FTPClient
import FTPConversation
import FTPProtocol
import FTPTransport

/// The data connections of a replay, both ends of each, and what was agreed on for the next.
struct DataEnds {
  /// One data connection.
  struct Ends {
    let server: PeerConnection
    let client: DataTransfer
    /// How many bytes the rows have shown.
    var byteCount = 0
    /// Whether that is how many there have to be: there is no placeholder among them.
    var isExact = true
    var isUpload = false
    /// Whether the server's end has written all of it already.
    var isSentAhead = false
  }

  /// How the next data connection comes about.
  private(set) var agreement = DataAgreement.none
  /// The last reply of the server.
  private(set) var lastReply: Reply?
  private var connections: [DataConnectionID: Ends] = [:]
  /// Where the server listens, by the name that stands for it.
  private var listeners: [String: PeerListener] = [:]
  private var lastListener: String?
  /// Names that stand for where the client listens.
  private var clientNames: Set<String> = []

  subscript(connection: DataConnectionID) -> Ends? {
    get { connections[connection] }
    set { connections[connection] = newValue }
  }

  /// Whether something is listened on for a name.
  func listens(for name: String) -> Bool { listeners[name] != nil || clientNames.contains(name) }

  /// Has the server's end listen, or only hold a port where no connection is to be made.
  mutating func listen(
    for name: String, isIPv6: Bool, isSilent: Bool
  ) throws(TransportError) -> SocketAddress {
    let listener = try PeerListener(isIPv6: isIPv6, isSilent: isSilent)
    listeners[name] = listener
    lastListener = name
    return listener.address
  }

  /// Has the client listen.
  mutating func listen(for name: String, on client: isolated RawFTPClient) async throws -> SocketAddress {
    let announced = try await client.listenForData()
    let address = client.localAddress.with(port: announced.port)
    clientNames.insert(name)
    agreement = .active(announced)
    return address
  }

  /// Has the server connect to an address of the client.
  mutating func agree(on address: DataAddress) { agreement = .active(address) }

  /// Takes a reply, which may say where the server listens.
  mutating func take(_ reply: Reply) {
    lastReply = reply
    if let announced = DataAgreement(announcedBy: reply) { agreement = announced }
  }

  /// Where the server listens for one of these names, or for the last one.
  func listener(for names: [String]) -> PeerListener? {
    for name in names { if let listener = listeners[name] { return listener } }
    return lastListener.flatMap { listeners[$0] }
  }

  /// Closes what is open.
  nonisolated(nonsending) mutating func closeAll() async {
    for ends in connections.values { await ends.client.close() }
    connections = [:]
    listeners = [:]
  }
}
