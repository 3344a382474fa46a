import FTPProtocol
import FTPTransport
import FTPVectors

/// Transfers: the session watches both connections at once, so that ABOR and STAT are seen while data flows.
extension ControlSession {
  /// Why a transfer stops before its end.
  private enum Stop: Error {
    /// The client sent ABOR. It stays in line, and its own reply follows that of the transfer.
    case aborted
    /// The client closed the control connection, which acts as ABOR and QUIT (RFC 959, section 4.1.1).
    case hungUp
    /// There is no data connection.
    case noConnection
    /// Nothing moved for too long.
    case stalled
    /// The client dropped the data connection.
    case dropped
    /// The file could not be written.
    case storage(StorageError)
    /// The session has to end.
    case session(End)
  }

  /// Sends the preliminary reply, moves the bytes, closes the data connection, sends the final reply.
  func perform(_ transfer: Transfer) throws(End) {
    try send(transfer.preliminary)
    let final: ServerReply
    do throws(Stop) {
      switch transfer.direction {
      case .send(let source):
        try withDataConnection { (data, identifier) throws(Stop) in try send(source, over: data, identifier) }
      case .receive(let sink): try receive(into: sink)
      }
      final = ServerReply(226, "Transfer complete.")
    } catch {
      switch error {
      case .aborted: final = ServerReply(426, "Transfer aborted.")
      case .noConnection: final = ServerReply(425, "Cannot open the data connection.")
      case .stalled: final = ServerReply(426, "Nothing moved for too long, transfer aborted.")
      case .dropped: final = ServerReply(426, "Data connection dropped, transfer aborted.")
      case .storage(.full): final = ServerReply(552, StorageError.full.text + ".")
      case .storage(let error): final = ServerReply(451, error.text + ".")
      case .hungUp: throw .disconnected
      case .session(let end): throw end
      }
    }
    try send(final)
  }

  /// Opens the data connection, has the bytes moved, and closes it.
  private func withDataConnection(
    _ body: (borrowing TCPConnection, DataConnectionID?) throws(Stop) -> DataEnding
  ) throws(Stop) {
    let isPassive = if case .passive = context.data { true } else { false }
    let data = try openDataConnection()
    let identifier = recorder?.dataOpened(
      DataOpening(
        isPassive: isPassive, local: data.localAddress.description, peer: data.peerAddress.description))
    var ending = DataEnding.closedByServer
    defer { if let identifier { recorder?.dataClosed(identifier, ending) } }
    do throws(Stop) {
      ending = try body(data, identifier)
    } catch {
      if case .dropped = error { ending = .resetByClient }
      throw error
    }
  }

  private func send(
    _ source: any DataSource, over data: borrowing TCPConnection, _ identifier: DataConnectionID?
  ) throws(Stop) -> DataEnding {
    var source = source
    var transferred: UInt64 = 0
    while true {
      var chunk = source.next()
      if chunk.isEmpty { return .closedByServer }
      while !chunk.isEmpty {
        let count: Int
        do throws(TransportError) {
          count = try data.writeAvailable(chunk.span)
        } catch {
          throw stop(error)
        }
        if let identifier { recorder?.data(identifier, .download, chunk.span.extracting(first: count)) }
        transferred += UInt64(count)
        chunk = chunk.dropFirst(count)
        if chunk.isEmpty {
          // The connection takes bytes as fast as they come: a look at the commands costs one system call.
          if isWatchingCommands, !connection.ready(for: .readable).isEmpty { try attend(transferred) }
        } else if count == 0 {
          try wait(data, .writable, idleDeadline, transferred, otherwise: .stalled)
        }
      }
    }
  }

  private func receive(into sink: any DataSink) throws(Stop) {
    var sink = sink
    var isOpen = false
    var outcome: Stop?
    do throws(Stop) {
      try withDataConnection { (data, identifier) throws(Stop) in
        isOpen = true
        return try receive(into: &sink, from: data, identifier)
      }
    } catch {
      outcome = error
    }
    guard isOpen else {
      sink.cancel()
      throw outcome ?? .noConnection
    }
    // What has come is kept, so that the transfer can be resumed.
    do throws(StorageError) {
      try sink.finish()
    } catch {
      outcome = outcome ?? .storage(error)
    }
    if let outcome { throw outcome }
  }

