/// A record layer on the connection, as TLS is one.
///
/// Everything else works as it does without: a read returns plain bytes, ``ready(for:)`` tells whether there are
/// any, the deadlines and the wake-up hold. Three things are different. The end of the peer's bytes is its close
/// alert; an end without one is an error, `.truncated`. Urgent bytes travel as all others do. And until the
/// handshake is complete, one thread at a time may use the connection.
extension TCPConnection {
  /// How long a close waits for room for its alert where the socket is full.
  static let closeAlertLimit = Duration.seconds(1)

  /// Puts a layer on the connection and begins its handshake.
  ///
  /// The handshake continues with each read and write, or with ``handshake(deadline:)``.
  ///
  /// - Parameters:
  ///   - layer: the layer.
  ///   - bytes: what was read already, and comes after the last clear byte.
  /// - Throws: ``TransportError`` with step `.handshake` if there is a layer already.
  package mutating func startLayer(
    _ layer: any RecordLayer, havingRead bytes: [UInt8] = []
  ) throws(TransportError) {
    // Out of band, a byte would be missing among the records.
    setUrgentInline(true)
    let stream = socket.layer ?? LayeredStream()
    guard stream.start(layer, havingRead: bytes, socket.rawValue) else {
      throw failure(.handshake, .layer("there is a record layer already"))
    }
    socket.layer = stream
    socket.probe?.follow(stream)
  }

  /// Completes the handshake of the layer, if there is one.
  ///
  /// - Throws: with step `.handshake`: the deadline passed, the wake-up was signalled, the peer is gone, or what it
  ///   sent is no handshake.
  package func handshake(deadline: Deadline) throws(TransportError) {
    guard let layer = socket.layer else { return }
    try checkWakeUp(.handshake)
    try complete(.handshake, awaiting: .readable, deadline: deadline) { layer.handshake($0) }
  }

  /// Whether there is a layer on the connection.
  package var carriesLayer: Bool { socket.layer.map { !$0.isClear } ?? false }

  /// Whether there is a layer whose handshake goes on.
  ///
  /// A connection that ends before it is complete has not ended in order, however little there was to send.
  package var isHandshaking: Bool { socket.layer?.isHandshaking ?? false }

  /// Whether there is a layer whose handshake is not complete, and may never be.
  package var lacksHandshake: Bool { socket.layer?.lacksHandshake ?? false }

  /// Has the connection end without a close alert, as one does that somebody has cut.
  package func omitCloseAlert() { socket.layer?.omitClose() }

  /// Sends bytes around the layer, as somebody on the path would.
  ///
  /// They are not waited for.
  package func writeAround(_ bytes: [UInt8]) { socket.layer?.inject(bytes, socket.rawValue) }

  /// What the layer makes of bytes, to be sent by ``writeAround(_:)``; nil where there is none.
  package func sealed(_ bytes: [UInt8]) -> [UInt8]? { socket.layer?.sealed(bytes) }

  /// Takes the layer off without an alert, and without waiting for one.
  package mutating func dropLayer() {
    guard let layer = socket.layer, layer.becomeClear() else { return }
    socket.layer = nil
    socket.probe?.follow(nil)
  }

  /// Sends the close alert, waits for the peer's, and goes back to clear text.
  ///
  /// What the peer sent before its alert can still be read, and then what it sent after it in the clear. Throws
  /// with step `.clear`: the deadline passed, the wake-up was signalled, or the peer ended the connection; only a
  /// close is left to do then.
  package mutating func endLayer(deadline: Deadline) throws(TransportError) {
    guard let layer = socket.layer, !layer.isClear else { return }
    try checkWakeUp(.clear)
    try complete(.clear, deadline: deadline) { .success(layer.close($0)) }
    try complete(.clear, awaiting: .readable, deadline: deadline) { layer.awaitClose($0) }
    guard layer.becomeClear() else { return }
    socket.layer = nil
    socket.probe?.follow(nil)
  }

