import FTPSystem
import LibC

/// A record layer on a socket, with the bytes between the two: plain ones that were not read yet and
/// sealed ones that the socket has not accepted yet.
///
/// No call here waits, and each holds the lock, so one thread may read while another writes.
///
/// Once the layer has ended, the stream is clear and only passes on the bytes that were read together with the
/// last records.
final class LayeredStream: Sendable {
  /// The most that is sealed in one piece: four records of TLS, which one system call sends.
  static let sealedPiece = 64 * 1024
  /// The most that is read in one call.
  static let readPiece = 64 * 1024
  /// How many bytes may wait for the socket before reading stops, because reading may produce more answers.
  static let mostOutput = 64 * 1024
  /// How many plain bytes may wait for a reader while the peer's close alert is awaited.
  static let mostHeld = 1 << 20

  private let state = Monitor(State())

  /// Why nothing more can be read.
  enum End: Equatable {
    /// The peer's close alert, or on a clear stream the end of the connection.
    case closed
    /// Anything else.
    case failed(TransportError.Cause)
  }

  /// Why a step of the layer did not work.
  struct Failure: Error {
    var cause: TransportError.Cause
  }

  /// The current events, and those to poll the descriptor for until others may occur.
  typealias Interest = (ready: SocketEvents, awaited: SocketEvents)

  /// The result of one attempt to read.
  enum Reading {
    case bytes(Int)
    case nothingYet
    case failed(TransportError.Cause)
  }

  /// Starts a layer on the socket and begins its handshake.
  ///
  /// `bytes` are bytes already read that belong to the layer. Returns false if the socket already has a layer.
  func start(_ layer: any RecordLayer, havingRead bytes: [UInt8], _ descriptor: Int32) -> Bool {
    state.withLock { state in
      guard state.layer == nil else { return false }
      let early = state.takePlain() + bytes
      var layer = layer
      layer.begin(&state.output)
      state.layer = layer
      state.end = nil
      if !early.isEmpty { state.open(early.span) }
      state.flush(descriptor)
      return true
    }
  }

  /// Ends the layer, once both close alerts are exchanged; returns whether nothing is left in the stream.
  func becomeClear() -> Bool {
    state.withLock { state in
      state.layer = nil
      state.end = nil
      state.hasClosed = false
      state.plain += state.surplus
      state.surplus = []
      return state.held == 0
    }
  }

  /// Whether the socket no longer has a layer.
  var isClear: Bool { state.withLock { $0.layer == nil } }

  /// Whether bytes may be sent around the layer.
  var mayBypass: Bool { state.withLock { $0.layer?.mayBypass ?? true } }

  /// Whether the handshake is in progress, and may still be completed.
  var isHandshaking: Bool {
    state.withLock { !$0.isEstablished && $0.end == nil && $0.writeFailure == nil }
  }

  /// Whether the handshake is incomplete, even if it can no longer be completed.
  var lacksHandshake: Bool { state.withLock { !$0.isEstablished } }

  /// Prevents a close alert from being sent.
  func omitClose() { state.withLock { $0.hasClosed = true } }

  /// Sends unchanged bytes, after those sealed so far.
  func inject(_ bytes: [UInt8], _ descriptor: Int32) {
    state.withLock { state in
      state.output += bytes
      state.flush(descriptor)
    }
  }

  /// The records of bytes, to be sent by ``inject(_:_:)``; nil if they cannot be made.
  func sealed(_ bytes: [UInt8]) -> [UInt8]? {
    state.withLock { state in
      var records: [UInt8] = []
      let count = try? state.layer?.seal(bytes.span, into: &records)
      return count == bytes.count ? records : nil
    }
  }

  /// Whether the peer's close alert has been read.
  var hasPeerClosed: Bool { state.withLock { $0.layer != nil && $0.end == .closed } }

  /// Whether unread plain bytes are held.
  var holdsPlain: Bool { state.withLock { $0.held > 0 } }

