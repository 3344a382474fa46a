import FTPConversation
import FTPProtocol

extension Transcript {
  /// The conversation as a pcap file; see ``CaptureWriter``.
  ///
  /// Bytes that were not kept are missing in it. `time` is when the recording began, in nanoseconds since 1970.
  public func capture(time: UInt64 = 1_577_836_800_000_000_000) -> [UInt8] {
    let (client, server) = ends
    var writer = CaptureWriter(client: client, server: server, time: time)
    for event in events {
      let (seconds, attoseconds) = event.time.components
      let elapsed = UInt64(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000).partialValue
      writer.advance(to: time &+ elapsed &+ UInt64(clamping: attoseconds / 1_000_000_000))
      writer.write(event)
    }
    return writer.bytes
  }

  /// The ends of the control connection, if the transcript has them; otherwise those of the loopback interface.
  private var ends: (client: CaptureEndpoint, server: IPAddress) {
    for event in events {
      guard case .mark(.controlOpened(let peer, let local)) = event.content else { continue }
      guard let client = local.flatMap({ DataAddress($0) }), let host = client.host,
        let server = peer.flatMap({ DataAddress($0) })?.host, host.family == server.family
      else { break }
      return (CaptureEndpoint(host: host, port: client.port), server)
    }
    return (CaptureEndpoint(host: .ipv4(.loopback), port: 40_000), .ipv4(.loopback))
  }
}

extension CaptureWriter {
  mutating func write(_ event: ConversationEvent) {
    switch event.content {
    case .command(let line, _): control(line.bytes, cuts: line.cuts, from: .client)
    case .reply(let reply, let cuts, _): control(reply.bytes, cuts: cuts, from: .server)
    case .unfinishedReply(let bytes, _): control(bytes, from: .server)
    case .data(let connection, let direction, let bytes, let omitted):
      data(connection, direction, bytes, omitted: omitted)
    case .mark(let mark): write(mark)
    case .stateChanged, .verdict: break
    }
  }

  /// Does what a mark says, as far as packets show it.
  mutating func write(_ mark: ConversationMark) {
    switch mark {
    case .controlOpened: openControl()
    case .controlHalfClosed(let side): end(by: side, nil)
    case .controlClosed(let end): closeControl(end)
    case .dataOpened(let connection, let opening):
      openData(connection, isPassive: opening.connector.map { $0 == .client })
    case .dataRefused: refuseData()
    case .dataHalfClosed(let connection, let side): end(by: side, connection)
    case .dataClosed(let connection, let closing):
      if let shown = closing.shownCount, let count = closing.byteCount, count > shown {
        leaveOut(count - shown, of: connection)
      }
      closeData(connection, closing.ending ?? .closedByServer)
    case .use, .wait, .tls, .noReply, .missing, .cutShort, .note: break
    }
  }

  /// Sends bytes over the control connection in segments that end at the cuts.
  mutating func control(_ bytes: [UInt8], cuts: [Int], from sender: ConversationMark.Side) {
    for segment in cuts.map({ SegmentCut(offset: $0) }).segments(of: bytes) {
      control(Array(segment.bytes), from: sender)
    }
  }
}
