import FTPConversation
import FTPTransport

/// A data connection that goes through the recorder: one connection to the client, one to the server.
///
/// Belongs to the thread of its session.
final class DataRelay {
  private enum Side {
    case client, server
  }

  private var client: TCPConnection
  private var server: TCPConnection
  private var toClient = RelayQueue()
  private var toServer = RelayQueue()
  private let recorder: ConversationRecorder
  private let identifier: DataConnectionID
  private let probe: CloseProbe
  private var firstToEnd: Side?
  private var hasToldEnd = false
  private var senders: (client: Bool, server: Bool) = (false, false)
  private var isRecorded = true
  private var hasBegun = false
  /// TLS on both sides, or nil.
  private let security: (client: TLSLayer, server: TLSLayer)?
  /// Whether the outcome of the handshakes is recorded.
  private var hasToldTLS = false
  /// Nothing is left to do.
  private(set) var isOver = false

  init(
    client: consuming TCPConnection, server: consuming TCPConnection, isPassive: Bool,
    under security: (client: TLSLayer, server: TLSLayer)?, recorder: ConversationRecorder
  ) throws(TransportError) {
    self.security = security
    identifier = recorder.dataOpened(
      ConversationMark.Opening(
        isPassive: isPassive, local: client.peerAddress.description, peer: server.peerAddress.description))
    var client = client
    var server = server
    client.wakeUp = nil
    server.wakeUp = nil
    if let security {
      try client.startLayer(security.client)
      try server.startLayer(security.server)
    }
    probe = server.makeCloseProbe()
    self.client = client
    self.server = server
    self.recorder = recorder
  }

  /// Adds the events to wait for.
  func add(to waiting: inout WaitSet) {
    guard !isOver else { return }
    if !isReady {
      if client.isHandshaking { waiting.add(client, .readable) }
      if server.isHandshaking { waiting.add(server, .readable) }
      // This takes arrived bytes, so it may complete a handshake, after which nothing else need arrive.
      guard isReady else { return }
    }
    waiting.add(client, Self.events(reading: toServer, writing: toClient))
    waiting.add(server, Self.events(reading: toClient, writing: toServer))
  }

  /// Checks whether the server has begun to send.
  ///
  /// Done before the control connection is read, this ensures that the preliminary reply before the data will be
  /// found there.
  func lookForBeginning() {
    if !isOver, !hasBegun { hasBegun = server.ready(for: .readable) != [] }
  }

  /// Moves bytes without waiting, at most `pieces` times the size of `buffer` in each direction: a peer that
  /// sends endlessly must not keep the control connection waiting.
  ///
  /// The server's first bytes are left until the caller has checked for them, or `isUrgent`.
  func move(_ buffer: inout [UInt8], pieces: Int, isUrgent: Bool) {
    guard !isOver, isReady else { return }
    if hasBegun || isUrgent { read(.server, &buffer, pieces) }
    read(.client, &buffer, pieces)
    flush()
    if toClient.isOver, toServer.isOver { isOver = true }
  }

  /// Whether data of the server may still be in transit: it has sent some, or neither side has, and it has not closed.
  var mayBringMore: Bool { isRecorded && !toClient.hasEnded && firstToEnd == nil && !senders.client }

  /// A reply has arrived: if the server closed its side before, the judge must know.
  func replyHasCome() {
    guard isRecorded, !hasToldEnd, !toClient.hasEnded, probe.peerHasClosed else { return }
    hasToldEnd = true
    recorder.dataEnded(identifier)
  }

  /// Drops both connections.
  func abandon() {
    guard !isOver else { return }
    isOver = true
    client.resetWhenClosed()
    server.resetWhenClosed()
    client.shutdownBoth()
    server.shutdownBoth()
  }

  /// What a connection waits for, between the queue of what it says and that of what it is told.
  static func events(reading: RelayQueue, writing: RelayQueue, readsNothing: Bool = false) -> SocketEvents {
    var events: SocketEvents = []
    if reading.wantsMore, !readsNothing { events.insert(.readable) }
    if writing.hasWork { events.insert(.writable) }
    return events
  }

