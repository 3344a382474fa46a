import FTPConversation
import FTPProtocol

/// The data connections that conversations have agreed on and that have not been seen yet.
struct DataExpectations: Sendable {
  private struct Entry {
    var conversation: Int
    var isPassive: Bool
    /// The hosts that may be connected to: the one announced, and the one that announced it.
    var hosts: Set<IPAddress>
  }

  /// The newest of each port last.
  private var entries: [UInt16: [Entry]] = [:]
  private static let mostOfOnePort = 64

  /// An address was announced in a conversation.
  mutating func add(_ announced: AnnouncedData, of conversation: Int, between control: TCPFlow) {
    let announcer = announced.isPassive ? control.responder : control.initiator
    var hosts: Set = [announcer.host]
    if let host = announced.address.host { hosts.insert(host.unmapped) }
    var list = entries[announced.address.port] ?? []
    list.removeAll { $0.conversation == conversation && $0.isPassive == announced.isPassive }
    if list.count == Self.mostOfOnePort { list.removeFirst() }
    list.append(Entry(conversation: conversation, isPassive: announced.isPassive, hosts: hosts))
    entries[announced.address.port] = list
  }

  /// The expected data connection for a connection, once; nil if none was agreed on.
  mutating func take(_ flow: TCPFlow) -> CapturedDataConnection? {
    let port = flow.responder.port
    guard var list = entries[port],
      let index = list.lastIndex(where: { $0.hosts.contains(flow.responder.host) })
    else { return nil }
    let entry = list.remove(at: index)
    entries[port] = list.isEmpty ? nil : list
    return CapturedDataConnection(flow, of: entry.conversation, isPassive: entry.isPassive)
  }
}