  /// Repeats a step of the layer until it is done.
  ///
  /// What waits for the socket is sent meanwhile.
  private func complete(
    _ step: TransportError.Step, awaiting events: SocketEvents = [], deadline: Deadline,
    _ isDone: (Int32) -> Result<Bool, LayeredStream.Failure>
  ) throws(TransportError) {
    guard let layer = socket.layer else { return }
    while true {
      switch isDone(socket.rawValue) {
      case .success(true): return
      case .success(false): break
      case .failure(let reason): throw failure(step, reason.cause)
      }
      // Asking for nothing: a look at what is ready would read, and that is the step's own business.
      let awaited = layer.interest(in: [], socket.rawValue).awaited.union(events)
      try wait(awaited, step: step, deadline: deadline)
    }
  }
}

/// Reading and writing through a layer.
extension TCPConnection {
  func read(
    into buffer: UnsafeMutableRawBufferPointer, from layer: LayeredStream, deadline: Deadline
  ) throws(TransportError) -> Int {
    while true {
      switch layer.read(into: buffer, socket.rawValue, isWaiting: true) {
      case .bytes(let count): return count
      case .failed(let cause): throw failure(.read, cause)
      case .nothingYet:
        defer { layer.stopWaiting() }
        let interest = layer.interest(in: .readable, socket.rawValue)
        if interest.ready.isEmpty { try wait(interest.awaited, step: .read, deadline: deadline) }
      }
    }
  }

  func readAvailable(
    into buffer: inout [UInt8], from layer: LayeredStream
  ) throws(TransportError) -> Int? {
    switch buffer.withUnsafeMutableBytes({ layer.read(into: $0, socket.rawValue) }) {
    case .bytes(let count): return count
    case .failed(let cause): throw failure(.read, cause)
    case .nothingYet: return nil
    }
  }

  /// Writes as much as the layer takes, and what it takes in one piece at least; 0 where there is no room.
  func offer(_ bytes: UnsafeRawBufferPointer, to layer: LayeredStream) throws(TransportError) -> Int {
    var total = 0
    while total < bytes.count {
      switch layer.offer(UnsafeRawBufferPointer(rebasing: bytes[total...]), socket.rawValue) {
      case .success(0): return total
      case .success(let count): total += count
      case .failure(let reason): throw failure(.write, reason.cause)
      }
    }
    return total
  }

  func write(
    _ bytes: UnsafeRawBufferPointer, to layer: LayeredStream, deadline: Deadline
  ) throws(TransportError) {
    var rest = bytes
    while true {
      let count = try offer(rest, to: layer)
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      if rest.isEmpty { return }
      do throws(TransportError) {
        try waitForRoom(in: layer, deadline: deadline)
      } catch {
        layer.forgetOffer()
        throw error
      }
    }
  }

  private func waitForRoom(in layer: LayeredStream, deadline: Deadline) throws(TransportError) {
    while true {
      let interest = layer.interest(in: .writable, socket.rawValue)
      guard interest.ready.isEmpty else { return }
      guard layer.isHandshaking else {
        return try wait(interest.awaited, step: .write, deadline: deadline)
      }
      // A thread that reads may take what the layer has to hear first, now or once this one waits for it; nothing tells
      // when.
      let pause = deadline.earlier(.after(.milliseconds(20)))
      let poll = Poll.wait(socket.rawValue, interest.awaited, wakeUp: wakeUp, deadline: pause)
      if poll.outcome == .timedOut, !deadline.hasPassed { continue }
      try poll.check(step: .write, peer: peerAddress.description, deadline: deadline)
    }
  }

  /// Sends the close alert, for which it waits a moment where the socket is full.
  ///
  /// Where none comes the peer finds an end without an alert, which is the truth.
  func close(_ layer: LayeredStream) {
    guard !layer.isClear else { return }
    try? complete(.shutdown, deadline: .after(Self.closeAlertLimit)) { .success(layer.close($0)) }
  }
}
