import FTPConversation
import FTPProtocol

/// Writes a conversation as a capture for other programs: a pcap file of raw IP, with handshakes, acknowledgements
/// and correct checksums.
///
/// The server's port is always 21, because such programs recognize FTP by it. Data connections are between the
/// addresses that the conversation announces.
///
/// ```swift
/// var writer = CaptureWriter()
/// writer.openControl()
/// writer.control(Array("220 Ready.\r\n".utf8), from: .server)
/// writer.closeControl(.byServer)
/// try file.write(writer.bytes)
/// ```
package struct CaptureWriter: Sendable {
  /// The file so far.
  package internal(set) var bytes: [UInt8] = []

  struct Connection {
    var client: CaptureEndpoint
    var server: CaptureEndpoint
    /// Initial sequence numbers far from wrapping, different for each side.
    var sequences: [ConversationMark.Side: UInt32] = [.client: 1_000_000, .server: 2_000_000]
    var ended: Set<ConversationMark.Side> = []
  }

  private let client: CaptureEndpoint
  private let server: CaptureEndpoint
  private(set) var time: UInt64
  var packetCount: UInt16 = 0
  /// The connections that are open, the control connection under nil.
  var connections: [DataConnectionID?: Connection] = [:]
  private var lastSenders: [DataConnectionID: ConversationMark.Side] = [:]
  private var openedConnections: UInt16 = 0
  private var commands = CommandParser(lineLength: 65_536)
  private var replies = ReplyParser()
  private var announced: AnnouncedData?

  /// Begins a capture at a time in nanoseconds since 1970; the default is the first second of 2020.
  package init(
    client: CaptureEndpoint = CaptureEndpoint(host: .ipv4(.loopback), port: 40_000),
    server: IPAddress = .ipv4(.loopback), time: UInt64 = 1_577_836_800_000_000_000
  ) {
    self.client = client
    self.server = CaptureEndpoint(host: server, port: 21)
    self.time = time
    // The magic of nanoseconds, version 2.4, no time zone, a length limit that no packet reaches, raw IP.
    bytes.appendLittle(UInt32(0xA1B2_3C4D))
    bytes.appendLittle(UInt16(2))
    bytes.appendLittle(UInt16(4))
    bytes.appendLittle(UInt64(0))
    bytes.appendLittle(UInt32(262_144))
    bytes.appendLittle(UInt32(LinkType.raw.rawValue))
  }

  /// Advances the clock by this many nanoseconds.
  package mutating func advance(by nanoseconds: UInt64) {
    let (sum, overflow) = time.addingReportingOverflow(nanoseconds)
    if !overflow { time = sum }
  }

  /// Advances the clock to a moment in nanoseconds since 1970, if it is later.
  package mutating func advance(to moment: UInt64) { time = max(time, moment) }

  /// Opens the control connection, unless it is open.
  package mutating func openControl() {
    guard connections[nil] == nil else { return }
    connections[nil] = open(from: .client, client, server)
  }

  /// Sends bytes over the control connection, in one segment if they fit.
  package mutating func control(_ bytes: [UInt8], from sender: ConversationMark.Side) {
    openControl()
    switch sender {
    case .client:
      commands.append(bytes)
      while let outcome = commands.next() {
        if case .command(let command, _, _) = outcome { announced = AnnouncedData(command) ?? announced }
      }
    case .server:
      replies.append(bytes)
      while let reply = try? replies.next() { announced = AnnouncedData(reply) ?? announced }
    }
    send(bytes, from: sender, over: nil)
  }

  package mutating func closeControl(_ end: ControlEnd) {
    switch end {
    case .byClient: close(first: .client, nil)
    case .byServer: close(first: .server, nil)
    case .lost: reset(by: .server, nil)
    }
  }

  /// Opens a data connection to the last announced address; with nil, that determines which side connects.
  package mutating func openData(_ identifier: DataConnectionID, isPassive: Bool? = nil) {
    let (opener, client, server) = nextEnds(isPassive)
    connections[identifier] = open(from: opener, client, server)
  }

  /// Asks for a data connection at the address that was announced last, and is refused.
  package mutating func refuseData(isPassive: Bool? = nil) {
    let (opener, client, server) = nextEnds(isPassive)
    refuse(from: opener, client, server)
  }

  /// Which side opens the next data connection, and its ends.
  private mutating func nextEnds(
    _ isPassive: Bool?
  ) -> (opener: ConversationMark.Side, client: CaptureEndpoint, server: CaptureEndpoint) {
    openControl()
    let isPassive = isPassive ?? announced?.isPassive ?? true
    openedConnections &+= 1
    let other = CaptureEndpoint(
      host: (isPassive ? client : server).host, port: isPassive ? 45_000 &+ openedConnections : 20)
    let announcement = announced?.isPassive == isPassive ? announced : nil
    let end = CaptureEndpoint(
      host: announcement?.address.host ?? (isPassive ? server : client).host,
      port: announcement?.address.port ?? 55_000)
    let near =
      end.host.family == other.host.family ? other : CaptureEndpoint(host: end.host, port: other.port)
    return isPassive ? (.client, near, end) : (.server, end, near)
  }

  /// Sends bytes over a data connection; `omitted` more are left out, as if the capture had missed them.
  package mutating func data(
    _ identifier: DataConnectionID, _ direction: DataDirection, _ bytes: [UInt8], omitted: Int = 0
  ) {
    let sender: ConversationMark.Side = direction == .download ? .server : .client
    lastSenders[identifier] = sender
    send(bytes, from: sender, over: identifier)
    leaveOut(omitted, of: identifier)
  }

  /// Omits bytes of the last sender on a data connection, as if the capture had missed them.
  mutating func leaveOut(_ count: Int, of identifier: DataConnectionID) {
    // Beyond that, sequence numbers are ambiguous.
    guard count > 0, count < 1 << 30, let sender = lastSenders[identifier] else { return }
    connections[identifier]?.sequences[sender, default: 0] &+= UInt32(count)
  }

  package mutating func closeData(_ identifier: DataConnectionID, _ ending: DataEnding) {
    switch ending {
    case .closedByClient: close(first: .client, identifier)
    case .endOfFile, .closedByServer: close(first: .server, identifier)
    case .resetByClient: reset(by: .client, identifier)
    case .resetByServer: reset(by: .server, identifier)
    }
    connections[identifier] = nil
  }
}
