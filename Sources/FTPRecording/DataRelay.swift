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
  /// Nothing is left to be done.
  private(set) var isOver = false

  init(
    client: consuming TCPConnection, server: consuming TCPConnection, isPassive: Bool,
    recorder: ConversationRecorder
  ) {
    identifier = recorder.dataOpened(
      DataOpening(
        isPassive: isPassive, local: client.peerAddress.description, peer: server.peerAddress.description))
    var client = client
    var server = server
    client.wakeUp = nil
    server.wakeUp = nil
    probe = server.makeCloseProbe()
    self.client = client
    self.server = server
    self.recorder = recorder
  }

  /// Adds what there is to wait for.
  func add(to waiting: inout WaitSet) {
    guard !isOver else { return }
    waiting.add(client, Self.events(reading: toServer, writing: toClient))
    waiting.add(server, Self.events(reading: toClient, writing: toServer))
  }

  /// Looks whether the server has begun to send. Done before the control connection is read, this tells that the
  /// preliminary reply in front of the data will be found there.
  func lookForBeginning() {
    if !isOver, !hasBegun { hasBegun = server.ready(for: .readable) != [] }
  }

  /// Moves what can be moved without waiting, `pieces` times what fits into `buffer` in each direction at most: whoever
  /// sends without end must not keep the control connection waiting. What the server sends first stays where it is
  /// until somebody has looked for it, or `isUrgent`.
  func move(_ buffer: inout [UInt8], pieces: Int, isUrgent: Bool) {
    guard !isOver else { return }
    if hasBegun || isUrgent { read(.server, &buffer, pieces) }
    read(.client, &buffer, pieces)
    flush()
    if toClient.isOver, toServer.isOver { isOver = true }
  }

  /// Whether the server may have sent data that has not come yet: it has sent some, or nobody has, and it has not closed.
  var mayBringMore: Bool { isRecorded && !toClient.hasEnded && firstToEnd == nil && !senders.client }

  /// A reply has come: where the server has closed its side before that, the judge has to know.
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

  private static func events(reading: RelayQueue, writing: RelayQueue) -> SocketEvents {
    var events: SocketEvents = []
    if reading.wantsMore { events.insert(.readable) }
    if writing.byteCount > 0 { events.insert(.writable) }
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
      reset(by: side)
    }
  }

  private func wantsMore(from side: Side) -> Bool {
    side == .client ? toServer.wantsMore : toClient.wantsMore
  }

  /// One read; nil where there is nothing to read.
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

  private func flush() {
    do throws(TransportError) { try toClient.flush(to: client) } catch { reset(by: .client) }
    guard !isOver else { return }
    do throws(TransportError) { try toServer.flush(to: server) } catch { reset(by: .server) }
  }

  private func ended(_ side: Side) {
    if side == .client { toServer.end() } else { toClient.end() }
    flush()
    guard isRecorded else { return }
    if side == .server, !hasToldEnd {
      hasToldEnd = true
      recorder.dataEnded(identifier)
    }
    let otherHasSent = side == .client ? senders.server : senders.client
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
