import FTPConversation
import FTPProtocol
import FTPTransport

/// Transfers: moving the bytes.
extension ControlSession {
  /// Sends the preliminary reply, moves the bytes, closes the data connection, sends the final reply.
  func perform(_ transfer: Transfer) throws(End) {
    let final: ServerReply
    do throws(Stop) {
      if core.configuration.habits.contains(.shakesHandsFirst), context.coversData {
        early = try shakeHands()
      }
      var isAnnounced = false
      try stopping { () throws(End) in isAnnounced = try announce(transfer) }
      guard isAnnounced else { return }
      switch transfer.direction {
      case .send(let source):
        try withDataConnection { (link) throws(Stop) in
          if let ending = try send(source, over: &link) { return ending }
          return try finish(&link) ?? .closedByServer
        }
      case .receive(let sink): try receive(into: sink)
      }
      final = ServerReply(226, "Transfer complete.")
    } catch {
      switch error {
      case .aborted: final = ServerReply(426, "Transfer aborted.")
      case .unprotected:
        final = ServerReply(core.configuration.flaws.handshakeCode, "TLS failed on the data connection.")
      case .notResumed:
        final = ServerReply(
          core.configuration.flaws.handshakeCode,
          "TLS session reuse required: the data connection must resume the session of this control connection."
        )
      case .noConnection: final = ServerReply(425, "Cannot open the data connection.")
      case .stalled: final = ServerReply(426, "Nothing moved for too long, transfer aborted.")
      case .broken: final = ServerReply(426, "Connection closed, transfer aborted.")
      case .dropped: final = ServerReply(426, "Data connection dropped, transfer aborted.")
      case .ended(let error): final = ServerReply(426, "Data ended too early: \(error.text).")
      case .malformed(let error): final = ServerReply(451, "Data makes no sense: \(error.text).")
      case .storage(.full): final = ServerReply(552, StorageError.full.text + ".")
      case .storage(let error): final = ServerReply(451, error.text + ".")
      case .hungUp: throw .disconnected
      case .session(let end): throw end
      }
    }
    if core.configuration.habits.contains(.forgetsLevel) { context.protection.coversData = false }
    try conclude(final)
  }

  /// Opens the data connection and completes its handshake, for a server that announces nothing before.
  private func shakeHands() throws(Stop) -> TCPConnection {
    var data = try openDataConnection()
    earlyTLS = try protect(&data)
    try completeHandshake(&data)
    return data
  }

  /// Completes the handshake of TLS on a data connection.
  func completeHandshake(_ data: inout TCPConnection) throws(Stop) {
    while data.isHandshaking {
      try wait(data, .writable, idleDeadline, 0, otherwise: .unprotected)
      do throws(TransportError) {
        try data.handshake(deadline: .after(.zero))
      } catch {
        if !error.isTimeout { throw error.isCancelled ? .session(End(error)) : .unprotected }
      }
    }
  }

  /// Opens the data connection, lets `body` transfer the bytes, and closes it.
  private func withDataConnection(_ body: (inout DataLink) throws(Stop) -> DataEnding) throws(Stop) {
    var link = try openDataLink()
    _ = try use(&link, body)
  }

  /// Opens the data connection.
  func openDataLink() throws(Stop) -> DataLink {
    hasConcluded = false
    let isPassive = if case .passive = context.data { true } else { false }
    var data: TCPConnection
    let tls: TLSLayer?
    if let made = early.take() {
      data = made
      tls = earlyTLS
    } else {
      do throws(Stop) {
        data = try openDataConnection()
      } catch {
        if case .noConnection = error { recorder?.dataRefused() }
        throw error
      }
      try moving { () throws(TransportError) in
        try data.coverData(core.configuration.recordLayers, as: .server)
      }
      tls = try protect(&data)
    }
    // Otherwise, with a thousand sessions, the system would buffer a whole file for each before the clients read any of
    // it. Networks need larger buffers, in proportion to the distance.
    if data.peerAddress.isLoopback { data.setSendBuffer(transferChunkSize) }
    var link = DataLink(data, under: tls, isPassive: isPassive, recorder)
    link.filter = planner?.dataFilter()
    return link
  }