  private func receive(
    into sink: inout any DataSink, from data: borrowing TCPConnection, _ identifier: DataConnectionID?
  ) throws(Stop) -> DataEnding {
    var buffer = [UInt8](repeating: 0, count: transferChunkSize)
    var transferred: UInt64 = 0
    while true {
      try wait(data, .readable, idleDeadline, transferred, otherwise: .stalled)
      let count: Int
      do throws(TransportError) {
        count = try data.read(into: &buffer, deadline: idleDeadline)
      } catch {
        throw stop(error)
      }
      if count == 0 { return .closedByClient }
      if let identifier { recorder?.data(identifier, .upload, buffer.span.extracting(first: count)) }
      transferred += UInt64(count)
      do throws(StorageError) {
        try sink.append(buffer[..<count])
      } catch {
        throw .storage(error)
      }
    }
  }

  /// A new deadline for the next bytes.
  private var idleDeadline: Deadline { .after(core.configuration.timeouts.dataIdle) }

  /// What an error of the data connection means.
  private func stop(_ error: TransportError) -> Stop {
    error.isCancelled ? .session(End(error)) : error.isTimeout ? .stalled : .dropped
  }
}

/// The data connection.
extension ControlSession {
  private func openDataConnection() throws(Stop) -> TCPConnection {
    switch context.data {
    case .defaultPort: return try connect(to: context.peerAddress)
    case .active(let address): return try connect(to: address)
    case .spent: throw .noConnection
    case .passive(let port):
      context.data = .spent
      do throws(Stop) {
        return try accept(port)
      } catch {
        // A client that has connected meanwhile reads the end and not an error.
        _ = try? port.listener.accept(deadline: .after(.zero))
        throw error
      }
    }
  }

  /// Connects from the address of the control connection (RFC 1123, section 4.1.2.12).
  private func connect(to address: SocketAddress) throws(Stop) -> TCPConnection {
    try reviewCommands(0)
    do throws(TransportError) {
      return try TCPConnection.connect(
        to: address, from: context.localAddress.with(port: 0),
        deadline: .after(core.configuration.timeouts.dataConnection), wakeUp: core.stopSignal)
    } catch {
      throw error.isCancelled ? .session(End(error)) : .noConnection
    }
  }

  /// Waits for the client to connect; anybody else is sent away (RFC 2577, section 4).
  private func accept(_ port: PassivePort) throws(Stop) -> TCPConnection {
    try reviewCommands(0)
    let deadline = Deadline.after(core.configuration.timeouts.dataConnection)
    while true {
      try wait(port.listener, .readable, deadline, 0, otherwise: .noConnection)
      guard let data = try? port.listener.accept(deadline: .after(.zero), wakeUp: core.stopSignal) else {
        continue
      }
      if core.configuration.dataPolicy.allowsForeignPeers
        || data.peerAddress.hasSameHost(as: context.peerAddress)
      {
        return data
      }
    }
  }
}

/// The control connection while a transfer is under way.
extension ControlSession {
  /// Waits for the data connection and looks after the control connection meanwhile.
  private func wait<Data: Waitable & ~Copyable>(
    _ data: borrowing Data, _ events: SocketEvents, _ deadline: Deadline, _ transferred: UInt64,
    otherwise late: Stop
  ) throws(Stop) {
    while true {
      let isWatching = isWatchingCommands
      let onControl: SocketEvents
      let onData: SocketEvents
      do throws(TransportError) {
        if isWatching {
          (onControl, onData) = try waitForEither(
            connection, .readable, or: data, events, deadline: deadline, wakeUp: core.stopSignal)
        } else {
          onControl = []
          onData = try data.wait(for: events, deadline: deadline, wakeUp: core.stopSignal)
        }
      } catch {
        throw error.isCancelled ? .session(End(error)) : late
      }
      if !onControl.isEmpty { try attend(transferred) }
      if !onData.isEmpty { return }
    }
  }

  /// Whether there is more to hear from the client, and room for it.
  private var isWatchingCommands: Bool {
    !isInputEnded && queue.items.count < core.configuration.limits.waitingCommands
  }

  /// Reads commands that arrive while a transfer is under way.
  private func attend(_ transferred: UInt64) throws(Stop) {
    do throws(End) {
      try readCommands(.after(.zero))
    } catch {
      if case .disconnected = error { throw .hungUp }
      throw .session(error)
    }
    try reviewCommands(transferred)
  }

  /// Looks through the commands that wait: ABOR ends the transfer, STAT is answered at once when nothing waits in
  /// front of it, everything else waits on.
  private func reviewCommands(_ transferred: UInt64) throws(Stop) {
    if queue.items.contains(where: { $0.verb == .abor }) { throw .aborted }
    if isInputEnded, !queue.items.contains(where: { $0.verb == .quit }) { throw .hungUp }
    while case .command(let command)? = queue.items.first, command.verb == .stat, command.argument == nil {
      _ = queue.next()
      core.record(command, session: context.identity)
      do throws(End) {
        try send(StatusHandlers.report(context, transferred: transferred))
      } catch {
        throw .session(error)
      }
    }
  }
}
