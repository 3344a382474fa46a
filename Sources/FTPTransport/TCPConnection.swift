import LibC

/// The owner of a TCP connection, which is closed when this is released.
///
/// Calls block their thread: make them on your own thread, as an actor with a
/// `ThreadExecutor` does, never on the cooperative pool. Each takes a deadline and throws `.cancelled` as soon as
/// `wakeUp` is signalled. No method changes the value, so two threads may use one connection at a time, one reading
/// and one writing. Nagle's algorithm is off: a write is sent at once.
///
/// ```swift
/// let connection = try TCPConnection.connect(toHost: "127.0.0.1", port: 2121, deadline: .after(.seconds(5)))
/// try connection.write(Array("SYST\r\n".utf8))
/// var buffer = [UInt8](repeating: 0, count: 4096)
/// let count = try connection.read(into: &buffer, deadline: .after(.seconds(5)), order: .waitFirst)
/// ```
package struct TCPConnection: ~Copyable, Sendable {
  var socket: SocketDescriptor
  /// This end: the address at which the peer reaches it, as far as this machine knows.
  package let localAddress: SocketAddress
  /// The other end.
  package let peerAddress: SocketAddress
  /// Ends every blocking call on this connection, or nil.
  ///
  /// May be changed at any time between calls.
  package var wakeUp: WakeUp?
  /// Listens whenever a call on this connection waits; nil for none.
  package var listening: Listening?

  /// Adopts a connected, non-blocking socket.
  init(
    socket: consuming SocketDescriptor, localAddress: SocketAddress, peerAddress: SocketAddress,
    wakeUp: WakeUp?
  ) {
    self.socket = socket
    self.localAddress = localAddress
    self.peerAddress = peerAddress
    self.wakeUp = wakeUp
    // Without it, two writes may be sent as one segment; this fails if the peer is already gone.
    SocketOption.set(self.socket.rawValue, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
  }

  /// The descriptor, for options that this type does not offer.
  ///
  /// Do not close or keep it.
  package var descriptor: Int32 { socket.rawValue }

  /// Closes both directions.
  ///
  /// Written bytes are still sent; unread bytes of the peer make the system reset the
  /// connection. A record layer sends its close alert first; if the socket is full, the close waits a moment for
  /// room.
  package consuming func close() {}

  /// Drops the connection: bytes still on their way are discarded and the peer reads an error
  /// (`SO_LINGER` zero, a TCP reset).
  package consuming func reset() {
    resetWhenClosed()
    // A program that is being started at this moment also holds the socket until its exec; the reset is not to wait for it.
    var none = sockaddr()
    none.sa_family = sa_family_t(AF_UNSPEC)
    _ = systemConnect(socket.rawValue, &none, socklen_t(MemoryLayout<sockaddr>.size))
  }

  /// Makes a later close act like ``reset()``.
  package func resetWhenClosed() {
    var immediately = linger(l_onoff: 1, l_linger: 0)
    socket.layer?.abandon()
    setsockopt(
      socket.rawValue, SOL_SOCKET, SO_LINGER, &immediately, socklen_t(MemoryLayout<linger>.size))
  }

  /// A probe that shows from any thread whether the peer has closed; it does not keep the connection open.
  package mutating func makeCloseProbe() -> CloseProbe {
    if let probe = socket.probe { return probe }
    let probe = CloseProbe(socket.rawValue, socket.layer)
    socket.probe = probe
    return probe
  }

  /// Lets other threads wait for something to read, until the connection is closed.
  package mutating func makeWatch() -> ConnectionWatch {
    if let watch = socket.watch { return watch }
    let watch = ConnectionWatch(socket.rawValue)
    socket.watch = watch
    return watch
  }

  /// Ends the sending direction: the peer reads the end, and may continue to send.
  ///
  /// A record layer sends its close alert first; if the socket is full, this waits for room, by default for a moment.
  ///
  /// - Parameter limit: how long to wait for room; nil to wait forever. Without the alert, the peer takes the end for a
  ///   cut, so it must be as long as a slow peer may take.
  /// - Throws: with step `.shutdown` if the connection is gone.
  package func shutdownWrite(within limit: Duration? = .seconds(1)) throws(TransportError) {
    if let layer = socket.layer { close(layer, within: limit) }
    guard shutdown(socket.rawValue, Int32(SHUT_WR)) == 0 else { throw failure(.shutdown, .system(.last)) }
  }

  /// Ends the sending direction as if it were cut: a record layer sends no close alert.
  ///
  /// Otherwise the same as ``shutdownWrite()``.
  package func cutWrite() throws(TransportError) {
    socket.layer?.abandon()
    guard shutdown(socket.rawValue, Int32(SHUT_WR)) == 0 else { throw failure(.shutdown, .system(.last)) }
  }

  /// Ends both directions without giving up the descriptor: every thread blocked on the connection wakes up and reads
  /// the end.
  ///
  /// A connection that is already gone is not an error.
  package func shutdownBoth() {
    if let layer = socket.layer {
      _ = layer.close(socket.rawValue)
      layer.shutDown()
    }
    _ = shutdown(socket.rawValue, Int32(SHUT_RDWR))
  }

  func failure(_ step: TransportError.Step, _ cause: TransportError.Cause) -> TransportError {
    TransportError(step: step, peer: peerAddress.description, cause: cause)
  }

  /// Waits for one event, on behalf of a call for this step.
  func wait(
    _ events: SocketEvents, step: TransportError.Step, deadline: Deadline
  ) throws(TransportError) {
    try poll(events, isWriting: step == .write, deadline: deadline)
      .check(step: step, peer: peerAddress.description, deadline: deadline)
  }

  /// Waits for something to read from the source of what this connection will send, and listens meanwhile.
  ///
  /// - Throws: with step `.read` if the wake-up was signalled, or what was heard ends the wait.
  package func awaitInput(of input: Int32) throws(TransportError) {
    let poll =
      listening?.wait(for: .readable, of: input, isWriting: true, wakeUp: wakeUp, deadline: .never)
      ?? Poll.wait(input, .readable, wakeUp: wakeUp, deadline: .never)
    try poll.check(step: .read, peer: "", deadline: .never)
  }

  /// Waits for events, and listens meanwhile if there is a listener.
  func poll(_ events: SocketEvents, isWriting: Bool, deadline: Deadline) -> Poll {
    guard let listening else {
      return Poll.wait(socket.rawValue, events, wakeUp: wakeUp, deadline: deadline)
    }
    return listening.wait(
      for: events, of: socket.rawValue, isWriting: isWriting, wakeUp: wakeUp, deadline: deadline)
  }

  /// Throws if the wake-up was signalled.
  func checkWakeUp(_ step: TransportError.Step) throws(TransportError) {
    if let wakeUp, wakeUp.isSignalled { throw failure(step, .cancelled) }
  }
}

extension TCPConnection: Waitable {
  package var waitDescriptor: Int32 { socket.rawValue }
  package var waitPeer: String { peerAddress.description }
  /// The events of the record layer, and those it waits for; nil without one.
  package func interest(in events: SocketEvents) -> (ready: SocketEvents, awaited: SocketEvents)? {
    socket.layer?.interest(in: events, socket.rawValue)
  }
}
