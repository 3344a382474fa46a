/// A record layer on the connection, such as TLS.
///
/// Most things work as without a layer: a read returns plain bytes, ``ready(for:)`` says whether there are
/// any, deadlines and wake-up are obeyed. Three things differ. The end of the peer's bytes is its close
/// alert; an end without one is an error, `.truncated`. Urgent bytes are sent like all others. And until the
/// handshake is complete, one thread at a time may use the connection.
extension TCPConnection {
  /// How long a close waits for room for its alert if the socket is full.
  static let closeAlertLimit = Duration.seconds(1)

  /// Puts a layer on the connection and begins its handshake.
  ///
  /// The handshake continues with each read and write, or with ``handshake(deadline:)``.
  ///
  /// - Parameters:
  ///   - layer: the layer.
  ///   - bytes: bytes already read after the last clear byte.
  /// - Throws: ``TransportError`` with step `.handshake` if there is a layer already.
  package mutating func startLayer(
    _ layer: any RecordLayer, havingRead bytes: [UInt8] = []
  ) throws(TransportError) {
    // Out of band, a byte would be missing among the records.
    setUrgentInline(true)
    let stream = socket.layer ?? LayeredStream()
    guard stream.start(layer, havingRead: bytes, socket.rawValue) else {
      throw failure(.handshake, .layer("the connection already has a record layer"))
    }
    socket.layer = stream
    socket.probe?.follow(stream)
  }

  /// Completes the handshake of the layer, if there is one.
  ///
  /// - Throws: with step `.handshake`: the deadline passed, the wake-up was signalled, the peer is gone, or its
  ///   bytes are not a handshake.
  package func handshake(deadline: Deadline) throws(TransportError) {
    guard let layer = socket.layer else { return }
    try checkWakeUp(.handshake)
    try complete(.handshake, awaiting: .readable, deadline: deadline) { layer.handshake($0) }
  }

  /// Whether there is a layer on the connection.
  package var carriesLayer: Bool { socket.layer.map { !$0.isClear } ?? false }

  /// Whether there is a layer whose handshake is in progress.
  ///
  /// A connection that ends before it is complete has not ended properly, however little there was to send.
  package var isHandshaking: Bool { socket.layer?.isHandshaking ?? false }

  /// Whether there is a layer whose handshake is not complete, and may never be.
  package var lacksHandshake: Bool { socket.layer?.lacksHandshake ?? false }

  /// Makes the connection end without a close alert, as if it were cut.
  package func omitCloseAlert() { socket.layer?.omitClose() }

  /// Sends bytes around the layer, as an attacker on the path would, without waiting.
  package func writeAround(_ bytes: [UInt8]) { socket.layer?.inject(bytes, socket.rawValue) }

  /// The layer's records for bytes, to be sent by ``writeAround(_:)``; nil without a layer.
  package func sealed(_ bytes: [UInt8]) -> [UInt8]? { socket.layer?.sealed(bytes) }

  /// Removes the layer without sending an alert or waiting for one.
  package mutating func dropLayer() {
    guard let layer = socket.layer, layer.becomeClear() else { return }
    socket.layer = nil
    socket.probe?.follow(nil)
  }

  /// Sends the close alert, waits for the peer's, and returns to clear text.
  ///
  /// Bytes that the peer sent before its alert can still be read, and then those after it in clear. Throws with step
  /// `.clear`: the deadline passed, the wake-up was signalled, or the peer ended the connection; the connection must
  /// then be closed.
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
  /// Waiting bytes are sent meanwhile.
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
      // With no events: checking readiness would read, which is left to the step.
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
    into buffer: UnsafeMutableRawBufferPointer, from layer: LayeredStream
  ) throws(TransportError) -> Int? {
    switch layer.read(into: buffer, socket.rawValue) {
    case .bytes(let count): return count
    case .failed(let cause): throw failure(.read, cause)
    case .nothingYet: return nil
    }
  }

  /// Writes as much as the layer accepts, at least one piece; 0 if there is no room.
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
      // A thread that reads may take the bytes that the layer needs first, now or while this one waits for them;
      // nothing shows when.
      let pause = deadline.earlier(.after(.milliseconds(20)))
      let poll = poll(interest.awaited, isWriting: true, deadline: pause)
      if poll.outcome == .timedOut, !deadline.hasPassed { continue }
      try poll.check(step: .write, peer: peerAddress.description, deadline: deadline)
    }
  }

  /// Sends the close alert; waits for room if the socket is full.
  ///
  /// If that fails, the peer finds an end without an alert, as it should.
  func close(_ layer: LayeredStream, within limit: Duration?) {
    guard !layer.isClear else { return }
    try? complete(.shutdown, deadline: .after(limit)) { .success(layer.close($0)) }
  }
}