  /// Uses a data connection; true if `body` returns how it ends.
  func use(
    _ link: inout DataLink, _ body: (inout DataLink) throws(Stop) -> DataEnding?
  ) throws(Stop) -> Bool {
    do throws(Stop) {
      guard let ending = try body(&link) else { return false }
      link.ending = ending
      guard ending == .resetByServer else {
        try prepareEnd(of: link)
        return true
      }
      link.connection.resetWhenClosed()
      throw .broken
    } catch {
      let isUnprotected = core.configuration.tls != nil && link.connection.lacksHandshake
      if case .stalled = error, isUnprotected { throw .unprotected }
      guard case .dropped = error else { throw error }
      link.ending = .resetByClient
      throw hasAbort() ? .aborted : isUnprotected ? .unprotected : error
    }
  }

  /// Completes the handshake of a record layer, and waits for room for its close alert, which a slow client makes in its
  /// own time; otherwise the client would take the end of the file for a broken connection.
  private func prepareEnd(of link: borrowing DataLink) throws(Stop) {
    guard link.connection.carriesLayer else { return }
    try wait(link.connection, .writable, idleDeadline, link.transferred, otherwise: .stalled)
    guard link.connection.isHandshaking else { return }
    try moving { () throws(TransportError) in try link.connection.handshake(deadline: .after(.zero)) }
  }

  /// Sends the bytes of a source, or what faults make of them; returns how the connection ends, if they end it.
  func send(_ source: any DataSource, over link: inout DataLink) throws(Stop) -> DataEnding? {
    var source = source
    while true {
      if link.filter == nil, let piece = source.piece, let count = try sendUnseen(piece, over: &link) {
        _ = try withStorage { () throws(StorageError) in try source.skip(UInt64(count)) }
        continue
      }
      let chunk = try withStorage { () throws(StorageError) in try source.next() }
      if chunk.isEmpty { return nil }
      if let ending = try send(chunk, over: &link) { return ending }
    }
  }

  /// Sends bytes, or what faults make of them; returns how the connection ends, if they end it.
  func send(_ bytes: ArraySlice<UInt8>, over link: inout DataLink) throws(Stop) -> DataEnding? {
    if let steps = link.filter?.take(bytes) { return try perform(steps, over: &link) }
    try write(bytes, over: &link)
    return nil
  }

  /// Sends what faults add after the last byte; returns how the connection ends, if they end it.
  func finish(_ link: inout DataLink) throws(Stop) -> DataEnding? {
    try perform(link.filter?.end() ?? [], over: &link)
  }

  private func perform(_ steps: [DataStep], over link: inout DataLink) throws(Stop) -> DataEnding? {
    try perform(steps, &link) { (bytes, link) throws(Stop) in try write(bytes, over: &link) }
  }

  /// Takes the steps with which faults replace a piece of data, using `move` for its bytes; returns how the connection
  /// ends, if they end it.
  private func perform(
    _ steps: [DataStep], _ link: inout DataLink,
    _ move: (ArraySlice<UInt8>, inout DataLink) throws(Stop) -> Void
  ) throws(Stop) -> DataEnding? {
    for step in steps {
      switch step {
      case .data(let bytes): try move(bytes, &link)
      case .pause(let duration): try hold(duration, link.transferred)
      case .reply(let reply):
        try stopping { () throws(End) in try conclude(reply) }
        hasConcluded = true
      case .closeData: return .closedByServer
      case .failData: throw .broken
      case .resetData: return .resetByServer
      }
    }
    return nil
  }

  /// Sends bytes that must be read here, and serves the control connection meanwhile.
  private func write(_ bytes: ArraySlice<UInt8>, over link: inout DataLink) throws(Stop) {
    var chunk = bytes
    while !chunk.isEmpty {
      let count = try moving { () throws(TransportError) in try link.connection.writeAvailable(chunk.span) }
      link.moved(chunk.span.extracting(first: count), .download)
      chunk = chunk.dropFirst(count)
      if chunk.isEmpty {
        // The connection accepts bytes as fast as they are produced; checking for commands costs one system call.
        try lookAtCommands(link.transferred)
      } else if count == 0 {
        try wait(link.connection, .writable, idleDeadline, link.transferred, otherwise: .stalled)
      }
    }
  }