  /// Reads available bytes.
  ///
  /// If there are none and `isWaiting` is true, the caller counts as waiting for more until it calls
  /// `stopWaiting()`.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, _ descriptor: Int32, isWaiting: Bool = false
  ) -> Reading {
    state.withLock { state in
      let count = state.read(into: buffer, descriptor)
      if count > 0 { return .bytes(count) }
      switch state.end {
      case .closed: return .bytes(0)
      case .failed(let cause): return .failed(cause)
      case nil:
        if isWaiting { state.waitingReaders += 1 }
        return .nothingYet
      }
    }
  }

  func stopWaiting() { state.withLock { $0.waitingReaders -= 1 } }

  /// How many bytes can be read without waiting.
  func bytesAvailable(_ descriptor: Int32) -> Int {
    state.withLock { state in
      state.fill(descriptor, until: Self.readPiece)
      return state.held
    }
  }

  /// Seals and sends as much as one piece, and returns how many bytes were taken.
  ///
  /// Bytes count as taken when all of their records were sent: 0 means that the socket is full or that the
  /// peer must answer first. The same bytes must then be offered again, unless ``forgetOffer()`` is called.
  func offer(
    _ bytes: UnsafeRawBufferPointer, _ descriptor: Int32
  ) -> Result<Int, Failure> {
    state.withLock { $0.offer(bytes, descriptor) }
  }

  /// The last offered bytes will not be offered again; those already sealed are still sent.
  func forgetOffer() {
    state.withLock { state in
      state.hasGivenUp = !state.isFlushed
      state.offered = 0
    }
  }

  /// Advances both directions as far as possible without waiting, and returns how to wait for events.
  func interest(in events: SocketEvents, _ descriptor: Int32) -> Interest {
    state.withLock { $0.interest(in: events, descriptor) }
  }

  /// Continues the handshake; true once it is complete.
  func handshake(_ descriptor: Int32) -> Result<Bool, Failure> {
    state.withLock { state in
      state.fill(descriptor, until: 1)
      state.flush(descriptor)
      if let failure = state.failure { return .failure(Failure(cause: failure)) }
      if state.isEstablished { return .success(true) }
      return state.end == nil ? .success(false) : .failure(Failure(cause: .closedByPeer))
    }
  }

  /// Sends the close alert, once; true when it was sent, or cannot be.
  ///
  /// None is sent after a record that was abandoned halfway, or in a handshake: the peer must not mistake it for an
  /// orderly end.
  func close(_ descriptor: Int32) -> Bool {
    state.withLock { state in
      state.flush(descriptor)
      if !state.hasClosed {
        state.hasClosed = true
        if state.isCut || !state.isEstablished { return true }
        state.layer?.close(&state.output)
        state.flush(descriptor)
      }
      return state.isFlushed
    }
  }

  /// Reads up to the peer's close alert, and keeps the bytes before it; true once it has arrived.
  func awaitClose(_ descriptor: Int32) -> Result<Bool, Failure> {
    state.withLock { state in
      guard state.held < Self.mostHeld else {
        return .failure(
          Failure(cause: .layer("more than \(Self.mostHeld) bytes arrived instead of a close alert")))
      }
      state.fill(descriptor, until: Self.mostHeld)
      switch state.end {
      case .closed: return .success(true)
      case .failed(let cause): return .failure(Failure(cause: cause))
      case nil: return .success(false)
      }
    }
  }

  /// Makes ``finish(_:)`` send no close alert, because the close will be a reset.
  func abandon() { state.withLock { $0.isAbandoned = true } }

  /// Makes readers see the end.
  func shutDown() {
    state.withLock { state in if state.end == nil { state.end = .closed } }
  }

  /// Sends the close alert before the descriptor is closed; waits a moment if the socket is full.
  ///
  /// Received bytes are read first, since the system answers a close with unread bytes with a reset, and a peer may
  /// be sending unrequested tickets.
  func finish(_ descriptor: Int32) {
    let isOver = state.withLock { state in
      guard state.layer != nil, !state.isAbandoned else { return true }
      state.fill(descriptor, until: Self.readPiece)
      return false
    }
    guard !isOver, !close(descriptor) else { return }
    let deadline = Deadline.after(TCPConnection.closeAlertLimit)
    while case .ready = Poll.wait(descriptor, .writable, wakeUp: nil, deadline: deadline).outcome {
      if close(descriptor) { return }
    }
  }
}
