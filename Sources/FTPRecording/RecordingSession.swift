import FTPConversation
import FTPProtocol
import FTPTransport

/// One client of a recorder and its server: passes everything on, in both directions and on both
/// channels, and records it.
///
/// Belongs to one thread, which waits for all the connections at once.
final class RecordingSession {
  var client: TCPConnection
  var server: TCPConnection
  let recorder: ConversationRecorder
  let wakeUp: WakeUp
  private var follower: ControlFollower
  private var toClient = RelayQueue()
  private var toServer = RelayQueue()
  private var finder = AddressCommandFinder()
  private var replies = ReplyRelay()
  var rendezvous: DataRendezvous?
  var relays: [DataRelay] = []
  private var firstToEnd: ControlEnd?
  private var hasToldHalfClose = false
  private var isLost = false
  private var completion: HeldCompletion
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  /// TLS, if the recorder decrypts it.
  let security: SessionTLS?
  /// Whether both sides of the control connection are under it.
  var isSecured = false
  var tlsStep: TLSStep?
  let connectTimeout: Duration
  /// Whether TLS begins with the first byte and passes unread.
  private let isUnread: Bool

  /// How long nothing may happen when the server has closed the control connection.
  private static let longestLinger = Duration.seconds(10)
  /// How long a connection that one side has ended may take to end when the recorder is stopped.
  private let longestEnding: Duration

  init(
    client: consuming TCPConnection, server: consuming TCPConnection, recorder: ConversationRecorder,
    under security: SessionTLS?, _ configuration: RecordingProxy.Configuration, wakeUp: WakeUp
  ) {
    // Only the session itself waits; bytes that have arrived when the recorder is stopped are still read.
    client.wakeUp = nil
    server.wakeUp = nil
    // An urgent byte must be passed on in its place among the others.
    client.setUrgentInline(true)
    server.setUrgentInline(true)
    recorder.controlOpened(local: client.peerAddress.description, peer: server.peerAddress.description)
    self.client = client
    self.server = server
    self.recorder = recorder
    self.wakeUp = wakeUp
    self.security = security
    connectTimeout = configuration.connectTimeout
    longestEnding = configuration.longestEnding
    isUnread = configuration.isImplicitUnread
    follower = ControlFollower(
      recorder, isReadThroughTLS: security != nil, beginsUnderTLS: configuration.isImplicitUnread)
    completion = HeldCompletion(patience: configuration.patience)
  }

  /// Runs until both sides have closed the control connection and the data connections are done.
  func run() {
    if security?.tls.isImplicit == true { secure() }
    while !isDone {
      do throws(TransportError) {
        try wait(deadline, wakeUp: wakeUp)
      } catch {
        if error.isTimeout, completion.isHolding {
          completion.giveUp()
        } else {
          if error.isCancelled { finishUp() }
          break
        }
      }
      step()
    }
    end()
  }

  /// Waits until there is something to do on any of the connections.
  private func wait(_ deadline: Deadline, wakeUp: WakeUp?) throws(TransportError) {
    var waiting = WaitSet()
    waiting.add(client, events(reading: toServer, writing: toClient))
    var ofServer = events(reading: toClient, writing: toServer)
    if completion.isHolding { ofServer.remove(.readable) }
    waiting.add(server, ofServer)
    rendezvous?.add(to: &waiting)
    for relay in relays { relay.add(to: &waiting) }
    try waiting.wait(deadline: deadline, wakeUp: wakeUp)
  }

  /// The recording will stop: bytes that have arrived still belong to it, and a conversation that one side has ended
  /// may end.
  private func finishUp() {
    let end = Deadline.after(longestEnding)
    rendezvous = nil
    while !isDone, !end.hasPassed {
      do throws(TransportError) {
        try wait(firstToEnd == nil ? .after(.zero) : end, wakeUp: nil)
      } catch {
        completion.giveUp()
        break
      }
      step()
    }
    if completion.isHolding { step() }
    if !isDone, !isUnread { recorder.cutShort() }
  }

  private var deadline: Deadline {
    if completion.isHolding { return isHandshaking ? .after(connectTimeout) : completion.deadline }
    // After the server's end, only bytes in transit remain.
    return toClient.hasEnded ? .after(Self.longestLinger) : .never
  }

  private var isDone: Bool { isLost || toClient.isOver && toServer.isOver && relays.isEmpty }

  private func events(reading: RelayQueue, writing: RelayQueue) -> SocketEvents {
    DataRelay.events(reading: reading, writing: writing, readsNothing: tlsStep != nil)
  }

  /// Whether the handshake of a data connection is in progress.
  private var isHandshaking: Bool { relays.contains { $0.isHandshaking } }

  /// Whether all that was said has been passed on.
  var isFlushed: Bool { toClient.byteCount == 0 && toServer.byteCount == 0 }

  /// Gives the conversation up.
  func lose() { isLost = true }