  private func receive(into sink: any DataSink) throws(Stop) {
    var sink = sink
    var isOpen = false
    var outcome: Stop?
    do throws(Stop) {
      try withDataConnection { (link) throws(Stop) in
        isOpen = true
        return try receive(into: &sink, from: &link)
      }
    } catch {
      outcome = error
    }
    guard isOpen else {
      sink.cancel()
      throw outcome ?? .noConnection
    }
    try settle(&sink, outcome)
  }

  /// Ends an upload as its transfer has ended, and throws that.
  func settle(_ sink: inout any DataSink, _ outcome: Stop?) throws(Stop) {
    let end: UploadEnd =
      switch outcome {
      case nil: .complete
      case .session(.dismissed): .stopped
      // A part would leave no room for other sessions.
      case .storage, .noConnection: .undone
      default: .cut
      }
    do throws(StorageError) { try sink.finish(end) } catch { throw outcome ?? .storage(error) }
    if let outcome { throw outcome }
  }

  /// Writes everything that the client sends into a sink, which is not finished here.
  func receive(
    into sink: inout any DataSink, from link: inout DataLink
  ) throws(Stop) -> DataEnding {
    var buffer = [UInt8](repeating: 0, count: Self.smallestBuffer)
    while true {
      try lookAtCommands(link.transferred)
      let available: Int?
      do throws(TransportError) {
        available = try link.connection.readAvailable(into: &buffer)
      } catch {
        guard core.configuration.habits.contains(.takesCutUploads), error.cause == .truncated else {
          throw stop(error)
        }
        available = 0
      }
      // Reading first, and waiting only if there is nothing, is a third faster than always waiting first.
      guard let count = available else {
        try wait(link.connection, .readable, idleDeadline, link.transferred, otherwise: .stalled)
        continue
      }
      if count == 0 {
        // An ABOR that arrived first counts, even if the end of the data was noticed first.
        try lookAtCommands(link.transferred)
        if let ending = try store(link.filter?.end() ?? [], into: &sink, &link) { return ending }
        try withStorage { () throws(StorageError) in try sink.end() }
        if case .failed(let error) = sink.state { throw .ended(error) }
        return .closedByClient
      }
      link.moved(buffer.span.extracting(first: count), .upload)
      let steps = link.filter?.take(buffer[..<count]) ?? [.data(buffer[..<count])]
      if let ending = try store(steps, into: &sink, &link) { return ending }
      for mark in sink.takeMarks() { try reply(mark) }
      switch sink.state {
      case .open: break
      case .complete: return .closedByServer
      case .failed(let error): throw .malformed(error)
      }
      if count == buffer.count, count < Self.largestBuffer {
        buffer = [UInt8](repeating: 0, count: count * 4)
      }
    }
  }

  /// Writes what faults have left of a piece of an upload to the file; returns how the connection ends, if they end
  /// it.
  private func store(
    _ steps: [DataStep], into sink: inout any DataSink, _ link: inout DataLink
  ) throws(Stop) -> DataEnding? {
    try perform(steps, &link) { (bytes, _) throws(Stop) in
      if !bytes.isEmpty { try withStorage { () throws(StorageError) in try sink.append(bytes) } }
    }
  }

  /// The buffer grows if bytes arrive fast: large buffers are faster, but thousands of uploads need thousands of them.
  private static let smallestBuffer = 1 << 16
  private static let largestBuffer = 1 << 20

  /// Reports the server's marker that corresponds to a client's (RFC 959, section 3.5).
  private func reply(_ mark: MarkReply) throws(Stop) {
    try stopping { () throws(End) in try send(ServerReply(110, mark.description), .between) }
  }

  /// A new deadline for the next bytes.
  var idleDeadline: Deadline { .after(core.configuration.timeouts.dataIdle) }

  /// Does something with the data connection, whose errors end the transfer.
  func moving<Value>(_ body: () throws(TransportError) -> Value) throws(Stop) -> Value {
    do throws(TransportError) { return try body() } catch { throw stop(error) }
  }

  /// The meaning of an error of the data connection.
  func stop(_ error: TransportError) -> Stop {
    error.isCancelled ? .session(End(error)) : error.isTimeout ? .stalled : .dropped
  }

  func withStorage<Value>(_ body: () throws(StorageError) -> Value) throws(Stop) -> Value {
    do throws(StorageError) { return try body() } catch { throw .storage(error) }
  }
}