  private func read(_ side: Side, _ buffer: inout [UInt8], _ pieces: Int) {
    do throws(TransportError) {
      for _ in 0..<pieces where !isOver && wantsMore(from: side) {
        let count = try readOnce(side, &buffer)
        guard let count else { return }
        guard count > 0 else { return ended(side) }
        let piece = Array(buffer[..<count])
        switch side {
        case .client:
          senders.client = true
          toServer.append(piece)
          if isRecorded { recorder.data(identifier, .upload, piece.span) }
        case .server:
          senders.server = true
          toClient.append(piece)
          if isRecorded { recorder.data(identifier, .download, piece.span) }
        }
        flush()
      }
    } catch {
      guard case .truncated = error.cause, hasToldTLS else {
        if case .layer(let text, _) = error.cause, isRecorded {
          tell(.failed)
          recorder.note(text)
        }
        return reset(by: side)
      }
      if isRecorded {
        recorder.note(
          "the \(side == .client ? "client" : "server") has ended the data connection without a close alert of TLS"
        )
      }
      ended(side, isCut: true)
    }
  }

  private func wantsMore(from side: Side) -> Bool {
    side == .client ? toServer.wantsMore : toClient.wantsMore
  }

  /// One read; nil if there is nothing to read.
  private func readOnce(_ side: Side, _ buffer: inout [UInt8]) throws(TransportError) -> Int? {
    switch side {
    case .client:
      guard client.ready(for: .readable) != [] else { return nil }
      return try client.read(into: &buffer)
    case .server:
      guard server.ready(for: .readable) != [] else { return nil }
      return try server.read(into: &buffer)
    }
  }

  /// Whether bytes can be moved: no handshake is in progress, or one has failed, which the next read reports.
  private var isReady: Bool {
    guard let security, !hasToldTLS else { return true }
    _ = client.ready(for: .readable)
    _ = server.ready(for: .readable)
    if let handshake = security.server.handshake, security.client.isEstablished {
      hasToldTLS = true
      tell(.established)
      if isRecorded { recorder.note("\(handshake)") }
    }
    return hasToldTLS || !client.isHandshaking && !security.client.isEstablished
      || !server.isHandshaking && !security.server.isEstablished
  }

  /// Whether a handshake is in progress.
  var isHandshaking: Bool { !isReady }

  private func tell(_ event: ConversationMark.TLSEvent) {
    if isRecorded, security != nil { recorder.tls(identifier, event) }
  }

  private func flush() {
    do throws(TransportError) { try toClient.flush(to: client) } catch { reset(by: .client) }
    guard !isOver else { return }
    do throws(TransportError) { try toServer.flush(to: server) } catch { reset(by: .server) }
  }

  private func ended(_ side: Side, isCut: Bool = false) {
    if side == .client { toServer.end(isCut: isCut) } else { toClient.end(isCut: isCut) }
    flush()
    guard isRecorded else { return }
    let otherHasSent = side == .client ? senders.server : senders.client
    // The end of the direction of the data is recorded, or, without data, that of the first side.
    if hasToldTLS, !isCut, firstToEnd == nil, !otherHasSent { tell(.ended) }
    if side == .server, !hasToldEnd {
      hasToldEnd = true
      recorder.dataEnded(identifier)
    }
    if let firstToEnd {
      close(firstToEnd == .client ? .closedByClient : .closedByServer)
    } else if otherHasSent {
      firstToEnd = side
    } else {
      close(side == .client ? .closedByClient : .closedByServer)
    }
  }

  private func reset(by side: Side) {
    guard !isOver else { return }
    isOver = true
    if side == .client { server.resetWhenClosed() } else { client.resetWhenClosed() }
    if let firstToEnd { return close(firstToEnd == .client ? .closedByClient : .closedByServer) }
    close(side == .client ? .resetByClient : .resetByServer)
  }

  private func close(_ ending: DataEnding) {
    guard isRecorded else { return }
    isRecorded = false
    recorder.dataClosed(identifier, ending)
  }
}