  /// Moves everything that can be moved without waiting.
  ///
  /// The control connection is read first and processed last: earlier events on a data connection can then be
  /// seen, so that the recording has them first. A preliminary reply precedes data, so it is processed
  /// before.
  private func step() {
    for relay in relays { relay.lookForBeginning() }
    var fromServer = completion.isHolding ? completion.take() : read(server, toClient)
    let fromClient = read(client, toServer)
    if follower.unfinishedReply.isEmpty, let end = fromServer.first?.endOfPreliminaryReply,
      case .bytes(let bytes, _) = fromServer.first
    {
      take(.bytes(Array(bytes[..<end]), isUrgent: false), .server)
      let rest = Array(bytes[end...])
      fromServer.replaceSubrange(..<1, with: rest.isEmpty ? [] : [.bytes(rest, isUrgent: false)])
    }
    meet()
    // Before a reply come all events that may have caused it, up to the size of the system's buffers.
    let isRefused = fromServer.contains { $0.beginsWithRefusal }
    for relay in relays {
      relay.move(&buffer, pieces: fromServer.isEmpty ? 16 : 256, isUrgent: isRefused)
    }
    relays.removeAll { $0.isOver }
    if follower.unfinishedReply.isEmpty {
      fromServer = completion.hold(
        fromServer, while: relays.contains { $0.mayBringMore }, isHandshaking: isHandshaking)
    }
    for arrival in fromServer { take(arrival, .server) }
    for arrival in fromClient { take(arrival, .client) }
    do throws(TransportError) {
      try toServer.flush(to: server)
      try toClient.flush(to: client)
      takeTLSStep()
    } catch {
      isLost = true
    }
  }

  /// Reads available bytes, piece by piece: an urgent byte is a piece of its own, so that it stays urgent.
  private func read(_ connection: borrowing TCPConnection, _ queue: RelayQueue) -> [ControlArrival] {
    // Bytes after the reply that agrees to TLS are TLS, once all earlier ones have been passed on.
    guard queue.wantsMore, tlsStep == nil else { return [] }
    var arrivals: [ControlArrival] = []
    // A peer that never stops must not keep the others waiting.
    while arrivals.count < 16, connection.ready(for: .readable) != [] {
      // The close alert after a reply may end only TLS, which is known once the reply was processed.
      if isSecured, !arrivals.isEmpty { break }
      do throws(TransportError) {
        if connection.isAtUrgentMark {
          var byte: [UInt8] = [0]
          let count = try connection.read(into: &byte)
          guard count > 0 else { return arrivals + [.ended] }
          arrivals.append(.bytes(byte, isUrgent: true))
        } else {
          let count = try connection.read(into: &buffer)
          guard count > 0 else { return arrivals + [.ended] }
          arrivals.append(.bytes(Array(buffer[..<count]), isUrgent: false))
        }
      } catch {
        if case .truncated = error.cause { return arrivals + [.cut] }
        if case .layer(let text, _) = error.cause { recorder.note(text) }
        return arrivals + [.lost]
      }
    }
    return arrivals
  }

  private func take(_ arrival: ControlArrival, _ side: ConversationMark.Side) {
    switch arrival {
    case .lost: isLost = true
    case .bytes(let bytes, let isUrgent):
      tellHalfClose(unless: side)
      if side == .client { commands(bytes, isUrgent: isUrgent) } else { replies(bytes, isUrgent: isUrgent) }
    case .ended, .cut:
      let isCut = if case .cut = arrival { true } else { false }
      if isCut {
        recorder.note("the \(side.rawValue) has ended the control connection without a close alert of TLS")
      }
      if firstToEnd == nil { firstToEnd = side == .client ? .byClient : .byServer }
      switch side {
      case .client:
        toServer.append(finder.flush())
        toServer.end(isCut: isCut)
      case .server:
        toClient.append(replies.flush())
        toClient.end(isCut: isCut)
        follower.serverEnded()
      }
    }
  }

  private func tellHalfClose(unless side: ConversationMark.Side) {
    guard let firstToEnd, !hasToldHalfClose, (firstToEnd == .byClient) != (side == .client) else { return }
    hasToldHalfClose = true
    recorder.controlHalfClosed(by: firstToEnd == .byClient ? .client : .server)
  }

  private func commands(_ bytes: [UInt8], isUrgent: Bool) {
    _ = follower.client(bytes)
    guard !isUrgent, follower.isReadable else {
      toServer.append(finder.flush())
      toServer.append(bytes, isUrgent: isUrgent)
      return
    }
    for piece in finder.receive(bytes) {
      switch piece {
      case .plain(let bytes): toServer.append(bytes)
      case .addressLine(let line): toServer.append(rewritten(line) ?? line)
      }
    }
  }

  private func replies(_ bytes: [UInt8], isUrgent: Bool) {
    for relay in relays { relay.replyHasCome() }
    let complete = follower.server(bytes)
    let dropped = follower.takeClearAfterAgreement()
    if dropped > 0 {
      recorder.note("\(dropped) bytes that came in clear after the reply to AUTH are dropped")
    }
    let bytes = Array(bytes.dropLast(dropped))
    defer { followReplies() }
    guard !isUrgent else { return toClient.append(bytes, isUrgent: true) }
    toClient.append(
      replies.receive(bytes, completing: complete, unfinished: follower.unfinishedReply) { reply, bytes in
        rewritten(reply, bytes) ?? bytes
      })
  }

  private func end() {
    for relay in relays { relay.abandon() }
    follower.serverEnded()
    // The end of unreadable data cannot be judged.
    if isUnread { recorder.cutShort() } else { recorder.controlClosed(firstToEnd ?? .lost) }
    if isLost {
      client.resetWhenClosed()
      server.resetWhenClosed()
    }
  }
}
