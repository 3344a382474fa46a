import FTPConversation
import FTPProtocol
import FTPTransport

/// Transfers: moving the bytes.
extension ControlSession {
  /// Sends the preliminary reply, moves the bytes, closes the data connection, sends the final reply.
  func perform(_ transfer: Transfer) throws(End) {
    guard try announce(transfer) else { return }
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
    try conclude(final)
  }

  /// Opens the data connection, has the bytes moved, and closes it.
  func withDataConnection(
    _ body: (borrowing TCPConnection, DataConnectionID?) throws(Stop) -> DataEnding
  ) throws(Stop) {
    let isPassive = if case .passive = context.data { true } else { false }
    let data = try openDataConnection()
    // Or the system takes a whole file from each of a thousand sessions before the clients have read any of them. What
    // comes over a network needs as much room as the way is long.
    if data.peerAddress.isLoopback { data.setSendBuffer(transferChunkSize) }
    let identifier = recorder?.dataOpened(
      DataOpening(
        isPassive: isPassive, local: data.localAddress.description, peer: data.peerAddress.description))
    var ending = DataEnding.closedByServer
    defer { if let identifier { recorder?.dataClosed(identifier, ending) } }
    do throws(Stop) {
      ending = try body(data, identifier)
      if ending == .resetByServer {
        data.resetWhenClosed()
        throw .broken
      }
    } catch {
      guard case .dropped = error else { throw error }
      ending = .resetByClient
      throw hasAbort() ? .aborted : error
    }
  }

  private func send(
    _ source: any DataSource, over data: borrowing TCPConnection, _ identifier: DataConnectionID?
  ) throws(Stop) -> DataEnding {
    var source = source
    var transferred: UInt64 = 0
    var filter = outgoing?.dataFilter()
    while true {
      if filter == nil, let piece = source.piece,
        let count = try sendUnseen(piece, over: data, identifier, transferred)
      {
        transferred += UInt64(count)
        _ = try withStorage { () throws(StorageError) in try source.skip(UInt64(count)) }
        continue
      }
      let chunk = try withStorage { () throws(StorageError) in try source.next() }
      if filter != nil {
        let steps = (chunk.isEmpty ? filter?.end() : filter?.take(chunk)) ?? []
        if let ending = try perform(steps, over: data, identifier, &transferred) { return ending }
      }
      if chunk.isEmpty { return .closedByServer }
      if filter == nil { try send(chunk, over: data, identifier, &transferred) }
    }
  }

  /// Sends bytes that have to be seen, and looks after the control connection meanwhile.
  func send(
    _ bytes: ArraySlice<UInt8>, over data: borrowing TCPConnection, _ identifier: DataConnectionID?,
    _ transferred: inout UInt64
  ) throws(Stop) {
    var chunk = bytes
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
        try lookAtCommands(transferred)
      } else if count == 0 {
        try wait(data, .writable, idleDeadline, transferred, otherwise: .stalled)
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
    var buffer = [UInt8](repeating: 0, count: Self.smallestBuffer)
    var transferred: UInt64 = 0
    var filter = outgoing?.dataFilter()
    while true {
      try lookAtCommands(transferred)
      let available: Int?
      do throws(TransportError) {
        available = try data.readAvailable(into: &buffer)
      } catch {
        throw stop(error)
      }
      // To read first and to wait only in vain is faster by a third than to wait each time.
      guard let count = available else {
        try wait(data, .readable, idleDeadline, transferred, otherwise: .stalled)
        continue
      }
      if count == 0 {
        // An ABOR that came first counts, even if the end of the data was seen first.
        try lookAtCommands(transferred)
        if let ending = try perform(filter?.end() ?? [], into: &sink, transferred) { return ending }
        try withStorage { () throws(StorageError) in try sink.end() }
        if case .failed(let error) = sink.state { throw .ended(error) }
        return .closedByClient
      }
      if let identifier { recorder?.data(identifier, .upload, buffer.span.extracting(first: count)) }
      transferred += UInt64(count)
      let steps = filter?.take(buffer[..<count]) ?? [.bytes(buffer[..<count])]
      if let ending = try perform(steps, into: &sink, transferred) { return ending }
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

  /// A buffer that grows as bytes come fast: large ones are faster, and thousands of uploads have thousands of them.
  private static let smallestBuffer = 1 << 16
  private static let largestBuffer = 1 << 20

  /// Tells the client where its marker stands here (RFC 959, section 3.5).
  private func reply(_ mark: MarkReply) throws(Stop) {
    do throws(End) {
      try send(ServerReply(110, mark.description), .between)
    } catch {
      throw .session(error)
    }
  }

  /// A new deadline for the next bytes.
  var idleDeadline: Deadline { .after(core.configuration.timeouts.dataIdle) }

  /// What an error of the data connection means.
  func stop(_ error: TransportError) -> Stop {
    error.isCancelled ? .session(End(error)) : error.isTimeout ? .stalled : .dropped
  }

  func withStorage<Value>(_ body: () throws(StorageError) -> Value) throws(Stop) -> Value {
    do throws(StorageError) {
      return try body()
    } catch {
      throw .storage(error)
    }
  }
}
