import FTPProtocol
import FTPTransport

/// The client's side of the data connections of a conversation that is carried on step by step: what was agreed on for
/// the next connection, and the transfers that are open.
///
/// It follows the replies; its owner decides when to connect, and what goes over a connection.
package struct DataPlay: Sendable {
  /// How the next data connection is opened.
  package private(set) var agreement = DataAgreement.none
  /// The last reply of the server.
  package private(set) var lastReply: Reply?
  /// The connections that are open, in the order in which they were opened.
  private var open: [DataTransfer] = []

  /// The connection that was opened last of those that are open.
  package var transfer: DataTransfer? { open.last }

  /// Begins without an agreement.
  package init() {}

  /// Takes a reply, to a command if it is known; true if it announces an address.
  @discardableResult
  package mutating func take(_ reply: Reply, to command: Command? = nil) -> Bool {
    lastReply = reply
    if let command { agreement.take(reply, to: command) }
    guard let announced = DataAgreement(announcedBy: reply) else { return false }
    agreement = announced
    return true
  }

  /// Has the client listen on its end of the control connection, and returns the address to tell the server.
  package mutating func listen(on client: RawFTPClient) async throws(FTPClientError) -> SocketAddress {
    let address = try await client.listenForData()
    agreement = .active(address)
    return client.localAddress.with(port: address.port)
  }

  /// Connects to the address that the server has announced, if it has, for the next transfer.
  package mutating func connect(on client: RawFTPClient) async throws(FTPClientError) {
    guard case .passive(let reply) = agreement else { return }
    agreement = .none
    try await client.connectData(announcedIn: reply)
  }

  /// Opens the agreed connection, if there is one, after the last reply of the server.
  package mutating func open(on client: RawFTPClient) async throws(FTPClientError) {
    guard agreement != .none, let reply = lastReply else { return }
    try await connect(on: client)
    agreement = .none
    open.append(try await client.openData(after: reply))
  }

  /// Reads what is left of a download, as long as the server keeps the connection.
  package nonisolated(nonsending) func drain(_ take: ([UInt8]) -> Void) async throws {
    guard let transfer, await transfer.isOpen else { return }
    do {
      while case let piece = try await transfer.read(upTo: 65_536), !piece.isEmpty { take(piece) }
    } catch FTPClientError.transport(let error) where error.isPeerGone {}
  }

  /// Forgets the connection that was opened last, which is closed, or reset on request.
  package mutating func end(withReset: Bool = false) async {
    let last = open.popLast()
    if withReset { await last?.reset() } else { await last?.close() }
  }
}
